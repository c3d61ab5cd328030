import { isAtLeast } from './kafka-version.ts'
import type { KafkaVersion } from './kafka-version.ts'

/** Kafka from 0.9 to 4.4 was seen to run on Java up to this one. */
const LATEST_TRIED_JAVA = 25

/** Feature version of Java below which the broker's classes do not load: 4.0 was built for 17, 2.0 for 8. */
export function requiredJava(version: KafkaVersion): number {
  if (isAtLeast(version, '4.0')) return 17
  return isAtLeast(version, '2.0') ? 8 : 7
}

/** A remark for the report where nobody has tried so new a Java; never a reason to refuse it. */
export function javaNote(javaFeature: number): string | null {
  if (javaFeature <= LATEST_TRIED_JAVA) return null
  return `Java ${javaFeature} is newer than any that kafka-duel was tried on (up to ${LATEST_TRIED_JAVA})`
}
