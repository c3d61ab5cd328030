import type { Result } from '../model/result.ts'
import type { Round } from '../model/round.ts'
import { parseDocument, readDocument } from './json-document.ts'
import { validators } from './validators.ts'

const KIND = { what: 'result', code: 'KD_INPUT_FILE' } as const

/**
 * @param given JSON text, or what it was parsed to
 * @param source names it in messages, such as a path
 * @throws UserError KD_INPUT_FILE when it is no result of a version this release reads
 */
export function parseResult(given: unknown, source: string): Result {
  return parseDocument(given, source, { ...KIND, validate: validators().result })
}

/**
 * @param given JSON text, or what it was parsed to
 * @throws UserError KD_RESUME when it is no round of a run that this release can go on with
 */
export function parseRound(given: unknown, source: string): Round {
  const kind = { what: 'round', code: 'KD_RESUME', validate: validators().round } as const
  return parseDocument(given, source, kind)
}

/** @throws UserError KD_INPUT_FILE when the file cannot be read or is no result */
export async function loadResult(file: string): Promise<Result> {
  return parseResult(await readDocument(file, KIND), file)
}
