import { METRICS } from '../model/metric.ts'
import type { ClusterPlan, LoadPlan, Plan, SchedulePlan, SidePlan } from '../model/plan.ts'
import { cellOf } from '../model/words.ts'
import type { Outcome, SideName } from '../model/words.ts'
import {
  DEFAULT_CLUSTER,
  DEFAULT_FAIL_ON,
  DEFAULT_LAYOUT,
  DEFAULT_LISTENERS,
  DEFAULT_LOAD,
  DEFAULT_SCHEDULE,
  DEFAULT_WORKLOADS,
  LOG_BYTES_PER_PARTITION,
  defaultRecordsPerBatch,
} from './defaults.ts'
import { factorsOf } from './factors.ts'
import { resolveLooks } from './looks.ts'
import { pick } from './pick.ts'
import { machineProbe } from './probe.ts'
import type { Probe } from './probe.ts'
import { refuse } from './problems.ts'
import type { Problem } from './problems.ts'
import { writeBytes, readBytes, readDuration, readMargin } from './quantity.ts'
import type { Read } from './quantity.ts'
import type { Layer, RawConfig } from './raw-config.ts'
import { resolveSide } from './side.ts'
import { defaultTls, resolveTls } from './tls.ts'

/** Below this the driver's CPU is missed by the brokers. */
const PINNED_FROM_CPUS = 4
const SECOND_MS = 1000
const HOUR_MS = 3_600_000
const MIB = 2 ** 20
const SLICE_RANGE = { from: 20, to: 10 * SECOND_MS }
const WARM_UP_RANGE = { from: 0, to: 600 * SECOND_MS }
const BUDGET_RANGE = { from: SECOND_MS, to: 100 * HOUR_MS }
const HEAP_RANGE = { from: 256 * MIB, to: 64 * 1024 * MIB }
const FETCH_RANGE = { from: 1024, to: 64 * MIB }
const BATCH_BYTES_LIMIT = 8 * MIB

/** Reads single keys from the layers; what cannot be read becomes a problem. */
class Reader {
  readonly layers: readonly Layer[]
  readonly problems: Problem[] = []

  constructor(layers: readonly Layer[]) {
    this.layers = layers
  }

  value<K extends keyof RawConfig>(key: K): NonNullable<RawConfig[K]> | null {
    return pick(this.layers, key)?.value ?? null
  }

  /** @param read turns what was given into a number */
  quantity<K extends keyof RawConfig>(
    key: K,
    read: (given: NonNullable<RawConfig[K]>) => Read,
  ): number | null {
    const picked = pick(this.layers, key)
    if (picked === null) return null
    const result = read(picked.value)
    if ('value' in result) return result.value
    const text = `${key} is ${JSON.stringify(picked.value)}, wanted ${result.wanted}`
    this.problems.push({ where: picked.where, text })
    return null
  }
}

/**
 * Makes the one complete plan out of what was given and what is default.
 *
 * @param layers checked, strongest first: the command line, then the file
 * @throws UserError KD_CONFIG (or KD_JAVA_TOO_OLD) that lists every fault
 */
export async function resolvePlan(
  layers: readonly Layer[],
  probe: Probe = machineProbe,
): Promise<Plan> {
  const reader = new Reader(layers)
  const { problems } = reader
  const looks = resolveLooks(layers, problems)
  const load = resolveLoad(reader)
  const schedule = resolveSchedule(reader)
  const workloads = reader.value('workloads') ?? DEFAULT_WORKLOADS
  const cluster = await resolveCluster(reader, {
    probe,
    partitions: workloads.length * load.connections,
  })
  const margin = reader.quantity('margin', readMargin)
  const budgetMs = reader.quantity('budget', (text) => readDuration(text, BUDGET_RANGE))
  const failOn = resolveFailOn(reader)
  const sides = await resolveSides(layers, probe, problems)
  refuse(problems, { action: 'Cannot plan the run', code: 'KD_CONFIG' })
  if (sides === null || looks === null)
    throw new Error('a part of the plan is missing without a reason')

  const listeners = reader.value('listeners') ?? DEFAULT_LISTENERS
  return {
    schemaVersion: 1,
    ...looks,
    margins: {
      recordsPerSecond: margin ?? METRICS.recordsPerSecond.defaultMargin,
      cpuSecondsPerGb: METRICS.cpuSecondsPerGb.defaultMargin,
    },
    seed: reader.value('seed') ?? probe.drawSeed(),
    layout: reader.value('layout') ?? DEFAULT_LAYOUT,
    workloads,
    listeners,
    cells: workloads.flatMap((workload) => listeners.map((listener) => cellOf(workload, listener))),
    budgetMs,
    ...sides,
    factors: factorsOf(sides.baseline, sides.candidate),
    load,
    schedule,
    cluster,
    failOn,
  }
}

