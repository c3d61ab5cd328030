import { describe, expect, test } from 'vitest'
import { progress } from '../../../src/judge/progress.ts'
import { buildPlan, buildRounds, invalidTrain } from './build.ts'

const plan = buildPlan({ workloads: ['produce'] })
const open = [0.97, 0.93, 0.97, 0.93, 0.97, 0.93, 0.97, 0.93, 0.97, 0.93]

describe('progress()', () => {
  test('waits for the first look', () => {
    const { isSettled, nextLook, comparisons } = progress({
      plan,
      rounds: buildRounds(plan, { count: 5 }),
    })
    expect({ isSettled, nextLook }).toEqual({ isSettled: false, nextLook: 6 })
    expect(comparisons.map(({ cell, metric, outcome }) => `${cell} ${metric} ${outcome}`)).toEqual([
      'produce/tls recordsPerSecond inconclusive',
      'produce/tls cpuSecondsPerGb inconclusive',
      'produce/plaintext recordsPerSecond inconclusive',
      'produce/plaintext cpuSecondsPerGb inconclusive',
    ])
  })

  test('is settled when every gating comparison is', () => {
    const state = progress({ plan, rounds: buildRounds(plan, { count: 6 }) })
    expect(state).toMatchObject({ isSettled: true, nextLook: 10 })
  })

  test('goes on while one listener is open, although the other is decided', () => {
    const speeds = { 'produce/tls': open, 'produce/plaintext': Array<number>(10).fill(0.8) }
    const state = progress({ plan, rounds: buildRounds(plan, { count: 6, speeds }) })
    expect(state.isSettled).toBe(false)
    expect(state.comparisons.map(({ outcome }) => outcome)).toContain('regression')
  })

  test('has no next look after the last one, settled or not', () => {
    const state = progress({
      plan,
      rounds: buildRounds(plan, { count: 10, speeds: { 'produce/tls': open } }),
    })
    expect(state).toMatchObject({ isSettled: false, nextLook: null })
  })

  test('is settled at once when no gating comparison can be judged any more', () => {
    const rounds = buildRounds(plan, { count: 1, change: ({ cell }) => invalidTrain(cell) })
    expect(progress({ plan, rounds }).isSettled).toBe(true)
  })

  test('knows nothing before the first round', () => {
    expect(progress({ plan, rounds: [] })).toMatchObject({ isSettled: false, nextLook: 6 })
  })
})
