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

/** @returns why a key is refused although people may well expect it, or null */
export function reasonAgainstKey(key: string): string | null {
  return Object.hasOwn(KEYS, key) ? (KEYS[key] ?? null) : null
}

/** @returns why a value of this key is refused although people may well expect it, or null */
export function reasonAgainstValue(key: string, value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const reasons = Object.hasOwn(VALUES, key) ? VALUES[key] : undefined
  return reasons !== undefined && Object.hasOwn(reasons, value) ? (reasons[value] ?? null) : null
}
