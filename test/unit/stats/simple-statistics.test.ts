import { mad, mean, median, medianSorted, sampleStandardDeviation } from 'simple-statistics'
import { describe, expect, test } from 'vitest'

/** NIST StRD sets that are defined by a rule: a first value, then 500 pairs around it. */
function numAcc(first: number): readonly number[] {
  return [
    first,
    ...Array.from({ length: 1000 }, (_, index) => first + (index % 2 === 0 ? -0.1 : 0.1)),
  ]
}

describe('simple-statistics does what src relies on:', () => {
  test('the median of an even number is the mean of the middle two', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(medianSorted([1, 2, 3, 4])).toBe(2.5)
    expect(medianSorted([1, 2, 30])).toBe(2)
  })

  test('median leaves its argument as it was', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).toEqual([3, 1, 2])
  })

  test('mad is not scaled to a standard deviation', () => {
    expect(mad([1, 1, 2, 2, 4, 6, 9])).toBe(1)
  })

  test('the sample standard deviation divides by n - 1', () => {
    expect(sampleStandardDeviation([1, 2, 3, 4])).toBeCloseTo(Math.sqrt(5 / 3), 15)
  })

  test.each([
    {
      set: 'NumAcc1',
      values: [10_000_001, 10_000_003, 10_000_002],
      m: 10_000_002,
      s: 1,
      digits: 12,
    },
    { set: 'NumAcc2', values: numAcc(1.2), m: 1.2, s: 0.1, digits: 12 },
    { set: 'NumAcc3', values: numAcc(1_000_000.2), m: 1_000_000.2, s: 0.1, digits: 8 },
    { set: 'NumAcc4', values: numAcc(10_000_000.2), m: 10_000_000.2, s: 0.1, digits: 7 },
  ])('mean and deviation are those certified for $set', ({ values, m, s, digits }) => {
    expect(mean([...values])).toBeCloseTo(m, 7)
    expect(sampleStandardDeviation([...values])).toBeCloseTo(s, digits)
  })
})
