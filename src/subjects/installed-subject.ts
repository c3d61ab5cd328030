import type { KafkaVersion } from '../model/kafka-version.ts'

/** A subject whose class path is on this machine and has been checked. */
export interface InstalledSubject {
  readonly kafkaVersion: KafkaVersion
  /** such as "2.13"; null where no kafka_2.1x jar tells */
  readonly scalaSuffix: string | null
  /** absolute paths, in class path order, cures included */
  readonly jars: readonly string[]
  /** SHA-256 (hex) over names and digests of the jars */
  readonly classPathDigest: string
  /** cures applied for this Kafka on this Java, as sentences for the report */
  readonly cures: readonly string[]
}
