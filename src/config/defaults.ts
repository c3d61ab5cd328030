import type { ClusterPlan, LoadPlan, SchedulePlan } from '../model/plan.ts'
import type { Layout, Listener, Outcome, Workload } from '../model/words.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Java 17 runs every Kafka from 0.9 to 4.x. */
export const DEFAULT_JAVA = '17'

export const DEFAULT_PLAN_NAME = 'quick'
export const DEFAULT_ALPHA = 0.05
export const DEFAULT_WORKLOADS: readonly Workload[] = ['produce', 'consume']
export const DEFAULT_LISTENERS: readonly Listener[] = ['tls', 'plaintext']
export const DEFAULT_LAYOUT: Layout = 'duel'
export const DEFAULT_FAIL_ON: readonly Outcome[] = ['regression', 'inconclusive', 'invalid']

const BATCH_BYTES = 60_000

/** About 60 kB of values per batch, but at least one record. */
export function defaultRecordsPerBatch(recordSizeBytes: number): number {
  return Math.max(1, Math.floor(BATCH_BYTES / recordSizeBytes))
}

/** `recordsPerBatch` follows from the record's size. */
export const DEFAULT_LOAD: Omit<LoadPlan, 'recordsPerBatch'> = {
  recordSizeBytes: 100,
  acks: -1,
  connections: 2,
  inFlight: 2,
  fetchBytes: 2 * MIB,
  preloadBytes: 16 * MIB,
}

export const DEFAULT_SCHEDULE: SchedulePlan = { sliceMs: 100, blocks: 40, warmUpSeconds: 10 }

/** `logDirs` and `isPinned` depend on the machine. */
export const DEFAULT_CLUSTER: Omit<ClusterPlan, 'logDirs' | 'isPinned'> = {
  brokers: 1,
  interBrokerListener: 'plaintext',
  heapMb: 1024,
}

/** Room that a broker's logs may take per partition: retention, the open segment, what is being deleted. */
export const LOG_BYTES_PER_PARTITION = 256 * MIB
