import type { Plan } from '../model/plan.ts'
import type { Round } from '../model/round.ts'
import type { Comparison } from '../model/verdict.ts'
import { compareAll } from './judge.ts'

export interface Progress {
  /** no gating comparison is open any more: further rounds could not change the verdict */
  readonly isSettled: boolean
  /** as they stand at the last completed look; `inconclusive` = open so far */
  readonly comparisons: readonly Comparison[]
  /** rounds at the next look; null = the last one is completed */
  readonly nextLook: number | null
}

/**
 * Where a run stands after each round. Attribution asks for both listeners to be settled, which is
 * the same question, as both gate.
 */
export function progress(given: {
  readonly plan: Plan
  readonly rounds: readonly Round[]
}): Progress {
  const { plan, rounds } = given
  const comparisons = compareAll(plan, rounds, null)
  return {
    isSettled: comparisons.every(({ gating, outcome }) => !gating || outcome !== 'inconclusive'),
    comparisons,
    nextLook: plan.looks.find((look) => look.rounds > rounds.length)?.rounds ?? null,
  }
}
