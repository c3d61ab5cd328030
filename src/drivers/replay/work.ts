import { encodeIntoCompressedBase64 } from 'hdr-histogram-js'
import { readCpuSeconds } from '../../jvm/cpu-time.ts'
import type { Slice, TrainSide } from '../../model/round.ts'
import { SIDE_NAMES, otherSide } from '../../model/words.ts'
import type { SideName } from '../../model/words.ts'
import type { DriverJob, DriverResult, SliceWork, WarmUpWork } from '../job.ts'
import type { Burst, LoadedSide } from './side.ts'
import { openSide } from './side.ts'

/** The sides of a job, in the order baseline, candidate. */
type Sides = readonly LoadedSide[]

/** Requests per turn of the warm-up, over all connections. */
const REQUESTS_PER_TURN = 100
const LEAD_IN_MS = 50

/** Does a job and gives its numbers. Connections are closed in any case. */
export async function runJob(job: DriverJob): Promise<DriverResult> {
  const sides: LoadedSide[] = []
  try {
    for (const name of SIDE_NAMES) {
      const side = job.sides[name]
      if (side !== undefined) sides.push(await openSide(name, side, job))
    }
    return await work(job, sides)
  } finally {
    for (const side of sides) side.close()
  }
}

async function work(job: DriverJob, sides: Sides): Promise<DriverResult> {
  switch (job.work.kind) {
    case 'slices':
      return runSlices(job, job.work, sides)
    case 'warm-up': {
      const { sums, turns } = await warmUp(job.work, sides)
      return { ...summarise(job, sides, sums), turns }
    }
    case 'preload':
      return summarise(job, sides, await preload(job, job.work.bytesPerPartition, sides))
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

async function runSlices(
  job: DriverJob,
  { order, sliceMs }: SliceWork,
  sides: Sides,
): Promise<DriverResult> {
  // connections, the driver's own code and the broker's handlers have run once before anything counts
  for (const side of sides) {
    await burstFor(side, LEAD_IN_MS)
    side.latencyUs.reset()
  }
  const isProduce = job.cell.workload === 'produce'
  const startOffsets = isProduce ? await logEndOffsets(sides) : null

  const sums = noWork()
  const slices: Slice[] = []
  const driverCpu = process.cpuUsage()
  const cpuAtStart = readBrokersCpu(job)
  let cpu = cpuAtStart
  const startedAt = performance.now()
  for (const [index, name] of order.entries()) {
    const burst = await burstFor(sideNamed(sides, name), sliceMs)
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
  const endOffsets = isProduce ? await logEndOffsets(sides) : null

  const result = summarise(job, sides, sums)
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
    driverCpuPerThread: (used.user + used.system) / 1e6 / wallSeconds,
  }
}

function sideNamed(sides: Sides, name: SideName): LoadedSide {
  const side = sides.find((candidate) => candidate.name === name)
  if (side === undefined) throw new Error(`the job's order names the ${name}, its sides do not`)
  return side
}

function burstFor(side: LoadedSide, durationMs: number): Promise<Burst> {
  const end = performance.now() + durationMs
  return side.burst(() => performance.now() < end)
}

function burstOf(side: LoadedSide, requests: number): Promise<Burst> {
  let left = requests - side.requestsAtOnce
  return side.burst(() => {
    left -= 1
    return left >= 0
  })
}

/** Equal work in turns, a fixed number of them or until the slower side has been busy long enough. */
async function warmUp(
  { busyMs, turns: wanted, first }: WarmUpWork,
  sides: Sides,
): Promise<{ sums: PerSide<Burst>; turns: number }> {
  const sums = noWork()
  const order = [...sides].sort((a, b) => Number(b.name === first) - Number(a.name === first))
  const isDone = (turns: number): boolean =>
    wanted === null
      ? Math.max(sums.baseline.elapsedMs, sums.candidate.elapsedMs) >= busyMs
      : turns >= wanted
  let turns = 0
  for (; !isDone(turns); turns += 1) {
    for (const side of order) add(sums, side.name, await burstOf(side, REQUESTS_PER_TURN))
    order.reverse()
  }
  return { sums, turns }
}

/** The same bytes on both sides, side after side. */
async function preload(
  job: DriverJob,
  bytesPerPartition: number,
  sides: Sides,
): Promise<PerSide<Burst>> {
  const batchBytes = job.load.recordSizeBytes * job.load.recordsPerBatch
  const requests = Math.ceil(bytesPerPartition / batchBytes) * job.load.connections
  const sums = noWork()
  for (const side of sides) add(sums, side.name, await burstOf(side, requests))
  return sums
}

function summarise(job: DriverJob, sides: Sides, sums: PerSide<Burst>): DriverResult {
  const summaries: Partial<PerSide<TrainSide>> = {}
  for (const side of sides) {
    summaries[side.name] = {
      ...sums[side.name],
      cpuSeconds: null,
      apiVersion: side.apiVersion,
      tls: job.cell.listener === 'tls' ? side.tls : null,
      confirmedRecords: null,
      latencyHistogram: encodeIntoCompressedBase64(side.latencyUs),
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

async function logEndOffsets(sides: Sides): Promise<Map<SideName, number>> {
  const offsets = new Map<SideName, number>()
  for (const side of sides) offsets.set(side.name, await side.logEndOffset())
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
