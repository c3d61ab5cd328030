import { readCpuSeconds } from '../../jvm/cpu-time.ts'
import type { Slice, TrainSide } from '../../model/round.ts'
import { SIDE_NAMES, otherSide } from '../../model/words.ts'
import type { SideName } from '../../model/words.ts'
import type { DriverJob, DriverResult, SliceWork, WarmUpWork } from '../job.ts'
import { Crew } from './crew.ts'
import type { Burst } from './crew.ts'
import { findTargets, logEndOffset } from './side.ts'
import { nowMs } from './thread-messages.ts'
import type { ThreadTarget } from './thread-messages.ts'

/** What a job works with. */
interface Site {
  readonly job: DriverJob
  /** those of the job's sides that are alive, baseline first */
  readonly names: readonly SideName[]
  readonly targets: readonly ThreadTarget[]
  readonly crew: Crew
}

/** Requests per turn of the warm-up, over all connections. */
const REQUESTS_PER_TURN = 100
const LEAD_IN_MS = 50

/** Does a job and gives its numbers. Connections are closed in any case. */
export async function runJob(job: DriverJob): Promise<DriverResult> {
  const targets: ThreadTarget[] = []
  for (const name of SIDE_NAMES) {
    const side = job.sides[name]
    if (side !== undefined) targets.push(...(await findTargets(name, side, job)))
  }
  const names = SIDE_NAMES.filter((name) => job.sides[name] !== undefined)
  await using crew = await Crew.open(job, targets)
  return await work({ job, names, targets, crew })
}

async function work(site: Site): Promise<DriverResult> {
  const order = site.job.work
  switch (order.kind) {
    case 'slices':
      return runSlices(site, order)
    case 'warm-up': {
      const { sums, turns } = await warmUp(site, order)
      return { ...(await summarise(site, sums)), turns }
    }
    case 'preload':
      return summarise(site, await preload(site, order.bytesPerPartition))
  }
}

type PerSide<T> = Record<SideName, T>

function perSide<T>(value: (name: SideName) => T): PerSide<T> {
  return { baseline: value('baseline'), candidate: value('candidate') }
}

function noWork(): PerSide<Burst> {
  return perSide(() => ({ records: 0, bytes: 0, elapsedMs: 0 }))
}

function add(sums: PerSide<Burst>, side: SideName, burst: Burst): void {
  const sum = sums[side]
  sums[side] = {
    records: sum.records + burst.records,
    bytes: sum.bytes + burst.bytes,
    elapsedMs: sum.elapsedMs + burst.elapsedMs,
  }
}

async function runSlices(site: Site, { order, sliceMs }: SliceWork): Promise<DriverResult> {
  const { job, crew } = site
  // connections, the driver's own code and the broker's handlers have run once before anything counts
  for (const side of site.names) {
    await crew.burst({ side, untilMs: nowMs() + LEAD_IN_MS, requests: 0, isMeasured: false })
  }
  const isProduce = job.cell.workload === 'produce'
  const startOffsets = isProduce ? await logEndOffsets(site) : null

  const sums = noWork()
  const slices: Slice[] = []
  const driverCpu = process.cpuUsage()
  const cpuAtStart = readBrokersCpu(job)
  let cpu = cpuAtStart
  const startedAt = performance.now()
  for (const [index, name] of order.entries()) {
    const untilMs = nowMs() + sliceMs
    const burst = await crew.burst({ side: name, untilMs, requests: 0, isMeasured: true })
    add(sums, name, burst)
    const cpuNow = readBrokersCpu(job)
    const idle = otherSide(name)
    slices.push({
      side: name,
      block: Math.floor(index / 4),
      ...burst,
      loadedCpuSeconds: difference(cpuNow[name], cpu[name]),
      idleCpuSeconds: difference(cpuNow[idle], cpu[idle]),
    })
    cpu = cpuNow
  }
  const wallSeconds = (performance.now() - startedAt) / 1000
  const used = process.cpuUsage(driverCpu)
  const endOffsets = isProduce ? await logEndOffsets(site) : null

  const result = await summarise(site, sums)
  const complete = (side: TrainSide | undefined, name: SideName): Partial<PerSide<TrainSide>> =>
    side === undefined
      ? {}
      : {
          [name]: {
            ...side,
            cpuSeconds: difference(cpu[name], cpuAtStart[name]),
            confirmedRecords: difference(endOffsets?.get(name), startOffsets?.get(name)),
          },
        }
  return {
    ...result,
    slices,
    sides: {
      ...complete(result.sides.baseline, 'baseline'),
      ...complete(result.sides.candidate, 'candidate'),
    },
    driverCpuPerThread: (used.user + used.system) / 1e6 / wallSeconds / crew.size,
  }
}

