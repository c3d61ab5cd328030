import { median } from 'simple-statistics'
import { METRICS } from '../model/metric.ts'
import type { MetricName } from '../model/metric.ts'
import { CARRY_OVER, DRIVER_BOUND } from '../model/thresholds.ts'
import type { Plan } from '../model/plan.ts'
import type { MeasuredTrain, Round } from '../model/round.ts'
import type { Comparison, ComparisonLabel } from '../model/verdict.ts'
import type { Cell, Outcome } from '../model/words.ts'
import { resolvableLogMargin, robustDeviation, roundsNeeded } from '../stats/forecast.ts'
import { isUnstable, repeatedInterval } from '../stats/repeated-interval.ts'
import type { RepeatedInterval } from '../stats/repeated-interval.ts'
import { changeNumbers, finite, logMarginOf, signedMargin } from './change.ts'
import { faultsOf } from './faults.ts'
import { readSide } from './reading.ts'

/** Up to here a single look with critical value 0 is all there can be. */
const LOW_N = 5
/** Below these numbers of rounds the deviation is too crude to forecast from. */
const ROUNDS_FOR_ROUNDS_NEEDED = 6
const ROUNDS_FOR_RESOLUTION = 10

interface Question {
  readonly plan: Plan
  readonly cell: Cell
  readonly metric: MetricName
  readonly rounds: readonly Round[]
}

/** Rounds at the last look that so many rounds complete; 0 = none. */
export function judgedRounds(plan: Plan, completed: number): number {
  return plan.looks.findLast(({ rounds }) => rounds <= completed)?.rounds ?? 0
}

/** One metric of one cell over all rounds so far; only completed looks count. */
export function compare(question: Question): Comparison {
  const { plan, cell, metric, rounds } = question
  const judged = rounds.slice(0, judgedRounds(plan, rounds.length))
  const faults = faultsOf(question, judged, 1)
  if (faults.length > 0) return invalidComparison(question, faults)

  const trains = judged.flatMap((round) => measuredTrain(round, cell))
  const pairs = trains.map((train) => ({
    baseline: readSide(train, 'baseline', metric) ?? NaN,
    candidate: readSide(train, 'candidate', metric) ?? NaN,
  }))
  const differences = pairs.map(({ baseline, candidate }) =>
    METRICS[metric].direction === 'higher'
      ? Math.log(candidate) - Math.log(baseline)
      : Math.log(baseline) - Math.log(candidate),
  )
  const interval = repeatedInterval(differences, plan.looks, logMarginOf(plan, metric))
  if (interval.crossing === null) {
    // an open comparison cannot be judged at a later look either
    const later = faultsOf(question, rounds.slice(judged.length), judged.length + 1)
    if (later.length > 0) return invalidComparison(question, later)
  }

  const busy = trains.filter(({ signals }) => signals.driverCpuPerThread > DRIVER_BOUND)
  const isDriverBound = busy.length > trains.length / 2
  if (isDriverBound && interval.crossing !== null && interval.crossing !== 'regression') {
    const reason = `the driver was the limit in ${busy.length} of ${trains.length} rounds, which hides differences`
    return { ...invalidComparison(question, [reason]), labels: ['driver-bound'] }
  }
  const outcome = interval.crossing ?? 'inconclusive'
  return {
    ...heading(question),
    outcome,
    labels: labelsOf({ outcome, interval, trains, isDriverBound }),
    ...changeNumbers(interval, METRICS[metric].direction),
    rounds: judged.length,
    decidedAtRounds: interval.decidedAtRounds,
    differences,
    baselineMedian: medianOf(pairs.map(({ baseline }) => baseline)),
    candidateMedian: medianOf(pairs.map(({ candidate }) => candidate)),
    ...forecast(question, interval, differences),
    reasons: [],
  }
}

/** A comparison without any number: not measured, or not comparable. */
export function invalidComparison(question: Question, reasons: readonly string[]): Comparison {
  return {
    ...heading(question),
    outcome: 'invalid',
    labels: [],
    estimate: null,
    lower: null,
    upper: null,
    change: null,
    changeLower: null,
    changeUpper: null,
    provedMargin: null,
    rounds: judgedRounds(question.plan, question.rounds.length),
    decidedAtRounds: null,
    differences: [],
    baselineMedian: null,
    candidateMedian: null,
    deviation: null,
    roundsNeeded: null,
    resolution: null,
    reasons,
  }
}

function heading({ plan, cell, metric }: Question) {
  const { direction, unit, gatingIn } = METRICS[metric]
  return {
    cell: cell.name,
    metric,
    direction,
    unit,
    gating: gatingIn.includes(cell.workload),
    margin: plan.margins[metric],
  }
}

function measuredTrain(round: Round, cell: Cell): readonly MeasuredTrain[] {
  const train = round.trains.find((one) => one.cell === cell.name)
  return train?.state === 'measured' ? [train] : []
}

interface Judged {
  readonly outcome: Outcome
  readonly interval: RepeatedInterval
  readonly trains: readonly MeasuredTrain[]
  readonly isDriverBound: boolean
}

function labelsOf({ outcome, interval, trains, isDriverBound }: Judged): ComparisonLabel[] {
  const labels: ComparisonLabel[] = []
  if (outcome === 'inconclusive') labels.push(tendencyOf(interval))
  if (interval.rounds > 0 && interval.rounds <= LOW_N) labels.push('low-N')
  if (isUnstable(interval)) labels.push('unstable run')
  if (isDriverBound) labels.push('driver-bound')
  const idleShare = medianOf(trains.flatMap(({ signals }) => signals.idleShare ?? []))
  if (idleShare !== null && idleShare > CARRY_OVER) labels.push('carry-over')
  return labels
}

function tendencyOf({ lower, upper }: RepeatedInterval): ComparisonLabel {
  if (upper < 0) return 'probably slower'
  return lower > 0 ? 'probably faster' : 'cannot tell'
}

function forecast(
  { plan, metric }: Question,
  interval: RepeatedInterval,
  differences: readonly number[],
): Pick<Comparison, 'deviation' | 'roundsNeeded' | 'resolution'> {
  const deviation = robustDeviation(differences)
  const rounds = differences.length
  if (deviation === null) return { deviation, roundsNeeded: null, resolution: null }
  const isAsked = interval.crossing === null && rounds >= ROUNDS_FOR_ROUNDS_NEEDED
  const lastLook = plan.looks.at(-1)?.rounds ?? rounds
  const resolvable = resolvableLogMargin(deviation, lastLook)
  return {
    deviation,
    roundsNeeded: isAsked
      ? roundsNeeded(deviation, interval.estimate ?? 0, logMarginOf(plan, metric))
      : null,
    resolution:
      rounds < ROUNDS_FOR_RESOLUTION
        ? null
        : finite(signedMargin(-resolvable, METRICS[metric].direction)),
  }
}

function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : finite(median([...values]))
}
