import type { Result } from '../model/result.ts'

/** Objects and lists without others inside; a raw line end is never part of a JSON string. */
const LEAF = /([{[])\n([^{}[\]]*)\n\s*([}\]])/g

/**
 * The result as the text of kafka-duel-result.json: indented, with a slice on one line.
 *
 * @throws RangeError on a number that JSON cannot hold: written as null it would pass for "none"
 */
export function renderJson(result: Result): string {
  const text = JSON.stringify(result, refuseNonFinite, 2)
  const onOneLine = text.replace(LEAF, (_, open: string, body: string, close: string) =>
    [open, body.replace(/\n\s*/g, ' ').trim(), close].join(open === '{' ? ' ' : ''),
  )
  return `${onOneLine}\n`
}

function refuseNonFinite(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError(`the result holds ${value} as "${key}"`)
  }
  return value
}
