import { METRIC_NAMES } from '../model/metric.ts'
import type { Plan } from '../model/plan.ts'
import type { Failure } from '../model/result.ts'
import type { Round } from '../model/round.ts'
import type { Comparison, Judgement, StopReason } from '../model/verdict.ts'
import { attributionsOf, overallAttribution } from './attributions.ts'
import { compare, invalidComparison, judgedRounds } from './compare.ts'
import { decide } from './decide.ts'

interface Evidence {
  readonly plan: Plan
  /** completed rounds in their order, without burn-in */
  readonly rounds: readonly Round[]
  readonly stoppedBy: StopReason
  /** what ended the run: a side that did not start, died, or lost acknowledged records */
  readonly failure: Failure | null
}

/**
 * The verdict on a run. After a failure there is none but `invalid`, and not one percentage.
 *
 * @see docs/statistics.md
 */
export function judge({ plan, rounds, stoppedBy, failure }: Evidence): Judgement {
  const comparisons = compareAll(plan, rounds, failure)
  const attributions = attributionsOf(plan, comparisons)
  const roundsJudged = failure === null ? judgedRounds(plan, rounds.length) : 0
  const { outcome, reasons } = decide({ plan, comparisons, rounds: rounds.length, failure })
  return {
    comparisons,
    verdict: {
      outcome,
      attribution: overallAttribution(attributions, comparisons),
      attributions,
      reasons,
      roundsCompleted: rounds.length,
      roundsJudged,
      stoppedBy,
    },
  }
}

/** Every metric of every planned cell. */
export function compareAll(
  plan: Plan,
  rounds: readonly Round[],
  failure: Failure | null,
): readonly Comparison[] {
  return plan.cells.flatMap((cell) =>
    METRIC_NAMES.map((metric) => {
      const question = { plan, cell, metric, rounds }
      return failure === null
        ? compare(question)
        : { ...invalidComparison(question, [`${failure.class}: ${failure.message}`]), rounds: 0 }
    }),
  )
}
