import { setTimeout as delay } from 'node:timers/promises'
import type { StartedCluster } from '../broker/started-cluster.ts'
import { readCpuSeconds } from '../jvm/cpu-time.ts'

const STEP_MS = 250
const LONGEST_MS = 3_000
/** A broker with nothing to do burns less than this share of a core. */
const QUIET = 0.06

/**
 * Waits, without load, until no broker is busy any more, for three seconds at most: under full load on
 * few CPUs the JIT compilers fall behind, and would otherwise catch up in the first slices of the trains.
 * Where CPU time cannot be read, waits one step.
 */
export async function settle(
  clusters: readonly StartedCluster[],
  signal: AbortSignal,
): Promise<void> {
  const pids = clusters.flatMap((cluster) => cluster.pids)
  const read = (): readonly (number | null)[] => pids.map(readCpuSeconds)
  const end = performance.now() + LONGEST_MS
  let before = read()
  do {
    await delay(STEP_MS)
    signal.throwIfAborted()
    const now = read()
    const busiest = Math.max(
      ...now.map((seconds, index) => (seconds ?? 0) - (before[index] ?? seconds ?? 0)),
    )
    if (busiest < (QUIET * STEP_MS) / 1000) return
    before = now
  } while (performance.now() < end)
}
