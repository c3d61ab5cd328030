import { formatCount, formatPercent, formatShare, formatSigned, plural } from '../lib/format.ts'
import type { MetricName } from '../model/metric.ts'
import type { Plan } from '../model/plan.ts'
import type { Comparison, ComparisonLabel } from '../model/verdict.ts'
import { assertNever } from '../model/words.ts'

/** A change as people read it (throughput: negative is slower; CPU: positive needs more), with both its bounds. */
export interface Interval {
  readonly change: number
  readonly lower: number
  readonly upper: number
}

/** @returns null where no interval may be printed: before the first bounds, in an invalid or unstable comparison */
export function intervalOf(comparison: Comparison): Interval | null {
  const { change, changeLower: lower, changeUpper: upper } = comparison
  if (comparison.outcome === 'invalid' || comparison.labels.includes('unstable run')) return null
  if (change === null || lower === null || upper === null || lower > upper) return null
  return { change, lower, upper }
}

/** "95 % one-sided confidence", from the error that the plan allows each bound. */
export function confidenceText(plan: Plan): string {
  return `${formatShare(1 - plan.alphaPerBound)} one-sided confidence`
}

/** For a table: "-24.9 % (-27.7 to -22.1)"; bounds rounded outward; never a point without its interval. */
export function changeText(comparison: Comparison): string {
  const interval = intervalOf(comparison)
  if (interval !== null) {
    const [lower, upper] = [
      formatSigned(interval.lower, 'down'),
      formatSigned(interval.upper, 'up'),
    ]
    return `${formatSigned(interval.change)} (${lower.slice(0, -2)} to ${upper.slice(0, -2)})`
  }
  if (comparison.labels.includes('unstable run')) return 'no interval'
  return singleRounds(comparison) ?? '-'
}

/** Too few rounds for bounds: the range of the single rounds takes the place of the interval. */
function singleRounds({ outcome, change, differences, direction }: Comparison): string | null {
  if (outcome === 'invalid' || change === null || differences.length === 0) return null
  const changes = differences.map((d) => Math.exp(direction === 'higher' ? d : -d) - 1)
  const [lower, upper] = [Math.min(...changes), Math.max(...changes)]
  return `${formatSigned(change)} (rounds ${formatSigned(lower, 'down').slice(0, -2)} to ${formatSigned(upper, 'up').slice(0, -2)})`
}

/** For a table: the outcome never stands without its margin. */
export function outcomeText({ outcome, margin }: Comparison): string {
  switch (outcome) {
    case 'regression':
    case 'improvement':
      return `${outcome} beyond ${formatShare(margin)}`
    case 'no-regression':
      return `no regression beyond ${formatShare(margin)}`
    case 'inconclusive':
      return `inconclusive at ${formatShare(margin)}`
    case 'invalid':
      return 'invalid, not judged'
    default:
      return assertNever(outcome)
  }
}

/** The smallest margin that the data prove, rounded up; "0.0 %" = proved not worse at all. */
export function provedText({ outcome, labels, provedMargin }: Comparison): string {
  if (provedMargin === null || outcome === 'invalid' || labels.includes('unstable run')) return '-'
  return formatPercent(Math.max(0, provedMargin), 'up')
}

/** "2.41 M/s" for records per second, else the bare number: its unit stands with the name. */
export function valueText(value: number | null, metric: MetricName): string {
  if (value === null) return '-'
  return metric === 'recordsPerSecond' ? `${formatCount(value)}/s` : formatCount(value)
}

/** "slower by 24.9 % (between 22.1 % and 27.7 %)", or for CPU "needs 24.9 % more CPU per GB (...)". */
export function effectText(comparison: Comparison): string {
  const interval = intervalOf(comparison)
  const isCost = comparison.direction === 'lower'
  if (interval === null) {
    const isWorse = comparison.outcome === 'regression'
    const words = isCost ? ['needs more CPU per GB', 'needs less CPU per GB'] : ['slower', 'faster']
    return `${words[isWorse ? 0 : 1] ?? ''} (no interval: the run is unstable)`
  }
  const isNegative = interval.change < 0
  const size = formatPercent(Math.abs(interval.change))
  const between = betweenText(interval)
  if (isCost) return `needs ${size} ${isNegative ? 'less' : 'more'} CPU per GB ${between}`
  return `${isNegative ? 'slower' : 'faster'} by ${size} ${between}`
}

