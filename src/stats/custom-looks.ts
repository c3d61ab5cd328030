import { seededRandom } from '../lib/random.ts'
import type { Look } from './look.ts'
import { signedRankCdf, signedRankCritical } from './signed-rank.ts'

/** Fixed in the source, so that a plan has the same critical values everywhere. */
const SEED = 20_160_314
/** beyond 36 rounds, where the pairs of a sequence become many, a fifth of it */
const REPETITIONS = 1_000_000
const MOST_ROUNDS = 100
/** two looks are counted exactly as long as that takes well below a second */
const MOST_ROUNDS_EXACT = 30

/**
 * Critical values for looks of one's own. The error is spent by rounds as in Pocock's boundaries
 * (Lan and DeMets); each look gets the largest critical value whose cumulative error stays within
 * what may be spent until then. One look is exact, and so are two up to 30 rounds; otherwise
 * sequences with a fixed seed are simulated, which takes seconds.
 *
 * @param rounds numbers of rounds, ascending
 * @param alphaPerBound error of each bound over all looks, such as 0.05
 * @returns `critical: null` where nothing can be spent yet; at 0.05 a single look needs 5 rounds
 * @throws RangeError when the rounds are not ascending whole numbers from 1 to 100
 * @see Lan and DeMets (1983), Biometrika 70, 659-663
 */
export function customLooks(rounds: readonly number[], alphaPerBound: number): readonly Look[] {
  const last = rounds.at(-1)
  const isAscending = rounds.every(
    (n, index) => Number.isInteger(n) && n > (rounds[index - 1] ?? 0),
  )
  if (last === undefined || !isAscending || last > MOST_ROUNDS) {
    throw new RangeError(
      `looks must be ascending whole numbers up to ${MOST_ROUNDS}: ${rounds.join('/')}`,
    )
  }
  const allowed = rounds.map((n) => spentUntil(n, last, alphaPerBound))
  const [first, second] = rounds
  if (first === undefined) return []
  const firstCritical = signedRankCritical(first, allowed[0] ?? 0)
  if (second === undefined) return [{ rounds: first, critical: firstCritical }]
  const firstError = firstCritical === null ? 0 : signedRankCdf(first, firstCritical)
  const later =
    rounds.length === 2 && last <= MOST_ROUNDS_EXACT
      ? [largestWithin(secondLookChances(first, firstCritical, second), alphaPerBound - firstError)]
      : simulateLater(rounds, allowed, firstCritical)
  return rounds.map((n, index) => ({
    rounds: n,
    critical: index === 0 ? firstCritical : (later[index - 1] ?? null),
  }))
}

/** Error that may be spent until n of nMax rounds: alpha * ln(1 + (e - 1) * n / nMax). */
function spentUntil(n: number, nMax: number, alpha: number): number {
  return n === nMax ? alpha : alpha * Math.log(1 + ((Math.E - 1) * n) / nMax)
}

/** @param chances chance of each W+ together with not having crossed before, index = W+ */
function largestWithin(chances: ArrayLike<number>, allowed: number): number | null {
  let cumulative = 0
  let critical: number | null = null
  for (let w = 0; w < chances.length; w += 1) {
    cumulative += chances[w] ?? 0
    if (cumulative > allowed + 1e-12) break
    critical = w
  }
  return critical
}

/**
 * P(W+ at the first look > its critical value, W+ at the second = w), exact: the absolute values of
 * the second look are walked through by rank, each is early (in the first look) or late, positive
 * or negative, and all these arrangements are equally likely.
 */
function secondLookChances(
  first: number,
  firstCritical: number | null,
  second: number,
): readonly number[] {
  // earlyW is W+ of the early ones; above the critical value it need not be told apart
  const cap = (firstCritical ?? -1) + 1
  const sums = (second * (second + 1)) / 2 + 1
  const at = (early: number, earlyW: number, w: number): number =>
    (early * (cap + 1) + earlyW) * sums + w
  let counts = new Float64Array((first + 1) * (cap + 1) * sums)
  counts[0] = 1
  for (let rank = 1; rank <= second; rank += 1) {
    const next = new Float64Array(counts.length)
    for (let early = 0; early <= Math.min(first, rank - 1); early += 1) {
      for (let earlyW = 0; earlyW <= cap; earlyW += 1) {
        for (let w = 0; w <= (rank * (rank - 1)) / 2; w += 1) {
          const count = counts[at(early, earlyW, w)] ?? 0
          if (count === 0) continue
          const targets = [at(early, earlyW, w), at(early, earlyW, w + rank)]
          if (early < first) {
            targets.push(at(early + 1, earlyW, w))
            targets.push(at(early + 1, Math.min(cap, earlyW + early + 1), w + rank))
          }
          for (const target of targets) next[target] = (next[target] ?? 0) + count
        }
      }
    }
    counts = next
  }
  const start = at(first, 0, 0)
  const all = counts.slice(start, start + (cap + 1) * sums).reduce((sum, count) => sum + count, 0)
  const open = counts.slice(at(first, cap, 0), at(first, cap, 0) + sums)
  return Array.from(open, (count) => count / all)
}

/** Critical values of all looks but the first, from simulated sequences with fair signs. */
function simulateLater(
  rounds: readonly number[],
  allowed: readonly number[],
  firstCritical: number | null,
): readonly (number | null)[] {
  const repetitions = (rounds.at(-1) ?? 0) > 36 ? REPETITIONS / 5 : REPETITIONS
  const statistics = simulateStatistics(rounds, repetitions)
  const isOpen = new Uint8Array(repetitions).fill(1)
  let spent = 0
  let critical = firstCritical
  const later: (number | null)[] = []
  rounds.forEach((n, look) => {
    const seen = statistics.subarray(look * repetitions, (look + 1) * repetitions)
    if (look > 0) {
      const chances = new Float64Array((n * (n + 1)) / 2 + 1)
      seen.forEach((w, index) => {
        if (isOpen[index] === 1) chances[w] = (chances[w] ?? 0) + 1 / repetitions
      })
      critical = largestWithin(chances, (allowed[look] ?? 0) - spent)
      later.push(critical)
    }
    const bound = critical ?? -1
    seen.forEach((w, index) => {
      if (isOpen[index] === 0 || w > bound) return
      isOpen[index] = 0
      spent += 1 / repetitions
    })
  })
  return later
}

/** W+ of every simulated sequence at every look, look by look; 100 rounds keep it below 2^16. */
function simulateStatistics(rounds: readonly number[], repetitions: number): Uint16Array {
  const random = seededRandom(SEED)
  const statistics = new Uint16Array(rounds.length * repetitions)
  // whole numbers, so that the count below needs no branch: it is the sign bit of minus the sum
  const values = new Int32Array(rounds.at(-1) ?? 0)
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    let w = 0
    let n = 0
    for (let look = 0; look < rounds.length; look += 1) {
      const until = rounds[look] ?? 0
      for (; n < until; n += 1) {
        const value = Math.floor((2 * random() - 1) * 2 ** 29)
        values[n] = value
        // the Walsh averages above 0 that this value adds
        for (let before = 0; before <= n; before += 1) {
          w += -((values[before] ?? 0) + value) >>> 31
        }
      }
      statistics[look * repetitions + repetition] = w
    }
  }
  return statistics
}
