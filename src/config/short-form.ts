import { nearest } from '../lib/nearest.ts'
import { reasonAgainstKey } from './not-offered.ts'

const KEYS = ['kafka', 'dir', 'archive', 'java'] as const
const EXAMPLE = 'kafka@4.4.0,java@17, dir:PATH or archive:PATH'

interface ShortForm {
  /** the side as a mapping, still to be validated */
  readonly side: Readonly<Record<string, string | number>>
  /** sentences about what cannot be read */
  readonly mistakes: readonly string[]
}

/**
 * Reads a side's short form: parts such as kafka@3.9.1, dir:/path, archive:/path.tgz and java@25 (or
 * java@/path), joined by commas.
 */
export function parseShortForm(text: string): ShortForm {
  const side: Record<string, string | number> = {}
  const mistakes: string[] = []
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const match = /^([a-z-]+)[@:](.+)$/.exec(part)
    const [key = part, value = ''] = match?.slice(1) ?? []
    const known = KEYS.find((name) => name === key)
    if (known === undefined || value === '') mistakes.push(unreadable(part, key))
    else if (known in side) mistakes.push(`"${text}" names ${known} twice`)
    else side[known] = known === 'java' && /^\d+$/.test(value) ? Number(value) : value
  }
  return { side, mistakes }
}

function unreadable(part: string, key: string): string {
  const start = `"${part}" is no part of a side`
  const reason = reasonAgainstKey(key, ['baseline'])
  if (reason !== null) return `${start}: ${reason}`
  const near = nearest(key, KEYS)
  return `${start}, wanted ${EXAMPLE}${near === null || near === key ? '' : `, did you mean "${near}"?`}`
}
