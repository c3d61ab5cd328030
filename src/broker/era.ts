import { isAtLeast } from '../model/kafka-version.ts'
import type { KafkaVersion } from '../model/kafka-version.ts'

/** What a Kafka release needs and can do, as far as starting and reaching its brokers goes. */
export interface Era {
  readonly metadata: 'zookeeper' | 'kraft'
  /** answers ApiVersions (0.10.0) */
  readonly hasApiVersions: boolean
  /** answers CreateTopics (0.10.1); below, topics come into being when they are asked for */
  readonly hasCreateTopics: boolean
  /** knows group.initial.rebalance.delay.ms and transaction.state.log.* (0.11) */
  readonly hasTransactions: boolean
  readonly logging: 'log4j' | 'log4j2'
}

export function eraOf(version: KafkaVersion): Era {
  const isKraft = isAtLeast(version, '4.0')
  return {
    metadata: isKraft ? 'kraft' : 'zookeeper',
    hasApiVersions: isAtLeast(version, '0.10'),
    hasCreateTopics: isAtLeast(version, '0.10.1'),
    hasTransactions: isAtLeast(version, '0.11'),
    logging: isKraft ? 'log4j2' : 'log4j',
  }
}

/** Main classes, started directly: no shell script stands between us and the JVM's pid. */
export const MAIN_CLASSES = {
  broker: 'kafka.Kafka',
  zookeeper: 'org.apache.zookeeper.server.quorum.QuorumPeerMain',
  storageTool: 'kafka.tools.StorageTool',
} as const
