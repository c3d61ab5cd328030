import { createHash } from 'node:crypto'
import { judge } from '../../../src/judge/judge.ts'
import type { Plan, SidePlan } from '../../../src/model/plan.ts'
import type { Failure, Result, SideDescription } from '../../../src/model/result.ts'
import type { MeasuredTrain, Round, Slice, TrainSide } from '../../../src/model/round.ts'
import type { StopReason } from '../../../src/model/verdict.ts'
import { cellOf, type Cell, type CellName, type SideName } from '../../../src/model/words.ts'
import { shippedLooks } from '../../../src/stats/shipped-plans.ts'

/** What an example is made of; the rest is invented once, below. */
export interface Recipe {
  /** change of throughput per cell: -0.25 is a quarter less */
  readonly changes: Readonly<Record<CellName, number>>
  /** deviation of the log ratio of a round */
  readonly noise: number
  readonly rounds: number
  readonly plan?: Partial<Plan>
  readonly baseline?: Partial<SidePlan>
  readonly candidate?: Partial<SidePlan>
}

const CELLS = [
  cellOf('produce', 'tls'),
  cellOf('produce', 'plaintext'),
  cellOf('consume', 'tls'),
  cellOf('consume', 'plaintext'),
]

const NOMINAL: Readonly<Record<CellName, number>> = {
  'produce/tls': 2_410_000,
  'produce/plaintext': 2_950_000,
  'consume/tls': 4_210_000,
  'consume/plaintext': 9_640_000,
}
const BYTES_PER_RECORD = 110
const SLICE_MS = 1000
const BLOCKS = 2

