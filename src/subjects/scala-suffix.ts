import { isAtLeast } from '../model/kafka-version.ts'
import type { KafkaVersion } from '../model/kafka-version.ts'

/** Scala versions of published brokers: from that Kafka on, and before this one. */
const PUBLISHED = [
  { suffix: '2.13', from: '2.4', before: null },
  { suffix: '2.12', from: '0.10.2', before: '4.0' },
  { suffix: '2.11', from: '0.9', before: '2.5' },
] as const

/**
 * Scala suffixes to look for, the first choice first: the suffix that whole class paths are known to
 * resolve for, then the others that were published for this Kafka.
 */
export function scalaSuffixes(version: KafkaVersion): readonly string[] {
  const published = PUBLISHED.filter(
    ({ from, before }) =>
      isAtLeast(version, from) && (before === null || !isAtLeast(version, before)),
  ).map(({ suffix }) => suffix)
  const first = firstChoice(version)
  return [first, ...published.filter((suffix) => suffix !== first)]
}

function firstChoice(version: KafkaVersion): string {
  if (isAtLeast(version, '2.6')) return '2.13'
  return isAtLeast(version, '2.4') ? '2.12' : '2.11'
}

/**
 * The suffix that both sides should share, so that Scala is not a second thing in which they differ: the
 * one that stands first in both lists together, whichever side is which.
 *
 * @returns null when no Scala version was published for both
 */
export function sharedScalaSuffix(one: KafkaVersion, other: KafkaVersion): string | null {
  const lists = [scalaSuffixes(one), scalaSuffixes(other)]
  const shared = PUBLISHED.map(({ suffix }) => suffix)
    .filter((suffix) => lists.every((list) => list.includes(suffix)))
    .map((suffix) => ({ suffix, rank: lists.reduce((sum, list) => sum + list.indexOf(suffix), 0) }))
    .sort((first, second) => first.rank - second.rank)
  return shared[0]?.suffix ?? null
}
