import { describe, expect, test } from 'vitest'
import { signedRankCdf, signedRankCritical } from '../../../src/stats/signed-rank.ts'
import { reference } from './reference.ts'

describe('signedRankCdf()', () => {
  test.each(reference.exact.signedRankCdf)(
    'is the enumerated fraction for n = $n, w = $w',
    ({ n, w, fraction }) => {
      const [numerator = 0, denominator = 1] = fraction
      expect(signedRankCdf(n, w)).toBe(numerator / denominator)
    },
  )

  test('counts the patterns of three ranks by hand: 0, 1, 2, 3 twice, 4, 5, 6', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((w) => 8 * signedRankCdf(3, w))).toEqual([1, 2, 3, 5, 6, 7, 8])
  })

  test('gives the p-value of the published depression example', () => {
    const { x, y, expected } = reference.published.depression
    const above = x.flatMap((one, index) => one - (y[index] ?? 0))
    const pGreater = 1 - signedRankCdf(above.length, expected.V - 1)
    expect(pGreater).toBeCloseTo(expected.pGreater, 12)
  })

  test("gives the p-value of Darwin's maize", () => {
    const { d, expected } = reference.published.darwinMaize
    expect(signedRankCdf(d.length, expected.W)).toBeCloseTo(expected.pGreater, 9)
    expect(2 * signedRankCdf(d.length, expected.W)).toBeCloseTo(expected.pTwoSided, 9)
  })

  test('is 0 below the smallest and 1 from the largest value on, also for a hundred differences', () => {
    expect(signedRankCdf(6, -1)).toBe(0)
    expect(signedRankCdf(6, 21)).toBe(1)
    expect(signedRankCdf(100, 5050)).toBeCloseTo(1, 12)
    expect(signedRankCdf(100, 2524)).toBeCloseTo(0.5, 2)
  })

  test('refuses a number of differences that is none', () => {
    expect(() => signedRankCdf(0, 0)).toThrowErrorMatchingInlineSnapshot(
      `[RangeError: the number of differences must be a whole number from 1 on: 0]`,
    )
    expect(() => signedRankCdf(2.5, 0)).toThrow(RangeError)
  })
})

describe('signedRankCritical()', () => {
  test.each(reference.signedRankCritical)(
    'is the enumerated value for n = $n',
    ({ n, ...critical }) => {
      const found = Object.fromEntries(
        Object.keys(critical).map((alpha) => [alpha, signedRankCritical(n, Number(alpha))]),
      )
      expect(found).toEqual(critical)
    },
  )

  test('is null up to four differences at 5 %, since 1/16 is too much', () => {
    expect([1, 2, 3, 4].map((n) => signedRankCritical(n, 0.05))).toEqual([null, null, null, null])
  })

  test('keeps a tail that equals the level exactly', () => {
    expect(signedRankCritical(5, 1 / 32)).toBe(0)
  })
})
