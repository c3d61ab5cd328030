import { setTimeout as delay } from 'node:timers/promises'
import { classifyFailure } from '../broker/classify-failure.ts'
import type { StartedCluster } from '../broker/started-cluster.ts'
import { runDriver } from '../drivers/driver-process.ts'
import { LoadError } from '../drivers/replay/load-error.ts'
import { PROTOCOL_VERSION } from '../drivers/job.ts'
import type { DriverJob, DriverResult, DriverSide } from '../drivers/job.ts'
import type { Train } from '../model/round.ts'
import { SIDE_NAMES } from '../model/words.ts'
import type { Cell, SideName } from '../model/words.ts'
import type { Arena } from './arena.ts'
import { machineSignals, readMachineCounters } from './signals.ts'
import { CONSUME_TOPIC, topicOf } from './topics.ts'
import { idleShare, trainWarnings } from './train-warnings.ts'

export type Clusters = Readonly<Partial<Record<SideName, StartedCluster>>>

/** A driver job that did not finish, with what could be found out about it. */
export interface FailedJob {
  readonly class: string
  readonly side: SideName | null
  readonly reason: string
}

/** Time over the planned one that a job may take before it counts as hanging. */
const WATCHDOG_MS = 90_000
/** A broker that is going down needs a moment to be gone. */
const DYING_MS = 1_000

interface JobPlan {
  readonly cell: Cell
  readonly work: DriverJob['work']
  readonly expectedMs: number
}

/** Runs a job against the sides that are alive. */
export async function runJobOn(
  arena: Arena,
  clusters: Clusters,
  { cell, work, expectedMs }: JobPlan,
): Promise<DriverResult | FailedJob> {
  const job: DriverJob = {
    protocol: PROTOCOL_VERSION,
    cell,
    topic: work.kind === 'preload' ? CONSUME_TOPIC : topicOf(cell),
    load: arena.plan.load,
    sides: driverSides(arena, clusters, cell),
    work,
  }
  try {
    return await runDriver(job, {
      timeoutMs: 3 * expectedMs + WATCHDOG_MS,
      signal: arena.signal,
      cpus: arena.cpus.driver,
    })
  } catch (error: unknown) {
    if (!(error instanceof LoadError)) throw error
    return explain(error, arena, clusters)
  }
}

export function isFailed(outcome: DriverResult | FailedJob): outcome is FailedJob {
  return 'reason' in outcome
}

function driverSides(
  arena: Arena,
  clusters: Clusters,
  cell: Cell,
): Partial<Record<SideName, DriverSide>> {
  const sides: Partial<Record<SideName, DriverSide>> = {}
  for (const name of SIDE_NAMES) {
    const cluster = clusters[name]
    const endpoint = cluster?.endpoints[cell.listener][0]
    if (cluster === undefined || endpoint === undefined) continue
    const { hasApiVersions } = arena.sides[name].era
    sides[name] = { endpoint, hasApiVersions, pids: cluster.pids }
  }
  return sides
}

/** A broken connection is often only the sign: the broker's end or its log tells the cause. */
async function explain(failure: LoadError, arena: Arena, clusters: Clusters): Promise<FailedJob> {
  const alive = Object.values(clusters)
  await Promise.race([delay(DYING_MS), ...alive.map((cluster) => cluster.firstExit)])
  for (const cluster of alive) {
    const { side } = cluster
    const log = await cluster.logTail(400)
    const javaBuild = arena.sides[side].java.build
    const known = classifyFailure(log, { side, javaBuild })
    if (!cluster.isAlive()) {
      const { title, code, signal } = await cluster.firstExit
      const how = code === null ? `killed by ${String(signal)}` : `exit code ${code}`
      const cause = known === null ? '' : `: ${known.message}`
      return {
        class: known?.class ?? 'BROKER_DIED',
        side,
        reason: `${title} of the ${side} ended during the measurement (${how})${cause}`,
      }
    }
    if (known !== null && failure.side === side) {
      return { class: known.class, side, reason: `${failure.message}: ${known.message}` }
    }
  }
  return { class: failure.class, side: failure.side, reason: failure.message }
}

/** One cell of a round with both sides alive. */
export async function runTrain(
  arena: Arena,
  clusters: Clusters,
  { cell, order }: { cell: Cell; order: readonly SideName[] },
): Promise<Train> {
  const { sliceMs } = arena.plan.schedule
  const startedAt = new Date().toISOString()
  const before = await readMachineCounters()
  const outcome = await runJobOn(arena, clusters, {
    cell,
    work: { kind: 'slices', sliceMs, order },
    expectedMs: order.length * sliceMs,
  })
  const after = await readMachineCounters()
  const head = { cell: cell.name, startedAt }
  if (isFailed(outcome)) return { state: 'invalid', ...head, ...outcome }
  const { baseline, candidate } = outcome.sides
  if (baseline === undefined || candidate === undefined) {
    throw new Error('the driver answered without one of the sides')
  }
  const numbers = {
    slices: outcome.slices,
    baseline,
    candidate,
    signals: {
      ...machineSignals(before, after),
      driverCpuPerThread: outcome.driverCpuPerThread,
      idleShare: idleShare(outcome.slices),
    },
  }
  return {
    state: 'measured',
    ...head,
    wallMs: after.atMs - before.atMs,
    ...numbers,
    warnings: trainWarnings(numbers),
  }
}
