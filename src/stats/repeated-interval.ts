import { hodgesLehmann, walshAverages } from './hodges-lehmann.ts'
import type { Look } from './look.ts'

/** What the interval proved when it first left the open region. */
type Crossing = 'regression' | 'improvement' | 'no-regression'

/** The repeated Hodges-Lehmann interval (HL-RCI) after some looks; log ratios, below 0 is worse. */
export interface RepeatedInterval {
  /** rounds at the last completed look; 0 = none was completed */
  readonly rounds: number
  /** Hodges-Lehmann estimate at the last completed look; null = none was completed */
  readonly estimate: number | null
  /** running bounds: each misses with at most the plan's level over all looks; infinite = none yet */
  readonly lower: number
  readonly upper: number
  /** the first crossing, which is never taken back; null = open */
  readonly crossing: Crossing | null
  readonly decidedAtRounds: number | null
}

export const BEFORE_FIRST_LOOK: RepeatedInterval = {
  rounds: 0,
  estimate: null,
  lower: -Infinity,
  upper: Infinity,
  crossing: null,
  decidedAtRounds: null,
}

/**
 * Updates the interval at one look: bounds only tighten, and the first crossing stays.
 *
 * ```
 *        regression            open        no regression   improvement
 *   ---------------------|--------------|---------------|-------------->  d
 *          upper < LM    LM             0     lower > LM  -LM  lower > -LM
 * ```
 *
 * @param differences the values of exactly `look.rounds` rounds
 * @param logMargin LM, the largest tolerated loss as a log ratio, below 0; null = bounds only
 * @throws RangeError when the number of values is not that of the look
 */
export function updateInterval(
  before: RepeatedInterval,
  differences: readonly number[],
  look: Look,
  logMargin: number | null,
): RepeatedInterval {
  if (differences.length !== look.rounds) {
    throw new RangeError(`a look at ${look.rounds} rounds was given ${differences.length} values`)
  }
  const averages = walshAverages(differences)
  let { lower, upper } = before
  if (look.critical !== null) {
    lower = Math.max(lower, averages[look.critical] ?? -Infinity)
    upper = Math.min(upper, averages[averages.length - 1 - look.critical] ?? Infinity)
  }
  const isOpen = before.crossing === null && logMargin !== null
  const crossing = isOpen ? crossingOf(lower, upper, logMargin) : before.crossing
  return {
    rounds: look.rounds,
    estimate: hodgesLehmann(averages),
    lower,
    upper,
    crossing,
    decidedAtRounds: before.decidedAtRounds ?? (crossing === null ? null : look.rounds),
  }
}

function crossingOf(lower: number, upper: number, logMargin: number): Crossing | null {
  if (upper < logMargin) return 'regression'
  if (lower > -logMargin) return 'improvement'
  if (lower > logMargin) return 'no-regression'
  return null
}

/**
 * The interval after all looks that the rounds so far complete; values beyond the last one are unused.
 *
 * @param differences one log ratio per round in the order of the rounds
 * @param looks ascending by rounds
 * @param logMargin LM, below 0; null = bounds only, as for the difference in differences
 */
export function repeatedInterval(
  differences: readonly number[],
  looks: readonly Look[],
  logMargin: number | null,
): RepeatedInterval {
  return looks
    .filter((look) => look.rounds <= differences.length)
    .reduce(
      (state, look) => updateInterval(state, differences.slice(0, look.rounds), look, logMargin),
      BEFORE_FIRST_LOOK,
    )
}

/** Bounds that contradict each other: the rounds do not speak of one and the same ratio. */
export function isUnstable(interval: RepeatedInterval): boolean {
  return interval.lower > interval.upper
}
