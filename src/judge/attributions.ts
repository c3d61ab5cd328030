import { METRICS, METRIC_NAMES } from '../model/metric.ts'
import type { MetricName } from '../model/metric.ts'
import type { Plan } from '../model/plan.ts'
import type { AttributionResult, Comparison, Verdict } from '../model/verdict.ts'
import { assertNever, cellOf } from '../model/words.ts'
import type { Listener, Outcome, Workload } from '../model/words.ts'
import { attribute } from '../stats/attribution.ts'
import type { Settlement } from '../stats/attribution.ts'
import { isUnstable, repeatedInterval } from '../stats/repeated-interval.ts'
import { relative } from './change.ts'

/** TLS against plaintext for every workload and each metric that gates in it. */
export function attributionsOf(
  plan: Plan,
  comparisons: readonly Comparison[],
): readonly AttributionResult[] {
  return plan.workloads.flatMap((workload) =>
    METRIC_NAMES.filter((metric) => METRICS[metric].gatingIn.includes(workload)).map((metric) =>
      attributionOf(plan, comparisons, { workload, metric }),
    ),
  )
}

function attributionOf(
  plan: Plan,
  comparisons: readonly Comparison[],
  what: { readonly workload: Workload; readonly metric: MetricName },
): AttributionResult {
  const find = (listener: Listener): Comparison | undefined =>
    comparisons.find(
      ({ cell, metric }) => cell === cellOf(what.workload, listener).name && metric === what.metric,
    )
  const none = { tlsExtra: null, tlsExtraLower: null, tlsExtraUpper: null }
  const tls = find('tls')
  const plaintext = find('plaintext')
  const settledTls = tls === undefined ? null : settlementOf(tls.outcome)
  const settledPlaintext = plaintext === undefined ? null : settlementOf(plaintext.outcome)
  if (settledTls === null || settledPlaintext === null) {
    return { ...what, attribution: 'not-available', ...none }
  }

  // the start that both listeners share cancels in the difference of one round
  const g = tls?.differences.map((d, round) => d - (plaintext?.differences[round] ?? NaN)) ?? []
  const interval = repeatedInterval(g, plan.looks, null)
  const attribution = attribute({ tls: settledTls, plaintext: settledPlaintext, g: interval })
  if (isUnstable(interval)) return { ...what, attribution, ...none }
  return {
    ...what,
    attribution,
    tlsExtra: relative(interval.estimate ?? NaN),
    tlsExtraLower: relative(interval.lower),
    tlsExtraUpper: relative(interval.upper),
  }
}

function settlementOf(outcome: Outcome): Settlement | null {
  switch (outcome) {
    case 'regression':
      return 'regression'
    case 'no-regression':
    case 'improvement':
      return 'proved'
    case 'inconclusive':
      return 'open'
    case 'invalid':
      return null
    default:
      return assertNever(outcome)
  }
}

/**
 * The attribution of the run: that of the workloads which regress, where they agree. Without a
 * regression nothing is there to attribute, which is `none` only where every part proves it.
 */
export function overallAttribution(
  attributions: readonly AttributionResult[],
  comparisons: readonly Comparison[],
): Verdict['attribution'] {
  const regressed = attributions.filter(({ workload, metric }) =>
    comparisons.some(
      (one) =>
        one.gating &&
        one.outcome === 'regression' &&
        one.metric === metric &&
        one.cell.startsWith(`${workload}/`),
    ),
  )
  const [first, ...others] = (regressed.length > 0 ? regressed : attributions).map(
    ({ attribution }) => attribution,
  )
  if (first === undefined) return 'not-available'
  const isAgreed = others.every((one) => one === first)
  if (regressed.length > 0) return isAgreed ? first : 'mixed'
  return isAgreed && (first === 'none' || first === 'not-available') ? first : 'inconclusive'
}
