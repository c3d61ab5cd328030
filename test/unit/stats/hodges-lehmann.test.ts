import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hodgesLehmann, walshAverages } from '../../../src/stats/hodges-lehmann.ts'
import { signedRankCritical } from '../../../src/stats/signed-rank.ts'
import { reference } from './reference.ts'

/** Multiples of 1/64, so that sums and means are exact and shifts can be compared bit by bit. */
const values = fc.array(
  fc.integer({ min: -64, max: 64 }).map((n) => n / 64),
  { minLength: 1, maxLength: 12 },
)

const estimate = (d: readonly number[]): number => hodgesLehmann(walshAverages(d))

/** W+ of the definition: midranks of the absolute values, those of positive ones summed. */
function wPlusByRanks(d: readonly number[]): number {
  const sizes = d.map(Math.abs)
  return d.reduce((sum, value) => {
    if (value <= 0) return sum
    const smaller = sizes.filter((size) => size < value).length
    const ties = sizes.filter((size) => size === value).length
    return sum + smaller + (ties + 1) / 2
  }, 0)
}

describe('walshAverages()', () => {
  test('are the sorted means of all pairs, each value with itself', () => {
    expect(walshAverages([3, 1, 8])).toEqual([1, 2, 3, 4.5, 5.5, 8])
  })

  test('number 300 for 24 rounds', () => {
    expect(walshAverages(Array.from({ length: 24 }, (_, index) => index))).toHaveLength(300)
  })

  test('refuse nothing and what is not finite', () => {
    expect(() => walshAverages([])).toThrowErrorMatchingInlineSnapshot(
      `[RangeError: Walsh averages need at least one value, and finite ones only]`,
    )
    expect(() => walshAverages([1, NaN])).toThrow(RangeError)
    expect(() => walshAverages([1, Infinity])).toThrow(RangeError)
  })

  test('above theta there are as many as W+ of the shifted values by ranks, without ties', () => {
    fc.assert(
      fc.property(
        // whole numbers: sums are exact, and none vanishes by underflow
        fc.uniqueArray(fc.integer({ min: -1_000_000, max: 1_000_000 }), {
          minLength: 1,
          maxLength: 10,
        }),
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        (d, theta) => {
          const shifted = d.map((value) => value - theta)
          fc.pre(new Set(shifted.map(Math.abs)).size === d.length && !shifted.includes(0))
          const sums = d.flatMap((one, index) =>
            d.slice(index).map((two) => one - theta + (two - theta)),
          )
          fc.pre(!sums.includes(0))
          expect(walshAverages(shifted).filter((average) => average > 0)).toHaveLength(
            wPlusByRanks(shifted),
          )
        },
      ),
    )
  })

  test('bound exactly the thetas that the signed-rank test does not reject', () => {
    fc.assert(
      fc.property(
        values,
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: -70, max: 70 }),
        (d, c, k) => {
          const w = walshAverages(d)
          const upper = w[w.length - 1 - c]
          const lower = w[c]
          fc.pre(upper !== undefined && lower !== undefined)
          const theta = k / 64
          const above = w.filter((average) => average > theta).length
          const below = w.filter((average) => average < theta).length
          expect(above <= c).toBe(upper <= theta)
          expect(below <= c).toBe(lower >= theta)
        },
      ),
    )
  })

  test('at the critical value of the published example give its published interval', () => {
    const { x, y, expected } = reference.published.depression
    const w = walshAverages(x.map((one, index) => one - (y[index] ?? 0)))
    expect(signedRankCritical(9, 0.025)).toBe(expected.criticalOfInterval)
    expect(w[5]).toBeCloseTo(expected.lower, 12)
    expect(w[w.length - 1 - 5]).toBeCloseTo(expected.upper, 12)
    expect(hodgesLehmann(w)).toBeCloseTo(expected.hl, 12)
  })

  test('with critical value 0 bound 1 to 5 by 1 and 5', () => {
    const { d, expected } = reference.published.oneToFive
    const w = walshAverages(d)
    expect([w[0], w.at(-1)]).toEqual(expected.ourBoundsWithCritical0)
    expect([w[1], w.at(-2)]).toEqual(expected.pragmastat)
  })
})

describe('hodgesLehmann()', () => {
  test('is shifted by what the values are shifted by', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: -64, max: 64 }), (d, k) => {
        expect(estimate(d.map((value) => value + k / 64))).toBe(estimate(d) + k / 64)
      }),
    )
  })

  test('is negated when the values are', () => {
    fc.assert(
      fc.property(values, (d) => {
        expect(estimate(d.map((value) => -value))).toBeCloseTo(-estimate(d), 15)
      }),
    )
  })

  test('does not depend on the order of the values', () => {
    fc.assert(
      fc.property(values, (d) => {
        expect(estimate(d.toReversed())).toBe(estimate(d))
      }),
    )
  })

  test('survives two wild values of ten', () => {
    expect(estimate([1, 1, 1, 1, 1, 1, 1, 1, -1000, -1000])).toBe(1)
  })
})
