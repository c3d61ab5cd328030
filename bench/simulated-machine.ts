import { coin, normal } from '../src/lib/random.ts'
import type { Random } from '../src/lib/random.ts'

/** One simulated run: the log ratios of its rounds, below 0 where the candidate is slower. */
export type Machine = (random: Random, rounds: number) => readonly number[]

interface MachineSettings {
  /** deviation of one side's number of a round, log scale, without drift and outliers */
  readonly sigma: number
  /** what the candidate loses, as a fraction: 0.1 is 10 % slower, -0.1 is 10 % faster */
  readonly drop: number
}

/** Independent normal noise and nothing else. */
export function gaussianMachine({ sigma, drop }: MachineSettings): Machine {
  return (random, rounds) =>
    Array.from({ length: rounds }, () => Math.log(1 - drop) + sigma * Math.SQRT2 * normal(random))
}

/** Share of the variance that a start fixes for its whole life. */
const START_SHARE = 0.6
const OUTLIER_CHANCE = 0.05
/** correlation of the drift from one start to the next */
const DRIFT_MEMORY = 0.9

/**
 * A machine that drifts and stumbles. Each round holds one start of each side, one after the other
 * (two slots of time); the order of two neighbouring rounds is ABBA or BAAB by a fair coin. A slot's
 * log number is the sum of an AR(1) drift with deviation sigma, the start's own part, a heavy-tailed
 * rest (Student's t, 5 degrees of freedom), and now and then an outlier that costs 20 to 50 %.
 */
export function driftingMachine(
  { sigma, drop }: MachineSettings,
  outlierChance = OUTLIER_CHANCE,
): Machine {
  return (random, rounds) => {
    let drift = sigma * normal(random)
    const slot = (): number => {
      const start = Math.sqrt(START_SHARE) * sigma * normal(random)
      const rest = Math.sqrt(((1 - START_SHARE) * 3) / 5) * sigma * studentT5(random)
      const outlier = random() < outlierChance ? Math.log(1 - (0.2 + 0.3 * random())) : 0
      const value = drift + start + rest + outlier
      drift = DRIFT_MEMORY * drift + Math.sqrt(1 - DRIFT_MEMORY ** 2) * sigma * normal(random)
      return value
    }
    let isBaselineFirst = true
    return Array.from({ length: rounds }, (_, round) => {
      isBaselineFirst = round % 2 === 0 ? coin(random) : !isBaselineFirst
      const [first, second] = [slot(), slot()]
      const difference = isBaselineFirst ? second - first : first - second
      return difference + Math.log(1 - drop)
    })
  }
}

/** Variance 5/3. */
function studentT5(random: Random): number {
  let chiSquared = 0
  for (let degree = 0; degree < 5; degree += 1) chiSquared += normal(random) ** 2
  return normal(random) / Math.sqrt(chiSquared / 5)
}
