import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawCoins, sliceOrder } from '../../../src/rounds/schedule.ts'
import { examplePlan } from '../../support/plan.ts'

describe('drawCoins()', () => {
  it('draws the same coins again for the same seed and round', () => {
    const plan = examplePlan()
    expect(drawCoins(plan, 3)).toEqual(drawCoins(plan, 3))
    expect(drawCoins(plan, 3)).not.toEqual(drawCoins(plan, 4))
    expect(drawCoins(plan, 3)).not.toEqual(drawCoins(examplePlan({ seed: 43 }), 3))
  })

  it('reverses the order of cells in every other round', () => {
    const orders = [0, 1, 2].map((index) => drawCoins(examplePlan(), index).cellOrder)
    expect(orders[0]).toEqual([
      'produce/tls',
      'produce/plaintext',
      'consume/tls',
      'consume/plaintext',
    ])
    expect(orders[1]).toEqual([
      'consume/plaintext',
      'consume/tls',
      'produce/plaintext',
      'produce/tls',
    ])
    expect(orders[2]).toEqual(orders[0])
  })

  it('tosses a fair coin for boot order and for every block', () => {
    const plan = examplePlan()
    let boots = 0
    let blocks = 0
    const rounds = 2000
    for (let index = 0; index < rounds; index += 1) {
      const coins = drawCoins(plan, index)
      if (coins.bootFirst === 'baseline') boots += 1
      const own = coins.blocks['consume/tls'] ?? []
      expect(own).toHaveLength(40)
      blocks += own.filter((side) => side === 'baseline').length
    }
    // five standard errors of a fair coin
    expect(Math.abs(boots / rounds - 0.5)).toBeLessThan(5 * Math.sqrt(0.25 / rounds))
    expect(Math.abs(blocks / (40 * rounds) - 0.5)).toBeLessThan(5 * Math.sqrt(0.25 / (40 * rounds)))
  })

  it('starts the sides of two sequential rounds as ABBA or BAAB, and tosses for which', () => {
    const plan = examplePlan({ layout: 'sequential' })
    const firsts = Array.from({ length: 400 }, (_, block) => {
      const [one, two] = [drawCoins(plan, 2 * block), drawCoins(plan, 2 * block + 1)]
      expect(two.bootFirst).not.toBe(one.bootFirst)
      expect(two.cellOrder).toEqual([...one.cellOrder].reverse())
      return one.bootFirst
    })
    const share = firsts.filter((side) => side === 'baseline').length / firsts.length
    expect(Math.abs(share - 0.5)).toBeLessThan(5 * Math.sqrt(0.25 / 400))
  })
})

describe('sliceOrder()', () => {
  it('makes each block ABBA with the side of its coin outside', () => {
    expect(sliceOrder(['candidate', 'baseline'])).toEqual([
      'candidate',
      'baseline',
      'baseline',
      'candidate',
      'baseline',
      'candidate',
      'candidate',
      'baseline',
    ])
  })

  it('gives both sides as many slices', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('baseline' as const, 'candidate' as const)),
        (blocks) => {
          const order = sliceOrder(blocks)
          const own = order.filter((side) => side === 'baseline')
          expect(own.length * 2).toBe(order.length)
        },
      ),
    )
  })
})
