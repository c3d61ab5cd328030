import type { Plan } from '../model/plan.ts'
import type { Failure } from '../model/result.ts'
import type { Comparison, Verdict } from '../model/verdict.ts'

interface Evidence {
  readonly plan: Plan
  readonly comparisons: readonly Comparison[]
  /** completed */
  readonly rounds: number
  readonly failure: Failure | null
}

/**
 * The overall outcome, by the first rule that fits, and what decided. Advisory comparisons have no
 * say. One regression beyond the margin is enough to be told of it; a pass needs every gating
 * comparison proved, so what was not measured never passes.
 */
export function decide(evidence: Evidence): Pick<Verdict, 'outcome' | 'reasons'> {
  const { plan, comparisons, rounds, failure } = evidence
  if (failure !== null) {
    return { outcome: 'invalid', reasons: [`${failure.class}: ${failure.message}`] }
  }
  const gating = comparisons.filter((comparison) => comparison.gating)
  const withOutcome = (outcome: Comparison['outcome']): readonly Comparison[] =>
    gating.filter((comparison) => comparison.outcome === outcome)
  const invalid = withOutcome('invalid').flatMap(({ cell, reasons }) =>
    reasons.map((reason) => `${cell}: ${reason}`),
  )

  const regressed = withOutcome('regression')
  if (regressed.length > 0) {
    return { outcome: 'regression', reasons: [...regressed.map(regressionText), ...invalid] }
  }
  if (gating.length === 0) {
    return { outcome: 'invalid', reasons: ['the plan has no gating comparison'] }
  }
  if (invalid.length > 0) return { outcome: 'invalid', reasons: invalid }

  const open = withOutcome('inconclusive')
  if (open.length > 0) {
    const first = plan.looks[0]?.rounds ?? 0
    return {
      outcome: 'inconclusive',
      reasons:
        rounds < first
          ? [`no look was completed: ${rounds} of the ${first} rounds that the first one needs`]
          : open.map(({ cell, rounds: judged }) => `${cell}: open after ${judged} rounds`),
    }
  }
  if (withOutcome('improvement').length === gating.length) {
    return {
      outcome: 'improvement',
      reasons: ['every gating comparison improved beyond its margin'],
    }
  }
  return {
    outcome: 'no-regression',
    reasons: ['every gating comparison is proved not to lose more than its margin'],
  }
}

function regressionText({ cell, decidedAtRounds, labels }: Comparison): string {
  const label = labels.length === 0 ? '' : ` (${labels.join(', ')})`
  return `${cell}: regression, decided after ${decidedAtRounds ?? 0} rounds${label}`
}
