import { median } from 'simple-statistics'
import { normal, seededRandom } from '../../../src/lib/random.ts'
import { METRICS, METRIC_NAMES, type MetricName } from '../../../src/model/metric.ts'
import type { Plan, SidePlan } from '../../../src/model/plan.ts'
import type { Result, SideDescription } from '../../../src/model/result.ts'
import type { MeasuredTrain, Round, Slice, TrainSide } from '../../../src/model/round.ts'
import type { AttributionResult, Comparison } from '../../../src/model/verdict.ts'
import {
  cellOf,
  type Attribution,
  type Cell,
  type CellName,
  type Outcome,
  type SideName,
} from '../../../src/model/words.ts'
import { repeatedInterval, isUnstable } from '../../../src/stats/repeated-interval.ts'
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

function sideDescription(plan: SidePlan): SideDescription {
  const version = plan.subject.kind === 'maven' ? plan.subject.version : '2.4.1'
  return {
    plan,
    kafkaVersion: version,
    scalaSuffix: '2.12',
    jars: 58,
    classPathDigest: (version === '2.4.1' ? 'b04e77a91d36' : '3f9a1c0b7d52').repeat(5),
    java: {
      home: `/usr/lib/jvm/java-${plan.java}-openjdk-amd64`,
      feature: Number(plan.java),
      build: plan.java === '17' ? '17.0.15+6-Debian-1deb12u1' : '25+36-LTS',
      vendor: plan.java === '17' ? 'Debian' : 'Eclipse Adoptium',
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

function roundsOf(recipe: Recipe, plan: Plan): Round[] {
  const random = seededRandom(plan.seed, recipe.rounds)
  return Array.from({ length: recipe.rounds }, (_, index) => {
    const startedAt = new Date(Date.UTC(2026, 2, 14, 9, 0, 0) + index * ROUND_MS).toISOString()
    const machine = 1 + 0.08 * normal(random)
    return {
      index,
      startedAt,
      coins: {
        bootFirst: index % 2 === 0 ? 'baseline' : 'candidate',
        cellOrder: plan.cells.map(({ name }) => name),
        blocks: {},
      },
      trains: plan.cells.map((cell) => {
        const baselineRate = NOMINAL[cell.name] * machine
        const ratio = (1 + recipe.changes[cell.name]) * Math.exp(recipe.noise * normal(random))
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

/** d per round: the log ratio, turned so that below 0 is worse. */
function differencesOf(rounds: readonly Round[], cell: CellName, metric: MetricName): number[] {
  return rounds.flatMap(({ trains }) =>
    trains.flatMap((one) => {
      if (one.state !== 'measured' || one.cell !== cell) return []
      const [baseline, candidate] = [valueOf(one.baseline, metric), valueOf(one.candidate, metric)]
      return [(METRICS[metric].direction === 'higher' ? 1 : -1) * Math.log(candidate / baseline)]
    }),
  )
}

function valueOf({ records, bytes, elapsedMs, cpuSeconds }: TrainSide, metric: MetricName): number {
  return metric === 'recordsPerSecond'
    ? (records / elapsedMs) * 1000
    : (cpuSeconds ?? 0) / (bytes / 1e9)
}

/** Stands in for the judge, which knows far more: enough for numbers that agree with each other. */
function comparisonOf(cell: Cell, metric: MetricName, { plan, rounds }: Made): Comparison {
  const { direction, unit, gatingIn } = METRICS[metric]
  const margin = plan.margins[metric]
  const differences = differencesOf(rounds, cell.name, metric)
  const logMargin = direction === 'higher' ? Math.log1p(-margin) : -Math.log1p(margin)
  const interval = repeatedInterval(differences, plan.looks, logMargin)
  const isBounded = Number.isFinite(interval.lower) && !isUnstable(interval)
  const values = (side: SideName): number[] =>
    rounds.flatMap(({ trains }) =>
      trains.flatMap((one) =>
        one.state === 'measured' && one.cell === cell.name ? [valueOf(one[side], metric)] : [],
      ),
    )
  const { lower, upper } = isBounded ? interval : { lower: null, upper: null }
  const estimate = interval.estimate
  const sign = direction === 'higher' ? 1 : -1
  const read = (x: number | null): number | null => (x === null ? null : Math.expm1(sign * x))
  const change = [read(lower), read(upper)]
  const outcome: Outcome = interval.crossing ?? 'inconclusive'
  const label =
    upper !== null && upper < 0
      ? 'probably slower'
      : lower !== null && lower > 0
        ? 'probably faster'
        : 'cannot tell'
  return {
    cell: cell.name,
    metric,
    direction,
    unit,
    gating: gatingIn.includes(cell.workload),
    outcome,
    labels: outcome === 'inconclusive' ? [label] : [],
    estimate: estimate === null ? null : Math.expm1(estimate),
    lower: lower === null ? null : Math.expm1(lower),
    upper: upper === null ? null : Math.expm1(upper),
    change: read(estimate),
    changeLower: change[direction === 'higher' ? 0 : 1] ?? null,
    changeUpper: change[direction === 'higher' ? 1 : 0] ?? null,
    margin,
    provedMargin:
      lower === null ? null : direction === 'higher' ? -Math.expm1(lower) : Math.expm1(-lower),
    rounds: interval.rounds,
    decidedAtRounds: interval.decidedAtRounds,
    differences,
    baselineMedian: median(values('baseline')),
    candidateMedian: median(values('candidate')),
    deviation: 0.03,
    roundsNeeded: null,
    resolution: null,
    reasons: [],
  }
}

interface Made {
  readonly plan: Plan
  readonly rounds: readonly Round[]
}

/** An example with its verdict given by hand: outcome and one attribution per workload. */
export function make(
  recipe: Recipe,
  outcome: Outcome,
  attributions: Readonly<Record<'produce' | 'consume', Attribution>>,
): Result {
  const plan = planOf(recipe)
  const rounds = roundsOf(recipe, plan)
  const metrics = rounds.length === 0 ? [] : METRIC_NAMES
  const comparisons = metrics.flatMap((metric) =>
    plan.cells.map((cell) => comparisonOf(cell, metric, { plan, rounds })),
  )
  const judged = Math.max(0, ...comparisons.map((one) => one.rounds))
  const results = plan.workloads.map((workload): AttributionResult => {
    const [tls, plaintext] = [`${workload}/tls`, `${workload}/plaintext`] as const
    const plain = differencesOf(rounds, plaintext, 'recordsPerSecond')
    const g = differencesOf(rounds, tls, 'recordsPerSecond').map((d, i) => d - (plain[i] ?? 0))
    const { estimate, lower, upper } = repeatedInterval(g, plan.looks, null)
    const isKnown = estimate !== null && Number.isFinite(lower)
    return {
      workload,
      metric: 'recordsPerSecond',
      attribution: attributions[workload],
      tlsExtra: isKnown ? Math.expm1(estimate) : null,
      tlsExtraLower: isKnown ? Math.expm1(lower) : null,
      tlsExtraUpper: isKnown ? Math.expm1(upper) : null,
    }
  })
  const regressed = results.filter(
    ({ attribution }) => attribution !== 'none' && attribution !== 'inconclusive',
  )
  const isInconclusive = results.some(({ attribution }) => attribution === 'inconclusive')
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
    startedAt: '2026-03-14T09:00:00.000Z',
    finishedAt: new Date(Date.UTC(2026, 2, 14, 9) + rounds.length * ROUND_MS + 4000).toISOString(),
    wallMs: rounds.length * ROUND_MS + 4000,
    rounds,
    comparisons,
    verdict: {
      outcome,
      attribution: regressed[0]?.attribution ?? (isInconclusive ? 'inconclusive' : 'none'),
      attributions: results,
      reasons: [],
      roundsCompleted: rounds.length,
      roundsJudged: judged,
      stoppedBy: outcome === 'inconclusive' ? 'last-look' : 'settled',
    },
    failure: null,
  }
}

export function withComparison(result: Result, cell: CellName, patch: Partial<Comparison>): Result {
  const comparisons = result.comparisons.map((one) =>
    one.gating && one.cell === cell ? { ...one, ...patch } : one,
  )
  return { ...result, comparisons }
}
