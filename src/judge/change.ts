import { METRICS } from '../model/metric.ts'
import type { MetricName } from '../model/metric.ts'
import type { Plan } from '../model/plan.ts'
import type { Comparison } from '../model/verdict.ts'
import { isUnstable } from '../stats/repeated-interval.ts'
import type { RepeatedInterval } from '../stats/repeated-interval.ts'

type Direction = Comparison['direction']

/** LM, the largest tolerated loss of a metric as a signed log ratio, below 0. */
export function logMarginOf(plan: Plan, metric: MetricName): number {
  const margin = plan.margins[metric]
  return METRICS[metric].direction === 'higher' ? Math.log1p(-margin) : -Math.log1p(margin)
}

/** The loss, as margins are written, that a signed log ratio stands for; a gain is below 0. */
export function signedMargin(logRatio: number, direction: Direction): number {
  return direction === 'higher' ? 0 - Math.expm1(logRatio) : Math.expm1(0 - logRatio)
}

/** null where a result must not hold a number: infinite bounds are no bounds. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** `exp(x) - 1`; null where x is no number, so that "no bound" does not become -100 %. */
export function relative(logRatio: number): number | null {
  // + 0 keeps a minus off zero
  return Number.isFinite(logRatio) ? finite(Math.expm1(logRatio) + 0) : null
}

/** Estimate and bounds on both scales. Bounds that contradict each other are none. */
export function changeNumbers(interval: RepeatedInterval, direction: Direction) {
  const estimate = interval.estimate ?? NaN
  const lower = isUnstable(interval) ? -Infinity : interval.lower
  const upper = isUnstable(interval) ? Infinity : interval.upper
  const [changeLower, changeUpper] = direction === 'higher' ? [lower, upper] : [-upper, -lower]
  const sign = direction === 'higher' ? 1 : -1
  return {
    estimate: relative(estimate),
    lower: relative(lower),
    upper: relative(upper),
    change: relative(sign * estimate),
    changeLower: relative(changeLower),
    changeUpper: relative(changeUpper),
    provedMargin: Number.isFinite(lower) ? finite(signedMargin(lower, direction)) : null,
  }
}
