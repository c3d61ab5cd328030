import { writeDuration, parseDuration } from '../lib/duration.ts'

const BYTES: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }

/** A value read from text, or what is wanted instead, to follow the word "wanted". */
export type Read = { readonly value: number } | { readonly wanted: string }

/**
 * Reads "5%" or "1.05x", both 0.05.
 *
 * A loss of half or more is no tolerance, and "200%" may be meant as twice or as three times.
 */
export function readMargin(text: string): Read {
  const number = Number(text.slice(0, -1))
  // 1.05 - 1 has a tail of binary digits
  const margin = Number((text.endsWith('%') ? number / 100 : number - 1).toFixed(9))
  if (margin > 0 && margin < 0.5) return { value: margin }
  const why = margin >= 1 ? ` (${text} may mean twice as slow or worse)` : ''
  return { wanted: `a loss above 0% and below 50%, such as 5% or 1.05x${why}` }
}

export interface Range {
  readonly from: number
  readonly to: number
}

/** Reads a duration in ms and holds it against a range in ms. */
export function readDuration(text: string, { from, to }: Range): Read {
  const value = parseDuration(text)
  if (value !== null && value >= from && value <= to) return { value }
  return { wanted: `a duration from ${writeDuration(from)} to ${writeDuration(to)}` }
}

/** Reads bytes such as 65536, "512k", "1m" or "2g" and holds them against a range in bytes. */
export function readBytes(given: string | number, { from, to }: Range): Read {
  const [, digits = '', unit = ''] = /^(\d+)([kmg]?)$/i.exec(String(given)) ?? []
  const value = digits === '' ? Number.NaN : Number(digits) * (BYTES[unit.toLowerCase()] ?? 1)
  if (value >= from && value <= to) return { value }
  return { wanted: `a size from ${writeBytes(from)} to ${writeBytes(to)}` }
}

/** "512k", "1m" or "65537": the shortest text that says it exactly. */
export function writeBytes(bytes: number): string {
  const unit = ['g', 'm', 'k'].find((name) => bytes > 0 && bytes % (BYTES[name] ?? 1) === 0) ?? ''
  return `${bytes / (BYTES[unit] ?? 1)}${unit}`
}
