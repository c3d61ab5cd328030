import { cellOf } from '../../src/model/words.ts'
import type { Plan, SidePlan } from '../../src/model/plan.ts'
import type { SideName } from '../../src/model/words.ts'

function side(name: SideName): SidePlan {
  return {
    name,
    subject: { kind: 'maven', version: '4.4.0' },
    java: '17',
    jvmFlags: [],
    tls: { protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' },
    brokerConfig: {},
  }
}

/** A whole plan for tests, to be changed where a test needs it. */
export function examplePlan(changes: Partial<Plan> = {}): Plan {
  return {
    schemaVersion: 1,
    name: 'standard',
    alphaPerBound: 0.05,
    looks: [
      { rounds: 6, critical: 0 },
      { rounds: 10, critical: 6 },
      { rounds: 16, critical: 28 },
      { rounds: 24, critical: 80 },
    ],
    margins: { recordsPerSecond: 0.05, cpuSecondsPerGb: 0.05 },
    seed: 42,
    layout: 'duel',
    workloads: ['produce', 'consume'],
    listeners: ['tls', 'plaintext'],
    cells: [
      cellOf('produce', 'tls'),
      cellOf('produce', 'plaintext'),
      cellOf('consume', 'tls'),
      cellOf('consume', 'plaintext'),
    ],
    budgetMs: null,
    baseline: side('baseline'),
    candidate: side('candidate'),
    factors: [],
    load: {
      recordSizeBytes: 100,
      recordsPerBatch: 600,
      acks: -1,
      connections: 2,
      inFlight: 2,
      fetchBytes: 1_048_576,
      preloadBytes: 67_108_864,
    },
    schedule: { sliceMs: 100, blocks: 40, warmUpSeconds: 10 },
    cluster: {
      brokers: 1,
      interBrokerListener: 'plaintext',
      heapMb: 1024,
      logDirs: 'memory',
      isPinned: false,
    },
    failOn: ['regression', 'inconclusive', 'invalid'],
    ...changes,
  }
}