type SidePlans = Readonly<Record<SideName, SidePlan>>

async function resolveSides(
  layers: readonly Layer[],
  probe: Probe,
  problems: Problem[],
): Promise<SidePlans | null> {
  // one after the other, so that their problems stand in order
  const baseline = await resolveSide({ layers, name: 'baseline', probe, problems })
  const candidate = await resolveSide({ layers, name: 'candidate', probe, problems })
  if (baseline === null || candidate === null) return null
  const fallback = defaultTls([baseline.facts, candidate.facts])
  return {
    baseline: { ...baseline.plan, tls: resolveTls(baseline, fallback, problems) },
    candidate: { ...candidate.plan, tls: resolveTls(candidate, fallback, problems) },
  }
}

function resolveLoad(reader: Reader): LoadPlan {
  const recordSizeBytes = reader.value('record-size') ?? DEFAULT_LOAD.recordSizeBytes
  const recordsPerBatch =
    reader.quantity('records-per-batch', (records) => {
      const limit = Math.max(1, Math.floor(BATCH_BYTES_LIMIT / recordSizeBytes))
      if (records <= limit) return { value: records }
      return { wanted: `at most ${limit}: a batch holds up to ${writeBytes(BATCH_BYTES_LIMIT)}` }
    }) ?? defaultRecordsPerBatch(recordSizeBytes)
  return {
    recordSizeBytes,
    recordsPerBatch,
    acks: reader.value('acks') === 1 ? 1 : DEFAULT_LOAD.acks,
    connections: reader.value('connections') ?? DEFAULT_LOAD.connections,
    inFlight: reader.value('in-flight') ?? DEFAULT_LOAD.inFlight,
    fetchBytes:
      reader.quantity('fetch-size', (size) => readBytes(size, FETCH_RANGE)) ??
      DEFAULT_LOAD.fetchBytes,
    preloadBytes: DEFAULT_LOAD.preloadBytes,
  }
}

function resolveSchedule(reader: Reader): SchedulePlan {
  const warmUpMs = reader.quantity('warm-up', (text) => readDuration(text, WARM_UP_RANGE))
  return {
    sliceMs:
      reader.quantity('slice', (text) => readDuration(text, SLICE_RANGE)) ??
      DEFAULT_SCHEDULE.sliceMs,
    blocks: reader.value('blocks') ?? DEFAULT_SCHEDULE.blocks,
    warmUpSeconds: warmUpMs === null ? DEFAULT_SCHEDULE.warmUpSeconds : warmUpMs / SECOND_MS,
  }
}

async function resolveCluster(
  reader: Reader,
  { probe, partitions }: { readonly probe: Probe; readonly partitions: number },
): Promise<ClusterPlan> {
  const heapBytes = reader.quantity('heap', (text) => readBytes(text, HEAP_RANGE))
  const heapMb = heapBytes === null ? DEFAULT_CLUSTER.heapMb : heapBytes / MIB
  const brokers = reader.value('brokers') ?? DEFAULT_CLUSTER.brokers
  const sidesAlive = (reader.value('layout') ?? DEFAULT_LAYOUT) === 'duel' ? 2 : 1
  const neededBytes = sidesAlive * brokers * (partitions * LOG_BYTES_PER_PARTITION + heapMb * MIB)
  const logDirs = reader.value('log-dirs') ?? 'auto'
  const pin = reader.value('pin') ?? 'auto'
  const hasRoom = logDirs === 'auto' && (await probe.freeMemoryBytes()) >= neededBytes
  return {
    brokers,
    interBrokerListener: reader.value('inter-broker') ?? DEFAULT_CLUSTER.interBrokerListener,
    heapMb,
    logDirs: logDirs === 'auto' ? (hasRoom ? 'memory' : 'disk') : logDirs,
    isPinned:
      pin === 'auto' ? probe.platform() === 'linux' && probe.cpus() >= PINNED_FROM_CPUS : pin,
  }
}

function resolveFailOn(reader: Reader): readonly Outcome[] {
  const picked = pick(reader.layers, 'fail-on')
  if (picked === null) return DEFAULT_FAIL_ON
  if (picked.value === 'none') return []
  const outcomes = picked.value.filter((word) => word !== 'none')
  if (outcomes.length > 0 && outcomes.length < picked.value.length) {
    const text = `fail-on has none beside ${outcomes.join(', ')}, wanted none or outcomes`
    reader.problems.push({ where: picked.where, text })
  }
  return outcomes
}