function sidePlan(name: SideName, version: string): SidePlan {
  return {
    name,
    subject: { kind: 'maven', version },
    java: '17',
    jvmFlags: [],
    tls: { protocol: 'TLSv1.2', cipher: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384' },
    brokerConfig: {},
  }
}

function planOf({ plan, baseline, candidate }: Recipe): Plan {
  return {
    schemaVersion: 1,
    name: 'quick',
    alphaPerBound: 0.05,
    looks: shippedLooks('quick', 0.05) ?? [],
    margins: { recordsPerSecond: 0.05, cpuSecondsPerGb: 0.05 },
    seed: 42,
    layout: 'duel',
    workloads: ['produce', 'consume'],
    listeners: ['tls', 'plaintext'],
    cells: CELLS,
    budgetMs: null,
    baseline: { ...sidePlan('baseline', '2.5.1'), ...baseline },
    candidate: { ...sidePlan('candidate', '2.4.1'), ...candidate },
    factors: ['kafka'],
    load: {
      recordSizeBytes: 100,
      recordsPerBatch: 600,
      acks: -1,
      connections: 2,
      inFlight: 4,
      fetchBytes: 1_048_576,
      preloadBytes: 67_108_864,
    },
    schedule: { sliceMs: SLICE_MS, blocks: BLOCKS, warmUpSeconds: 10 },
    cluster: {
      brokers: 1,
      interBrokerListener: 'plaintext',
      heapMb: 1024,
      logDirs: 'memory',
      isPinned: false,
    },
    failOn: ['regression', 'inconclusive', 'invalid'],
    ...plan,
  }
}

const JAVA_BUILDS: Readonly<Record<string, string>> = {
  11: '11.0.27+6',
  17: '17.0.15+6',
  25: '25+36-LTS',
}

function sideDescription(plan: SidePlan): SideDescription {
  const version = plan.subject.kind === 'maven' ? plan.subject.version : '2.4.1'
  return {
    plan,
    kafkaVersion: version,
    scalaSuffix: version.startsWith('2') ? '2.12' : '2.13',
    jars: 58,
    classPathDigest: createHash('sha256').update(version).digest('hex'),
    java: {
      home: `/opt/java/jdk-${plan.java}`,
      feature: Number(plan.java),
      build: JAVA_BUILDS[plan.java] ?? '',
      vendor: 'Eclipse Adoptium',
    },
    jvmFlags: [
      '-Xms1024m',
      '-Xmx1024m',
      '-XX:+UseG1GC',
      '-XX:MaxGCPauseMillis=20',
      ...plan.jvmFlags,
    ],
    cures: [],
  }
}

interface Measured {
  readonly cell: Cell
  readonly startedAt: string
  readonly baselineRate: number
  readonly candidateRate: number
}

function train({ cell, startedAt, baselineRate, candidateRate }: Measured): MeasuredTrain {
  const rates = { baseline: baselineRate, candidate: candidateRate }
  const order: SideName[] = ['baseline', 'candidate', 'candidate', 'baseline']
  const slices: Slice[] = Array.from({ length: BLOCKS }, (_, block) =>
    order.map((side) => {
      const records = Math.round((rates[side] * SLICE_MS) / 1000)
      return {
        side,
        block,
        records,
        bytes: records * BYTES_PER_RECORD,
        elapsedMs: SLICE_MS,
        loadedCpuSeconds: 0.8,
        idleCpuSeconds: 0.02,
      }
    }),
  ).flat()
  const sideOf = (side: SideName): TrainSide => {
    const own = slices.filter((slice) => slice.side === side)
    const records = own.reduce((sum, slice) => sum + slice.records, 0)
    return {
      records,
      bytes: records * BYTES_PER_RECORD,
      elapsedMs: own.length * SLICE_MS,
      cpuSeconds: own.length * 0.82,
      apiVersion: cell.workload === 'produce' ? 7 : 11,
      tls:
        cell.listener === 'tls'
          ? {
              protocol: 'TLSv1.2',
              cipher: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
              certificate: '9C4E12AA07F35B61'.repeat(4),
            }
          : null,
      confirmedRecords: cell.workload === 'produce' ? records : null,
      latencyHistogram: 'HISTFAAAAB542pNpmSzMwMDAxAABzFCaEUoz2X+AsQA=',
    }
  }
  return {
    state: 'measured',
    cell: cell.name,
    startedAt,
    wallMs: BLOCKS * 4 * SLICE_MS + 600,
    slices,
    baseline: sideOf('baseline'),
    candidate: sideOf('candidate'),
    signals: { steal: 0.002, cpuPressure: 0.21, driverCpuPerThread: 0.31, idleShare: 0.028 },
    warnings: [],
  }
}

const ROUND_MS = 66_900
const STARTED_AT = Date.UTC(2026, 2, 14, 9)

/** Invented once, with mean 0 and deviation 1: no generator whose repair would move the examples. */
const NOISE = [
  0.3, -1.1, 0.7, -0.4, 1.6, -0.2, 0.9, -1.5, 0.1, -0.8, 1.2, -0.6, 0.5, 0, -1.9, 0.8, -0.3, 1,
  -0.9, 0.4, -0.1, 1.4, -1.1,
] as const

function noise(place: number): number {
  return NOISE[place % NOISE.length] ?? 0
}

function roundsOf(recipe: Recipe, plan: Plan): Round[] {
  return Array.from({ length: recipe.rounds }, (_, index) => {
    const startedAt = new Date(STARTED_AT + index * ROUND_MS).toISOString()
    const machine = 1 + 0.08 * noise(3 * index)
    return {
      index,
      startedAt,
      coins: {
        bootFirst: index % 2 === 0 ? 'baseline' : 'candidate',
        cellOrder: plan.cells.map(({ name }) => name),
        blocks: {},
      },
      trains: plan.cells.map((cell, place) => {
        const baselineRate = NOMINAL[cell.name] * machine
        const ratio =
          (1 + recipe.changes[cell.name]) * Math.exp(recipe.noise * noise(5 * index + 7 * place))
        return train({ cell, startedAt, baselineRate, candidateRate: baselineRate * ratio })
      }),
      times: {
        bootMs: 6200,
        prepareMs: 2100,
        warmUpMs: 20_400,
        sliceMs: plan.cells.length * BLOCKS * 4 * SLICE_MS,
        trainOverheadMs: 2400,
        stopMs: 2800,
        totalMs: ROUND_MS,
      },
      notes: [],
    }
  })
}

/** A result as `run` would leave it: the rounds are invented, the verdict is the judge's. */
export function make(
  recipe: Recipe,
  { reshape = (rounds) => rounds, failure = null, stoppedBy = 'settled' }: Circumstances = {},
): Result {
  const plan = planOf(recipe)
  const rounds = reshape(roundsOf(recipe, plan))
  const wallMs = rounds.length * ROUND_MS + 4000
  return {
    schemaVersion: 1,
    plan,
    environment: {
      toolVersion: '0.1.0',
      node: '20.20.2',
      os: 'Debian GNU/Linux 12',
      kernel: '6.1.0-31-amd64',
      arch: 'x64',
      cpuModel: 'AMD EPYC 7763 64-Core Processor',
      cpus: 2,
      memoryBytes: 24 * 1024 ** 3,
      logDirs: 'memory',
    },
    sides: { baseline: sideDescription(plan.baseline), candidate: sideDescription(plan.candidate) },
    startedAt: new Date(STARTED_AT).toISOString(),
    finishedAt: new Date(STARTED_AT + wallMs).toISOString(),
    wallMs,
    rounds,
    ...judge({ plan, rounds, stoppedBy, failure }),
    failure,
  }
}

/** What happened on the way. */
interface Circumstances {
  readonly reshape?: (rounds: readonly Round[]) => readonly Round[]
  readonly failure?: Failure | null
  readonly stoppedBy?: StopReason
}
