import { readFile } from 'node:fs/promises'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { fileFault } from './file-fault.ts'
import { UserError, messageOf } from '../model/errors.ts'
import type { ErrorCode } from '../model/errors.ts'
import { explain, quote } from './explain.ts'
import { refuse } from './problems.ts'

/** A kind of JSON document that kafka-duel writes and reads again. */
interface DocumentKind {
  /** what it is called in messages, such as "result" */
  readonly what: string
  readonly code: ErrorCode
}

/** @throws UserError with the kind's code when the file cannot be read */
export async function readDocument(file: string, { what, code }: DocumentKind): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error: unknown) {
    const reason = fileFault(error)
    throw new UserError(code, `Cannot read the ${what} "${file}": ${reason}`, { cause: error })
  }
}

/**
 * @param given JSON text, or what it was parsed to
 * @param source names it in messages, such as a path
 * @throws UserError with the kind's code when it is no such document, or of another schemaVersion
 */
export function parseDocument<T>(
  given: unknown,
  source: string,
  { what, code, validate }: DocumentKind & { readonly validate: ValidateFunction<T> },
): T {
  const action = `Cannot read the ${what} "${source}"`
  const value = typeof given === 'string' ? parseJson(given, { action, code }) : given
  const version = schemaVersionOf(value)
  if (version !== undefined && version !== 1) {
    throw new UserError(code, `${action}: it has schemaVersion ${quote(version)}, wanted 1`, {
      hint: 'use the release of kafka-duel that wrote it',
    })
  }
  if (validate(value)) return value
  refuse(
    explain(validate.errors ?? [], () => null),
    { action, code },
  )
  throw new Error(`${action}: refused without a reason`)
}

function parseJson(
  text: string,
  { action, code }: { readonly action: string; readonly code: ErrorCode },
): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch (error: unknown) {
    throw new UserError(code, `${action}: it is not JSON (${messageOf(error)})`, { cause: error })
  }
}

function schemaVersionOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'schemaVersion' in value
    ? value.schemaVersion
    : undefined
}
