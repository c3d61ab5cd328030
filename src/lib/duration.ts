const PATTERN = /^(?=\d)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/
const UNITS_MS = [3_600_000, 60_000, 1000, 1] as const

/**
 * Reads "90s", "1h30m" or "100ms": whole numbers with units, largest first.
 *
 * @returns ms, or null when the text is no duration; a number without a unit is none
 */
export function parseDuration(text: string): number | null {
  const match = PATTERN.exec(text)
  if (match === null) return null
  return UNITS_MS.reduce((sum, unit, index) => sum + Number(match[index + 1] ?? 0) * unit, 0)
}

/** "1h30m", "10m", "90s" as "1m30s", "250ms", "0s"; the inverse of `parseDuration` for whole ms. */
export function writeDuration(durationMs: number): string {
  let rest = Math.round(durationMs)
  const parts = UNITS_MS.map((unit, index) => {
    const count = Math.floor(rest / unit)
    rest -= count * unit
    return count === 0 ? '' : `${count}${['h', 'm', 's', 'ms'][index] ?? ''}`
  })
  return parts.join('') || '0s'
}
