import { describe, expect, test } from 'vitest'
import { customLooks } from '../../../src/stats/custom-looks.ts'
import { signedRankCdf } from '../../../src/stats/signed-rank.ts'
import { reference } from './reference.ts'

const criticalOf = (rounds: readonly number[], alpha: number): readonly (number | null)[] =>
  customLooks(rounds, alpha).map(({ critical }) => critical)

describe('customLooks() with a single look', () => {
  test('is exact', () => {
    expect(customLooks([10], 0.05)).toEqual([{ rounds: 10, critical: 10 }])
    expect(criticalOf([24], 0.01)).toEqual([69])
    expect(signedRankCdf(100, criticalOf([100], 0.05)[0] ?? NaN)).toBeLessThanOrEqual(0.05)
    expect(signedRankCdf(100, (criticalOf([100], 0.05)[0] ?? NaN) + 1)).toBeGreaterThan(0.05)
  })

  test('needs five rounds at 5 % and never bounds anything with four', () => {
    expect(criticalOf([5], 0.05)).toEqual([0])
    expect([1, 2, 3, 4].flatMap((n) => criticalOf([n], 0.05))).toEqual([null, null, null, null])
    expect(criticalOf([5], 0.025)).toEqual([null])
  })
})

describe('customLooks() with several looks', () => {
  test('spends the error of the quick plan exactly', () => {
    expect(criticalOf([6, 10], 0.05)).toEqual([1, 8])
  })

  test('sets no bound at a first look that may spend too little', () => {
    expect(criticalOf([3, 5], 0.05)).toEqual([null, 0])
  })

  test.each(reference.plans.filter(({ name }) => ['standard', '8/12/18/24'].includes(name)))(
    'finds the critical values of $name by simulation',
    ({ looks, critical, alphaPerBound }) => {
      criticalOf(looks, alphaPerBound).forEach((found, index) => {
        // at 24 rounds 80 spends 4.99 % of 5 %: with another seed the edge may fall on the other side
        expect(Math.abs((found ?? -1) - (critical[index] ?? -1))).toBeLessThanOrEqual(1)
      })
    },
  )

  test('refuses looks that do not rise, are no whole numbers or too many', () => {
    expect(() => customLooks([10, 6], 0.05)).toThrowErrorMatchingInlineSnapshot(
      `[RangeError: looks must be ascending whole numbers up to 100: 10/6]`,
    )
    for (const rounds of [[], [0], [6, 6], [2.5], [101]]) {
      expect(() => customLooks(rounds, 0.05)).toThrow(RangeError)
    }
  })
})
