import { describe, expect, it } from 'vitest'
import { stopReason, timeToNextLook } from '../../../src/commands/stop-rule.ts'

const MINUTE = 60_000
const state = {
  isSettled: false,
  nextLook: 10,
  roundsDone: 6,
  roundMs: Array.from({ length: 6 }, () => MINUTE),
  elapsedMs: 6 * MINUTE,
  budgetMs: null,
} as const

describe('stopReason()', () => {
  it('goes on while something is open and no budget is given', () => {
    expect(stopReason(state)).toBeNull()
  })

  it('ends when everything is settled, and after the last look', () => {
    expect(stopReason({ ...state, isSettled: true })).toBe('settled')
    expect(stopReason({ ...state, nextLook: null })).toBe('last-look')
  })

  it('goes on when the budget reaches the next look', () => {
    expect(stopReason({ ...state, budgetMs: 10 * MINUTE })).toBeNull()
  })

  it('ends at once when the budget cannot reach the next look', () => {
    expect(stopReason({ ...state, budgetMs: 9 * MINUTE })).toBe('budget')
  })

  it('ends when the budget is used up, even before the first round', () => {
    const early = { ...state, roundsDone: 0, roundMs: [], nextLook: 6 }
    expect(stopReason({ ...early, elapsedMs: 5, budgetMs: 4 })).toBe('budget')
    expect(stopReason({ ...early, elapsedMs: 5, budgetMs: 400 })).toBeNull()
  })

  it('does not begin a round that the budget cannot hold', () => {
    const last = { ...state, nextLook: 7, budgetMs: 6.95 * MINUTE }
    expect(stopReason(last)).toBe('budget')
  })
})

describe('timeToNextLook()', () => {
  it('is what the missing rounds took so far, or the budget', () => {
    expect(timeToNextLook(state)).toBe(4 * MINUTE)
    expect(timeToNextLook({ ...state, budgetMs: 8 * MINUTE })).toBe(2 * MINUTE)
    expect(timeToNextLook({ ...state, roundMs: [] })).toBeNull()
  })
})
