/** A lower tail may exceed the level by this much: 1 - F of an exact fraction is off in the last digit. */
const ROUNDING = 1e-12

/**
 * In how many of the 2^n sign patterns the positive ranks 1..n sum to each value of W+.
 *
 * @param n number of differences, n >= 1
 * @returns n(n+1)/2 + 1 counts, index = W+; exact whole numbers up to n = 53, beyond it to 15 digits
 */
function signedRankCounts(n: number): readonly number[] {
  if (!Number.isInteger(n) || n < 1) {
    throw new RangeError(`the number of differences must be a whole number from 1 on: ${n}`)
  }
  const counts = new Array<number>((n * (n + 1)) / 2 + 1).fill(0)
  counts[0] = 1
  for (let rank = 1; rank <= n; rank += 1) {
    for (let sum = (rank * (rank + 1)) / 2; sum >= rank; sum -= 1) {
      counts[sum] = (counts[sum] ?? 0) + (counts[sum - rank] ?? 0)
    }
  }
  return counts
}

/**
 * P(W+ <= w) of Wilcoxon's signed-rank statistic when all sign patterns are equally likely.
 *
 * @throws RangeError when n is not a whole number from 1 on
 */
export function signedRankCdf(n: number, w: number): number {
  const counts = signedRankCounts(n)
  let cumulative = 0
  for (let value = 0; value <= w && value < counts.length; value += 1) {
    cumulative += counts[value] ?? 0
  }
  return cumulative / 2 ** n
}

/**
 * Largest whole number c with P(W+ <= c) <= alpha.
 *
 * @param alpha one-sided level, such as 0.05
 * @returns null when even c = 0 is too likely, as for n <= 4 at 0.05
 * @throws RangeError when n is not a whole number from 1 on
 */
export function signedRankCritical(n: number, alpha: number): number | null {
  const patterns = 2 ** n
  let cumulative = 0
  let critical: number | null = null
  for (const [w, count] of signedRankCounts(n).entries()) {
    cumulative += count
    if (cumulative / patterns > alpha + ROUNDING) break
    critical = w
  }
  return critical
}
