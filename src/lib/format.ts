import { stripVTControlCharacters } from 'node:util'

export type Rounding = 'nearest' | 'down' | 'up'

/**
 * A fraction as a percentage with one decimal: 0.249 is "24.9 %". Bounds are rounded outward by the caller's
 * choice of direction ('down' = towards minus infinity), exactly: what is already a tenth stays as it is.
 *
 * @param fraction finite
 */
export function formatPercent(fraction: number, rounding: Rounding = 'nearest'): string {
  return `${tenthsOfPercent(fraction, rounding).toFixed(1)} %`
}

/** The same with a sign in front, zero excepted: "+0.4 %", "-24.9 %", "0.0 %". */
export function formatSigned(fraction: number, rounding: Rounding = 'nearest'): string {
  const percent = tenthsOfPercent(fraction, rounding)
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`
}

function tenthsOfPercent(fraction: number, rounding: Rounding): number {
  const nearest = Math.round(fraction * 1000)
  // comparing with the quotient, not the product, keeps 0.029 at 2.9 although 0.029 * 1000 > 29
  const isAbove = nearest / 1000 > fraction
  const isBelow = nearest / 1000 < fraction
  const step = rounding === 'down' && isAbove ? -1 : rounding === 'up' && isBelow ? 1 : 0
  return (nearest + step) / 10 + 0
}

/** A setting or a share without needless decimals: 0.05 is "5 %", 0.125 is "12.5 %". */
export function formatShare(fraction: number, decimals = 2): string {
  return `${Number((fraction * 100).toFixed(decimals))} %`
}

const COUNT_UNITS = [
  [1e9, ' G'],
  [1e6, ' M'],
  [1e3, ' k'],
] as const

/** Three significant digits with a unit people can say: 2410000 is "2.41 M", 950 is "950". */
export function formatCount(value: number): string {
  const rounded = Number(value.toPrecision(3))
  const [scale, unit] = COUNT_UNITS.find(([size]) => Math.abs(rounded) >= size) ?? [1, '']
  return `${(rounded / scale).toPrecision(3)}${unit}`
}

/** "850 ms", "4.2 s", "42 s", "7 min 5 s", "2 h 5 min". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return withRest(`${minutes} min`, seconds % 60, 's')
  const wholeMinutes = Math.round(seconds / 60)
  return withRest(`${Math.floor(wholeMinutes / 60)} h`, wholeMinutes % 60, 'min')
}

function withRest(text: string, rest: number, unit: string): string {
  return rest === 0 ? text : `${text} ${rest} ${unit}`
}

/** For forecasts: "less than a minute", "about 3 min". */
export function formatAbout(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return minutes < 1 ? 'less than a minute' : `about ${formatDuration(minutes * 60_000)}`
}

/** Binary units: 25769803776 is "24.0 GiB". */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power] ?? ''}`
}

/** "1 round", "6 rounds". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** "a", "a and b", "a, b and c". */
export function joinWords(words: readonly string[]): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Foreign text made harmless for one line of a terminal or a log: no terminal escapes, control or invisible
 * characters (among them those that reverse the reading direction), no line breaks, nothing that a GitHub runner takes for
 * a command (it searches logs for "::name" and "##[").
 *
 * @param maxLength longer text is cut and ends in "…"
 */
export function plainText(text: string, maxLength = 400): string {
  const line = stripVTControlCharacters(text)
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/:(?=:[a-z])/gi, ': ')
    .replace(/##(?=\[)/g, '## ')
    .trim()
  const characters = Array.from(line)
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`
}

/**
 * Any text as inert Markdown on one line, safe inside a table too: nothing becomes markup, HTML, a link,
 * a mention or a reference on GitHub, since the characters that start these are written as entities.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[&<>|`*[\]\\~$^]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, entity)
    .replace(/(?<!&)#|@/g, (character) => `${entity(character)}&#8203;`)
    .replace(/:(?=\/\/)|(?<=www)\./gi, entity)
}

function entity(character: string): string {
  return `&#${character.codePointAt(0) ?? 0xfffd};`
}

/** Columns a text takes in a terminal, colours not counted; wide characters count as one. */
export function visibleWidth(text: string): number {
  return Array.from(stripVTControlCharacters(text)).length
}

/** Pads to a visible width on the right ('left' aligned) or on the left ('right' aligned). */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, width - visibleWidth(text)))
  return align === 'left' ? text + blanks : blanks + text
}

/** Breaks at blanks, never before a percent sign, so that no line is wider than `width`; a longer word is cut. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ (?!%)/).flatMap((part) => cut(part, width))) {
    if (line !== '' && visibleWidth(line) + 1 + visibleWidth(word) > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

function cut(word: string, width: number): string[] {
  const characters = Array.from(word)
  const parts: string[] = []
  do parts.push(characters.splice(0, width).join(''))
  while (characters.length > 0)
  return parts
}
