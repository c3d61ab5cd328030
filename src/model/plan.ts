import type { MetricName } from './metric.ts'
import type { Cell, Layout, Listener, Outcome, SideName, Workload } from './words.ts'

/** Something that can be started as a Kafka cluster. */
export type Subject =
  | { readonly kind: 'maven'; readonly version: string }
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'archive'; readonly path: string }

export type TlsProtocol = 'TLSv1.2' | 'TLSv1.3'

export interface TlsSettings {
  readonly protocol: TlsProtocol
  /** IANA name, such as TLS_AES_256_GCM_SHA384 */
  readonly cipher: string
}

/** One side of the duel, complete: nothing behind the configuration meets `undefined`. */
export interface SidePlan {
  readonly name: SideName
  readonly subject: Subject
  /** as the user wrote it: a feature version such as "17", or a path to a Java home */
  readonly java: string
  readonly jvmFlags: readonly string[]
  readonly tls: TlsSettings
  /** further lines of server.properties; they win over those that kafka-duel writes */
  readonly brokerConfig: Readonly<Record<string, string>>
}

export type PlanName = 'quick' | 'mid' | 'standard' | 'nightly' | 'custom'

/** A number of rounds, fixed beforehand, after which comparisons are judged. */
export interface Look {
  readonly rounds: number
  /** critical value of W+; null = this look sets no bound */
  readonly critical: number | null
}

export interface LoadPlan {
  readonly recordSizeBytes: number
  readonly recordsPerBatch: number
  /** acks of Produce requests: -1 = all in-sync replicas */
  readonly acks: -1 | 0 | 1
  /** connections per side and cell; each drives a partition of its own */
  readonly connections: number
  /** Produce requests in flight per connection; of Fetch there is one, as in Kafka's own consumer */
  readonly inFlight: number
  /** limit of one Fetch request per partition */
  readonly fetchBytes: number
  /** bytes of record data preloaded per partition for `consume` */
  readonly preloadBytes: number
}

export interface SchedulePlan {
  readonly sliceMs: number
  /** blocks of four slices per train; a train takes sliceMs * 4 * blocks */
  readonly blocks: number
  /** warm-up work per side and round over all cells, in seconds at the slower side's speed */
  readonly warmUpSeconds: number
}

export interface ClusterPlan {
  readonly brokers: 1 | 3
  readonly interBrokerListener: Listener
  /** -Xms and -Xmx of every broker */
  readonly heapMb: number
  /** 'memory' = /dev/shm, 'disk' = the temporary folder */
  readonly logDirs: 'memory' | 'disk'
  /** driver on the last CPU, brokers on the others */
  readonly isPinned: boolean
}

/** Everything that decides a run; written down before the first round and never changed after. */
export interface Plan {
  readonly schemaVersion: 1
  readonly name: PlanName
  /** error of each bound over all looks together, such as 0.05 */
  readonly alphaPerBound: number
  readonly looks: readonly Look[]
  readonly margins: Readonly<Record<MetricName, number>>
  readonly seed: number
  readonly layout: Layout
  readonly workloads: readonly Workload[]
  readonly listeners: readonly Listener[]
  readonly cells: readonly Cell[]
  /** wall-clock limit for the whole run in ms, or null */
  readonly budgetMs: number | null
  readonly baseline: SidePlan
  readonly candidate: SidePlan
  /** what the sides differ in, as words: "kafka", "java", "jvm-flags", "tls", "broker-config" */
  readonly factors: readonly string[]
  readonly load: LoadPlan
  readonly schedule: SchedulePlan
  readonly cluster: ClusterPlan
  /** outcomes that make the exit code non-zero */
  readonly failOn: readonly Outcome[]
}

/** "kafka 3.9.1", or the path of a distribution. */
export function describeSubject(subject: Subject): string {
  return subject.kind === 'maven' ? `kafka ${subject.version}` : subject.path
}
