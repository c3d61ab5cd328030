import type { ErrorObject } from 'ajv/dist/2020.js'
import { nearest } from '../lib/nearest.ts'
import { reasonAgainstKey, reasonAgainstValue } from './not-offered.ts'
import type { Problem } from './problems.ts'
import type { Path } from './raw-config.ts'

/**
 * Turns schema errors into sentences that name place, key, value, and what is wanted.
 *
 * @param errors of a validator with allErrors and verbose
 * @param locate names the place of a value
 * @returns one problem per value or unknown key, in the order of their places
 */
export function explain(
  errors: readonly ErrorObject[],
  locate: (path: Path) => string | null,
): Problem[] {
  const found = new Map<string, Problem>()
  for (const error of errors) {
    const parent = pathOf(error.instancePath)
    const missing = textParam(error, 'missingProperty')
    const unknown = textParam(error, 'additionalProperty')
    const own = missing ?? unknown
    const path = own === null ? parent : [...parent, own]
    const key = JSON.stringify(path)
    if (error.keyword === 'if' || found.has(key)) continue
    found.set(key, { where: locate(unknown === null ? parent : path), text: sentence(error, path) })
  }
  return [...found.values()].sort((one, other) =>
    (one.where ?? '').localeCompare(other.where ?? '', 'en', { numeric: true }),
  )
}

/** "baseline.jvm-flags[0]", or "it" for the whole */
function pathText(path: Path): string {
  if (path.length === 0) return 'it'
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`,
    )
    .join('')
}

/** A value as JSON, cut where it is long. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

function sentence(error: ErrorObject, path: Path): string {
  if (error.keyword === 'required') return `${pathText(path)} is missing`
  if (error.keyword === 'additionalProperties') return unknownKey(error, path)
  const key = path.findLast((part) => typeof part === 'string') ?? ''
  const reason = reasonAgainstValue(key, error.data)
  const wanted = wantedValue(error)
  return `${pathText(path)} is ${quote(error.data)}${reason === null ? '' : ` (${reason})`}, wanted ${wanted}`
}

function unknownKey(error: ErrorObject, path: Path): string {
  const key = String(path.at(-1))
  const parent = path.slice(0, -1)
  const start = `"${key}" is not a known key${parent.length === 0 ? '' : ` of ${pathText(parent)}`}`
  const reason = reasonAgainstKey(key, parent)
  if (reason !== null) return `${start}: ${reason}`
  const known = Object.keys(record(error.parentSchema?.['properties']))
  const near = nearest(key, known)
  if (near !== null) return `${start}, did you mean "${near}"?`
  return `${start}, known are ${known.join(', ')}`
}

function wantedValue(error: ErrorObject): string {
  const parentSchema = record(error.parentSchema)
  const data: unknown = error.data
  if ('const' in parentSchema) return quote(parentSchema['const'])
  const allowed = parentSchema['enum']
  if (Array.isArray(allowed)) {
    const near = typeof data === 'string' ? nearest(data, allowed.map(String)) : null
    const hint = near === null ? '' : `, did you mean "${near}"?`
    return `${allowed.length === 1 ? '' : 'one of '}${allowed.map(String).join(', ')}${hint}`
  }
  if (typeof parentSchema['description'] === 'string') return parentSchema['description']
  return error.message?.replace(/^must (be )?/, '') ?? error.keyword
}

/** Parts of a JSON pointer; digits are positions in a list. */
function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

function textParam(error: ErrorObject, name: string): string | null {
  const value: unknown = record(error.params)[name]
  return typeof value === 'string' ? value : null
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