/** Equal work in turns, a fixed number of them or until the slower side has been busy long enough. */
async function warmUp(
  { crew, names }: Site,
  { busyMs, turns: wanted, first }: WarmUpWork,
): Promise<{ sums: PerSide<Burst>; turns: number }> {
  const sums = noWork()
  const order = [...names].sort((a, b) => Number(b === first) - Number(a === first))
  const isDone = (turns: number): boolean =>
    wanted === null
      ? Math.max(sums.baseline.elapsedMs, sums.candidate.elapsedMs) >= busyMs
      : turns >= wanted
  let turns = 0
  for (; !isDone(turns); turns += 1) {
    for (const side of order) {
      const requests = REQUESTS_PER_TURN
      add(sums, side, await crew.burst({ side, untilMs: null, requests, isMeasured: false }))
    }
    order.reverse()
  }
  return { sums, turns }
}

/** The same bytes on both sides, side after side. */
async function preload(
  { job, crew, names }: Site,
  bytesPerPartition: number,
): Promise<PerSide<Burst>> {
  const batchBytes = job.load.recordSizeBytes * job.load.recordsPerBatch
  const requests = Math.ceil(bytesPerPartition / batchBytes) * crew.size
  const sums = noWork()
  for (const side of names) {
    add(sums, side, await crew.burst({ side, untilMs: null, requests, isMeasured: false }))
  }
  return sums
}

async function summarise({ job, names, crew }: Site, sums: PerSide<Burst>): Promise<DriverResult> {
  const histogramOf = await crew.histograms()
  const summaries: Partial<PerSide<TrainSide>> = {}
  for (const name of names) {
    const opened = crew.opened[name]
    summaries[name] = {
      ...sums[name],
      cpuSeconds: null,
      apiVersion: opened?.apiVersion ?? 0,
      tls: job.cell.listener === 'tls' ? (opened?.tls ?? null) : null,
      confirmedRecords: null,
      latencyHistogram: histogramOf(name),
    }
  }
  return {
    slices: [],
    sides: summaries,
    driverCpuPerThread: 0,
    turns: 0,
    rssBytes: process.memoryUsage.rss(),
  }
}

async function logEndOffsets({ job, names, targets }: Site): Promise<Map<SideName, number>> {
  const offsets = new Map<SideName, number>()
  for (const name of names) {
    const own = targets.filter(({ side }) => side === name)
    offsets.set(name, await logEndOffset(job.topic, own))
  }
  return offsets
}

function readBrokersCpu(job: DriverJob): PerSide<number | null> {
  return perSide((name) => {
    const pids = job.sides[name]?.pids ?? []
    const seconds = pids.map(readCpuSeconds).filter((value) => value !== null)
    return pids.length === 0 || seconds.length < pids.length
      ? null
      : seconds.reduce((sum, value) => sum + value, 0)
  })
}

function difference(
  now: number | null | undefined,
  before: number | null | undefined,
): number | null {
  return typeof now === 'number' && typeof before === 'number' ? now - before : null
}
