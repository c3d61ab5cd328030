import { expect, test } from 'vitest'
import { checkCell } from '../../../bench/cell.ts'
import { reference } from './reference.ts'

const { gaussian, machine } = reference.operatingCharacteristics
const repetitions = 4000
const seed = 1

/** A handful of the cells; bench/operating-characteristics.ts runs them all. */
test.each(
  gaussian.cells.filter(
    ({ plan, sigma, drop }) =>
      (plan === 'quick' && sigma === 0.04 && [0, 0.05, 0.1].includes(drop)) ||
      (plan === 'standard' && sigma === 0.08 && drop === 0.1),
  ),
)('the $plan plan does what is promised on normal noise of $sigma at a drop of $drop', (cell) => {
  const run = { kind: 'gaussian', repetitions, seed } as const
  expect(checkCell(cell, run, gaussian.repetitions.quick)).toMatchObject({ agrees: true })
})

test.each(
  machine.cells.filter(
    ({ plan, sigma, drop }) =>
      plan === 'standard' && sigma === 0.04 && [0, 0.05, 0.1].includes(drop),
  ),
)(
  'the $plan plan does what is promised on a drifting machine of $sigma at a drop of $drop',
  (cell) => {
    const run = { kind: 'machine', repetitions, seed } as const
    expect(checkCell(cell, run, machine.repetitions.standard)).toMatchObject({ agrees: true })
  },
)
