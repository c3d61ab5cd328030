import { mad } from 'simple-statistics'

/** Makes the median absolute deviation comparable to a standard deviation of normal values. */
const MAD_TO_SIGMA = 1.4826
/** Log margin that 24 rounds prove with probability 90 % when nothing changed, in deviations. */
const DEVIATIONS_PROVED = 0.7
const ROUNDS_OF_THAT = 24
/** No plan of fewer rounds decides anything, and above the most the number itself says nothing. */
const FEWEST_ROUNDS = 6
const MOST_ROUNDS = 1_000_000

/** Robust standard deviation, `1.4826 * MAD`; null below two values. */
export function robustDeviation(values: readonly number[]): number | null {
  return values.length < 2 ? null : MAD_TO_SIGMA * mad([...values])
}

/**
 * The log margin that a plan proves with probability 90 % when nothing changed (simulated with
 * normal differences; other numbers of rounds by the square root, an approximation).
 *
 * @param deviation of the differences, as log ratio
 * @param rounds at the plan's last look
 * @returns a size, >= 0
 */
export function resolvableLogMargin(deviation: number, rounds: number): number {
  return DEVIATIONS_PROVED * deviation * Math.sqrt(ROUNDS_OF_THAT / rounds)
}

/**
 * Rounds that a new comparison needs to settle with probability 90 % if the truth is the estimate.
 * It forecasts a new run; a running plan is never extended.
 *
 * @param estimate Hodges-Lehmann estimate, a log ratio
 * @param logMargin LM, below 0
 * @returns whole rounds from 6 to a million, which stands for everything beyond it
 */
export function roundsNeeded(deviation: number, estimate: number, logMargin: number): number {
  const distance = Math.abs(estimate - logMargin)
  const needed = Math.ceil(ROUNDS_OF_THAT * ((DEVIATIONS_PROVED * deviation) / distance) ** 2)
  return Number.isNaN(needed) ? MOST_ROUNDS : Math.min(MOST_ROUNDS, Math.max(FEWEST_ROUNDS, needed))
}
