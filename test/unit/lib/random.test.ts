import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coin, normal, seededRandom } from '../../../src/lib/random.ts'

const draw = (count: number, next: () => number) => Array.from({ length: count }, () => next())
const mean = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length

describe('seededRandom()', () => {
  it('keeps its sequence for ever, so that a recorded seed can be repeated', () => {
    const numbers = draw(4, seededRandom(20240229, 3)).map((x) => Math.round(x * 2 ** 32))
    expect(numbers).toMatchInlineSnapshot(`
      [
        544545347,
        631258196,
        1396553372,
        1673373962,
      ]
    `)
  })

  it('stays in [0, 1) and repeats itself for equal seeds', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.array(fc.nat(), { maxLength: 3 }), (seed, stream) => {
        const values = draw(50, seededRandom(seed, ...stream))
        expect(values.every((x) => x >= 0 && x < 1)).toBe(true)
        expect(draw(50, seededRandom(seed, ...stream))).toEqual(values)
      }),
    )
  })

  it('gives another sequence for another seed, stream, or order of streams', () => {
    const parts = [[1], [2], [1, 0], [1, 1], [1, 1, 0], [1, 2, 3], [1, 3, 2], [1 + 2 ** 32], [-1]]
    const firsts = parts.map(([seed = 0, ...stream]) =>
      draw(3, seededRandom(seed, ...stream)).join(),
    )
    expect(new Set(firsts).size).toBe(parts.length)
  })

  it('is uniform: each of 16 bins holds its share within 5 standard deviations', () => {
    const bins = new Array<number>(16).fill(0)
    for (const x of draw(160_000, seededRandom(7))) {
      const bin = Math.floor(x * 16)
      bins[bin] = (bins[bin] ?? 0) + 1
    }
    for (const count of bins) expect(Math.abs(count - 10_000)).toBeLessThan(5 * 97)
  })

  it('has neighbouring streams that are not correlated', () => {
    const pairs = draw(20_000, seededRandom(1, 1))
    const others = draw(20_000, seededRandom(1, 2))
    const covariance = mean(pairs.map((x, index) => (x - 0.5) * ((others[index] ?? 0) - 0.5)))
    expect(Math.abs(covariance * 12)).toBeLessThan(5 / Math.sqrt(20_000))
  })
})

describe('normal() and coin()', () => {
  it('has mean 0 and standard deviation 1', () => {
    const random = seededRandom(11)
    const values = draw(50_000, () => normal(random))
    expect(Math.abs(mean(values))).toBeLessThan(0.025)
    expect(Math.abs(mean(values.map((x) => x * x)) - 1)).toBeLessThan(0.04)
  })

  it('falls on either side equally often', () => {
    const random = seededRandom(12)
    const heads = draw(10_000, () => (coin(random) ? 1 : 0))
    expect(Math.abs(mean(heads) - 0.5)).toBeLessThan(0.025)
  })
})
