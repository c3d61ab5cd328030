import { isAtLeast } from './kafka-version.ts'
import type { KafkaVersion } from './kafka-version.ts'

/** Kafka from 0.9 to 4.4 was seen to run on Java up to this one. */
export const LATEST_TRIED_JAVA = 25

/** Feature version of Java below which the broker's classes do not load: 4.0 was built for 17, 2.0 for 8. */
export function requiredJava(version: KafkaVersion): number {
  if (isAtLeast(version, '4.0')) return 17
  return isAtLeast(version, '2.0') ? 8 : 7
}
