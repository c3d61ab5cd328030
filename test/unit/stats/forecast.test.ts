import { describe, expect, test } from 'vitest'
import { resolvableLogMargin, robustDeviation, roundsNeeded } from '../../../src/stats/forecast.ts'

describe('robustDeviation()', () => {
  test('is 1.4826 times the median absolute deviation, blind to one wild value', () => {
    expect(robustDeviation([1, 2, 3, 4, 1000])).toBeCloseTo(1.4826, 12)
  })

  test('needs two values', () => {
    expect(robustDeviation([])).toBeNull()
    expect(robustDeviation([1])).toBeNull()
    expect(robustDeviation([1, 1])).toBe(0)
  })
})

describe('resolvableLogMargin()', () => {
  test('is 0.7 deviations for 24 rounds, twice as much for 6', () => {
    expect(resolvableLogMargin(0.05, 24)).toBeCloseTo(0.035, 12)
    expect(resolvableLogMargin(0.05, 6)).toBeCloseTo(0.07, 12)
  })
})

describe('roundsNeeded()', () => {
  test('is 24 when the estimate lies 0.7 deviations from the margin', () => {
    expect(roundsNeeded(0.05, -0.05 + 0.03501, -0.05)).toBe(24)
    expect(roundsNeeded(0.05, -0.05 - 0.0175, -0.05)).toBe(96)
  })

  test('is never below 6, and a million at the margin itself', () => {
    expect(roundsNeeded(0, 0, -0.05)).toBe(6)
    expect(roundsNeeded(0.05, -0.05, -0.05)).toBe(1_000_000)
    expect(roundsNeeded(0, -0.05, -0.05)).toBe(1_000_000)
  })
})
