import { join } from 'node:path'
import { startCluster } from '../broker/cluster.ts'
import type { StartedCluster } from '../broker/started-cluster.ts'
import type { RoundPhase } from '../model/round.ts'
import type { Cell, CellName, SideName } from '../model/words.ts'
import { cellOf, otherSide } from '../model/words.ts'
import type { Arena } from './arena.ts'
import { onSide } from './on-side.ts'
import { settle } from './settle.ts'
import { prepareTopics } from './topics.ts'
import { isFailed, runJobOn } from './train.ts'
import type { Clusters, FailedJob } from './train.ts'

/** Hears what the round `index` is busy with (-1 = burn-in), and in which cell. */
export type OnPhase = (phase: RoundPhase, at: { index: number; cell?: CellName }) => void

/** Starts one side on empty log directories of its own. */
export function bootSide(arena: Arena, name: SideName, label: string): Promise<StartedCluster> {
  const side = arena.sides[name]
  const { plan } = arena
  return onSide(
    name,
    startCluster({
      side: side.plan,
      subject: side.subject,
      java: side.java,
      keyMaterial: arena.keyMaterial,
      cluster: plan.cluster,
      connections: plan.load.connections,
      retentionBytes: arena.retentionBytes,
      directory: join(arena.directory, `${label}-${name}`),
      storage: side.storage,
      cpus: arena.cpus.brokers,
      signal: arena.signal,
    }),
  )
}

/** Starts both sides at once, the one that the coin names a little earlier and on lower ports. */
export async function bootBoth(
  arena: Arena,
  first: SideName,
  label: string,
): Promise<Record<SideName, StartedCluster>> {
  const starts = [first, otherSide(first)].map((name) => bootSide(arena, name, label))
  const settled = await Promise.allSettled(starts)
  const clusters = settled.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const failed = settled.find((start) => start.status === 'rejected')
  const baseline = clusters.find(({ side }) => side === 'baseline')
  const candidate = clusters.find(({ side }) => side === 'candidate')
  if (baseline === undefined || candidate === undefined) {
    await Promise.all(clusters.map((cluster) => cluster.stop()))
    throw failed?.reason
  }
  return { baseline, candidate }
}

/** Creates the topics and fills the one that `consume` reads. */
export async function prepareData(arena: Arena, clusters: Clusters): Promise<FailedJob | null> {
  await Promise.all(
    Object.values(clusters).map((cluster) =>
      onSide(cluster.side, prepareTopics(arena.plan, arena.sides[cluster.side], cluster)),
    ),
  )
  if (!arena.plan.workloads.includes('consume')) return null
  const outcome = await runJobOn(arena, clusters, {
    cell: cellOf('produce', 'plaintext'),
    work: { kind: 'preload', bytesPerPartition: arena.plan.load.preloadBytes },
    expectedMs: 10_000,
  })
  return isFailed(outcome) ? outcome : null
}

/** Turns of work per cell, where they are fixed beforehand (sequential layout). */
export type WarmUpTurns = Map<CellName, number>

/** Warms every cell up, in plan order, and lets the JIT compilers catch up; gives the turns that it took, or the failure. */
export async function warmUp(
  arena: Arena,
  clusters: Clusters,
  { first, turns }: { first: SideName; turns: WarmUpTurns | null },
): Promise<WarmUpTurns | FailedJob> {
  const { cells, schedule } = arena.plan
  const busyMs = (schedule.warmUpSeconds * 1000) / cells.length
  const taken: WarmUpTurns = new Map()
  for (const cell of cells) {
    const outcome = await runJobOn(arena, clusters, {
      cell,
      work: { kind: 'warm-up', busyMs, first, turns: turns?.get(cell.name) ?? null },
      expectedMs: 4 * busyMs,
    })
    if (isFailed(outcome)) return outcome
    taken.set(cell.name, outcome.turns)
    await settle(Object.values(clusters), arena.signal)
  }
  return taken
}

export function cellNamed(arena: Arena, name: CellName): Cell {
  const cell = arena.plan.cells.find((candidate) => candidate.name === name)
  if (cell === undefined) throw new Error(`the plan has no cell ${name}`)
  return cell
}
