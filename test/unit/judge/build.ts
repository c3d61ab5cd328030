import { normal, seededRandom } from '../../../src/lib/random.ts'
import type { Plan, SidePlan } from '../../../src/model/plan.ts'
import type {
  InvalidTrain,
  MeasuredTrain,
  Round,
  Slice,
  Train,
  TrainSide,
} from '../../../src/model/round.ts'
import { SIDE_NAMES, cellOf } from '../../../src/model/words.ts'
import type { CellName, SideName } from '../../../src/model/words.ts'
import { shippedLooks } from '../../../src/stats/shipped-plans.ts'

const TLS = { protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' } as const

function sidePlan(name: SideName): SidePlan {
  return {
    name,
    subject: { kind: 'maven', version: '4.4.0' },
    java: '17',
    jvmFlags: [],
    tls: TLS,
    brokerConfig: {},
  }
}

/** Quick plan, both workloads on both listeners. */
export function buildPlan(changes: Partial<Plan> = {}): Plan {
  const workloads = changes.workloads ?? ['produce', 'consume']
  const listeners = changes.listeners ?? ['tls', 'plaintext']
  return {
    schemaVersion: 1,
    name: 'quick',
    alphaPerBound: 0.05,
    looks: shippedLooks('quick', 0.05) ?? [],
    margins: { recordsPerSecond: 0.05, cpuSecondsPerGb: 0.05 },
    seed: 1,
    layout: 'duel',
    workloads,
    listeners,
    cells: workloads.flatMap((workload) => listeners.map((listener) => cellOf(workload, listener))),
    budgetMs: null,
    baseline: sidePlan('baseline'),
    candidate: sidePlan('candidate'),
    factors: ['kafka'],
    load: {
      recordSizeBytes: 100,
      recordsPerBatch: 600,
      acks: -1,
      connections: 2,
      inFlight: 4,
      fetchBytes: 1_000_000,
      preloadBytes: 1_000_000,
    },
    schedule: { sliceMs: 100, blocks: 1, warmUpSeconds: 10 },
    cluster: {
      brokers: 1,
      interBrokerListener: 'plaintext',
      heapMb: 1024,
      logDirs: 'memory',
      isPinned: false,
    },
    failOn: ['regression', 'invalid'],
    ...changes,
  }
}

/** Per cell the speed of the candidate relative to the baseline, round by round; absent = 1. */
export type Speeds = Readonly<Partial<Record<CellName, readonly number[]>>>

interface BuildOptions {
  readonly count: number
  readonly speeds?: Speeds
  /** factor on all throughputs of both sides */
  readonly scale?: number
  readonly change?: (train: MeasuredTrain, round: number) => Train | null
}

/** Rounds whose throughput ratios are exactly the given speeds. */
export function buildRounds(plan: Plan, options: BuildOptions): readonly Round[] {
  const { count, speeds = {}, scale = 1 } = options
  const change = options.change ?? ((train: MeasuredTrain): Train => train)
  return Array.from({ length: count }, (_, index) => ({
    index,
    startedAt: '2026-01-01T00:00:00.000Z',
    coins: { bootFirst: 'baseline', cellOrder: plan.cells.map(({ name }) => name), blocks: {} },
    trains: plan.cells.flatMap(({ name }) => {
      const speed = speeds[name]?.[index] ?? 1
      const train = change(buildTrain(name, speed, scale), index)
      return train === null ? [] : [train]
    }),
    times: {
      bootMs: 0,
      prepareMs: 0,
      warmUpMs: 0,
      sliceMs: 0,
      trainOverheadMs: 0,
      stopMs: 0,
      totalMs: 0,
    },
    notes: [],
  }))
}

/** 0.2 s a side: 200 000 records on the baseline, that times the speed on the candidate. */
function buildTrain(cell: CellName, speed: number, scale: number): MeasuredTrain {
  const records = { baseline: 100_000 * scale, candidate: 100_000 * scale * speed }
  const slice = (side: SideName): Slice => ({
    side,
    block: 0,
    records: records[side],
    bytes: 10_000_000,
    elapsedMs: 100,
    loadedCpuSeconds: 0.1,
    idleCpuSeconds: 0.001,
  })
  const side = (name: SideName): TrainSide => ({
    records: 2 * records[name],
    bytes: 20_000_000,
    elapsedMs: 200,
    cpuSeconds: 0.2,
    apiVersion: 7,
    tls: cell.endsWith('/tls') ? { ...TLS, certificate: 'AB:CD' } : null,
    confirmedRecords: cell.startsWith('produce') ? 2 * records[name] : null,
    latencyHistogram: '',
  })
  return {
    state: 'measured',
    cell,
    startedAt: '2026-01-01T00:00:00.000Z',
    wallMs: 400,
    slices: [slice('baseline'), slice('candidate'), slice('candidate'), slice('baseline')],
    baseline: side('baseline'),
    candidate: side('candidate'),
    signals: { steal: 0, cpuPressure: 0, driverCpuPerThread: 0.4, idleShare: 0.03 },
    warnings: [],
  }
}

export function invalidTrain(cell: CellName, changes: Partial<InvalidTrain> = {}): InvalidTrain {
  return {
    state: 'invalid',
    cell,
    startedAt: '2026-01-01T00:00:00.000Z',
    class: 'DELIVERY_ERROR',
    side: 'candidate',
    reason: 'error 56 on partition 0',
    ...changes,
  }
}

/** The same change to one side of a train, or to both. */
export function changeSides(
  train: MeasuredTrain,
  change: Partial<TrainSide>,
  sides: readonly SideName[] = SIDE_NAMES,
): MeasuredTrain {
  const changed = (side: SideName): TrainSide =>
    sides.includes(side) ? { ...train[side], ...change } : train[side]
  return { ...train, baseline: changed('baseline'), candidate: changed('candidate') }
}

/** Speeds around a typical one, with normal noise on the log scale. */
export function noisySpeeds(typical: number, sigma: number, count: number, seed = 1): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => typical * Math.exp(sigma * normal(random)))
}
