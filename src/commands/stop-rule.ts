import { median } from 'simple-statistics'
import type { StopReason } from '../model/verdict.ts'

interface RunState {
  /** everything that gates is settled, attribution included */
  readonly isSettled: boolean
  /** rounds at the next look; null = the last look is done */
  readonly nextLook: number | null
  readonly roundsDone: number
  /** wall time of this run's rounds so far */
  readonly roundMs: readonly number[]
  readonly elapsedMs: number
  readonly budgetMs: number | null
}

/** Rounds vary in length: only a look that is clearly out of reach ends a run early. */
const TOLERANCE = 1.1

/**
 * Whether to stop before the next round. Only completed looks count, so a run whose budget cannot reach
 * the next look stops at once instead of measuring rounds that nobody will judge.
 */
export function stopReason(state: RunState): StopReason | null {
  if (state.nextLook === null) return 'last-look'
  if (state.isSettled) return 'settled'
  if (state.budgetMs === null) return null
  const leftMs = state.budgetMs - state.elapsedMs
  if (leftMs <= 0) return 'budget'
  if (state.roundMs.length === 0) return null
  const oneMs = median([...state.roundMs])
  const neededMs = (state.nextLook - state.roundsDone) * oneMs
  return oneMs > leftMs || neededMs > leftMs * TOLERANCE ? 'budget' : null
}

/** Time until the next look, from the rounds so far; null before the first round. */
export function timeToNextLook(state: Omit<RunState, 'isSettled'>): number | null {
  if (state.nextLook === null || state.roundMs.length === 0) return null
  const neededMs = (state.nextLook - state.roundsDone) * median([...state.roundMs])
  const leftMs = state.budgetMs === null ? Infinity : state.budgetMs - state.elapsedMs
  return Math.min(neededMs, leftMs)
}
