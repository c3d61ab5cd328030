import { describe, expect, test } from 'vitest'
import { shippedLooks } from '../../../src/stats/shipped-plans.ts'
import { reference } from './reference.ts'

describe('shippedLooks()', () => {
  const shipped = reference.plans.filter(({ name }) => /^[a-z]/.test(name))

  test.each(shipped)(
    'gives the reference values of $name',
    ({ name, alphaPerBound, looks, critical }) => {
      const expected = looks.map((rounds, index) => ({ rounds, critical: critical[index] ?? null }))
      expect(shippedLooks(name.split('-')[0] ?? '', alphaPerBound)).toEqual(expected)
    },
  )

  test('has no strict quick or mid plan, and no plan of another name or level', () => {
    expect([0.025, 0.01].map((alpha) => shippedLooks('quick', alpha))).toEqual([null, null])
    expect([0.025, 0.01].map((alpha) => shippedLooks('mid', alpha))).toEqual([null, null])
    expect(shippedLooks('standard', 0.1)).toBeNull()
    expect(shippedLooks('custom', 0.05)).toBeNull()
    expect(shippedLooks('constructor', 0.05)).toBeNull()
  })
})
