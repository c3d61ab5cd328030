import configSchema from '../model/schemas/config.json' with { type: 'json' }
import type { Path } from './raw-config.ts'

const NOT_YET = 'this release has not got it yet'
const NO_ACKNOWLEDGEMENT = 'records that nobody acknowledges cannot be checked'

/** Words of the design that no release has so far, with what to use instead. */
const KEYS: Readonly<Record<string, string>> = {
  image: `${NOT_YET}, use kafka, dir or archive`,
  cluster: `${NOT_YET}, use kafka, dir or archive`,
  subject: `${NOT_YET}, name baseline and candidate`,
  'burn-in': `${NOT_YET}, the warm-up of every round stands for it`,
}

const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  workloads: {
    mixed: NOT_YET,
    'paced-produce': NOT_YET,
    'paced-consume': NOT_YET,
    handshake: NOT_YET,
  },
  driver: { kafkajs: NOT_YET, 'java-tools': NOT_YET, trogdor: NOT_YET },
  provider: { accp: NOT_YET, conscrypt: NOT_YET, 'netty-tcnative': NOT_YET },
  acks: { 0: NO_ACKNOWLEDGEMENT },
}

const SUBJECT_KEYS = ['kafka', 'dir', 'archive']

/**
 * @param parent where the key was found
 * @returns why a key is refused although people may well expect it there, or null
 */
export function reasonAgainstKey(key: string, parent: Path): string | null {
  const [side] = parent
  const isInSide = side === 'baseline' || side === 'candidate'
  if (parent.length === 0 && SUBJECT_KEYS.includes(key)) return 'it stands under a side'
  if (isInSide && parent.length === 1 && Object.hasOwn(configSchema.properties, key))
    return 'it stands at the top'
  return Object.hasOwn(KEYS, key) ? (KEYS[key] ?? null) : null
}

/** @returns why a value of this key is refused although people may well expect it, or null */
export function reasonAgainstValue(key: string, value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const reasons = Object.hasOwn(VALUES, key) ? VALUES[key] : undefined
  return reasons !== undefined && Object.hasOwn(reasons, value) ? (reasons[value] ?? null) : null
}
