import { medianSorted } from 'simple-statistics'

/**
 * Means of all pairs, each value with itself included, in ascending order (Walsh averages).
 *
 * Their number above theta is the signed-rank statistic W+ of the values minus theta; that count is
 * the definition which survives ties. With M of them, `[w[c], w[M-1-c]]` holds every theta at which
 * neither tail of the signed-rank test is at or below c.
 *
 * @param values n >= 1 finite numbers, not modified
 * @returns M = n(n+1)/2 numbers
 * @throws RangeError when empty or not finite
 */
export function walshAverages(values: readonly number[]): readonly number[] {
  if (values.length === 0 || !values.every(Number.isFinite)) {
    throw new RangeError('Walsh averages need at least one value, and finite ones only')
  }
  const averages = new Float64Array((values.length * (values.length + 1)) / 2)
  let next = 0
  values.forEach((first, index) => {
    for (const second of values.slice(index)) {
      averages[next] = (first + second) / 2
      next += 1
    }
  })
  return Array.from(averages.sort())
}

/**
 * Hodges-Lehmann estimate: the median of the Walsh averages; up to 29 % of the values may be wild.
 *
 * @param averages as `walshAverages` gives them
 * @see Hodges and Lehmann (1963), Annals of Mathematical Statistics 34, 598-611
 */
export function hodgesLehmann(averages: readonly number[]): number {
  return medianSorted(averages)
}