/** Both bounds as sizes where they have one sign, else with their signs. */
function betweenText({ lower, upper }: Interval): string {
  if (upper <= 0) {
    return `(between ${formatPercent(-upper, 'down')} and ${formatPercent(-lower, 'up')})`
  }
  if (lower >= 0) {
    return `(between ${formatPercent(lower, 'down')} and ${formatPercent(upper, 'up')})`
  }
  return `(between ${formatSigned(lower, 'down')} and ${formatSigned(upper, 'up')})`
}

/** What an effect is held against: margin, confidence and rounds. */
export function evidenceText(comparison: Comparison, plan: Plan): string {
  const against = comparison.outcome === 'regression' ? 'worse than' : 'beyond'
  return `${against} the ${formatShare(comparison.margin)} margin, ${confidenceText(plan)}, ${plural(comparison.rounds, 'round')}`
}

/** The whole finding of one comparison in one sentence, without the name of its cell. */
export function findingText(comparison: Comparison, plan: Plan): string {
  switch (comparison.outcome) {
    case 'regression':
    case 'improvement':
      return `${effectText(comparison)}; ${evidenceText(comparison, plan)}`
    case 'no-regression':
      return noRegressionText(comparison)
    case 'inconclusive':
      return inconclusiveText(comparison)
    case 'invalid':
      return `not measured: ${comparison.reasons.join('; ') || 'no reason recorded'}`
    default:
      return assertNever(comparison.outcome)
  }
}

function noRegressionText(comparison: Comparison): string {
  const claim = `no regression beyond ${formatShare(comparison.margin)}`
  const interval = intervalOf(comparison)
  const rounds = plural(comparison.rounds, 'round')
  if (interval === null) return `${claim}, but the run is unstable: no interval, ${rounds}`
  const estimate = `(estimate ${formatSigned(interval.change)})`
  const proved =
    comparison.direction === 'higher'
      ? `at least ${formatSigned(interval.lower, 'down')}`
      : `at most ${formatSigned(interval.upper, 'up')}`
  return `${claim}: proved that the change is ${proved} ${estimate}, ${rounds}`
}

function inconclusiveText(comparison: Comparison): string {
  return `${openText(comparison)}: ${openEvidenceText(comparison)}`
}

/** "probably slower, between 4.8 % and 8.2 %". */
export function openText(comparison: Comparison): string {
  const label = inconclusiveLabel(comparison)
  const interval = intervalOf(comparison)
  return label === 'cannot tell' || interval === null
    ? label
    : `${label}, ${betweenText(interval).slice(1, -1)}`
}

/** What was proved of it against what was asked. */
export function openEvidenceText(comparison: Comparison): string {
  const interval = intervalOf(comparison)
  const asked = `${formatShare(comparison.margin)} was asked`
  const rounds = plural(comparison.rounds, 'round')
  if (comparison.labels.includes('unstable run')) return LABEL_TEXTS['unstable run']
  if (interval === null) {
    const range = singleRounds(comparison)
    return `no interval after ${rounds}, ${asked}${range === null ? '' : `; ratio ${range}`}`
  }
  const proved =
    comparison.direction === 'higher'
      ? `down to ${formatSigned(interval.lower, 'down')}`
      : `up to ${formatSigned(interval.upper, 'up')}`
  return `proved only ${proved}, ${asked}, ${rounds}`
}

/** "probably slower", "probably faster" or "cannot tell". */
export function inconclusiveLabel({ labels }: Comparison): ComparisonLabel {
  return labels.find((name) => INCONCLUSIVE_LABELS.has(name)) ?? 'cannot tell'
}

const INCONCLUSIVE_LABELS: ReadonlySet<ComparisonLabel> = new Set([
  'probably slower',
  'probably faster',
  'cannot tell',
])

/** Every label in a sentence. */
export const LABEL_TEXTS: Readonly<Record<ComparisonLabel, string>> = {
  'probably slower': 'the whole interval lies below zero, but not below the margin',
  'probably faster': 'the whole interval lies above zero, but the margin is not settled',
  'cannot tell': 'neither the direction of the change nor the margin is settled',
  'low-N': 'five rounds or fewer: the interval is wide, and below five there is none',
  'unstable run': 'the bounds of two looks contradict each other, so no interval is printed',
  'driver-bound':
    'the driver was near its own limit (more than 85 % of a core per thread), which hides differences between brokers',
  'carry-over':
    'the idle side burned more than 5 % of what the loaded side burned: work put off by one side may have run in slices of the other',
}
