import { describe, expect, it } from 'vitest'
import {
  renderPhase,
  renderPlanHeader,
  renderRoundLine,
  type RoundLine,
} from '../../../src/report/progress.ts'
import { EXAMPLES } from './example-results.ts'

const { plan, sides, environment, rounds, comparisons } = EXAMPLES['regression-tls-only']
const [round] = rounds

function line(patch: Partial<RoundLine>): string {
  if (round === undefined) throw new Error('the example has no round')
  return renderRoundLine({
    plan,
    round,
    roundsDone: 3,
    comparisons: [],
    elapsedMs: 201_000,
    estimatedLeftMs: 201_000,
    nextLook: 6,
    ...patch,
  })
}

it('the header says before the first round what will be compared and for how long', () => {
  expect(renderPlanHeader(plan, sides, environment)).toMatchInlineSnapshot(`
    "baseline   kafka 2.5.1, Java 17.0.15+6
    candidate  kafka 2.4.1, Java 17.0.15+6
    factors    kafka
    cells      produce and consume over tls and plaintext
    plan       quick: judged after 6 and 10 rounds, margin 5 %, 95 % one-sided confidence, seed 42
    machine    2 CPUs (AMD EPYC 7763 64-Core Processor), 24.0 GiB, log directories in memory
    time       about 11 min for all 10 rounds, less when everything is settled before
    "
  `)
})

it('the header names the budget', () => {
  expect(renderPlanHeader({ ...plan, budgetMs: 600_000 }, sides, environment)).toContain(
    'ends after 10 min\n',
  )
})

describe('the line of a round', () => {
  it('shows the numbers of the round, named as such, before the first look', () => {
    expect(line({})).toMatchInlineSnapshot(
      `"round 3/10  produce/tls this round -2.9 %  produce/plaintext this round -0.3 %  consume/tls this round -25.3 %  consume/plaintext this round +1.2 %  next look after 6 rounds, 3 min 21 s gone, about 3 min left"`,
    )
  })

  it('shows intervals and outcomes after a look', () => {
    expect(line({ roundsDone: 6, comparisons, nextLook: 10 })).toMatchInlineSnapshot(
      `"round 6/10  produce/tls -1.5 % (-3.1 to -0.2) no regression beyond 5 %  produce/plaintext +0.5 % (-1.1 to +2.1) no regression beyond 5 %  consume/tls -25.4 % (-26.7 to -24.1) regression beyond 5 %  consume/plaintext +2.9 % (+1.0 to +4.9) no regression beyond 5 %  next look after 10 rounds, 3 min 21 s gone, about 3 min left"`,
    )
  })

  it('says what leans which way while it is open', () => {
    const open = EXAMPLES.inconclusive
    const text = line({ plan: open.plan, comparisons: open.comparisons, nextLook: null })
    expect(text).toMatchInlineSnapshot(
      `"round 3/10  produce/tls -6.1 % (-8.1 to -3.8) probably slower so far  produce/plaintext -3.0 % (-5.9 to +1.1) cannot tell so far  consume/tls -0.1 % (-3.7 to +2.7) no regression beyond 5 %  consume/plaintext -0.9 % (-2.7 to +0.9) no regression beyond 5 %  last look reached, 3 min 21 s gone, about 3 min left"`,
    )
  })

  it('names the class of a train that could not be measured', () => {
    if (round === undefined) throw new Error('the example has no round')
    const trains = [
      {
        state: 'invalid',
        cell: 'produce/tls',
        startedAt: '2026-03-14T09:00:00.000Z',
        class: 'DRIVER_DIED',
        side: null,
        reason: 'exit code 1',
      },
    ] as const
    expect(line({ round: { ...round, trains }, estimatedLeftMs: null })).toMatchInlineSnapshot(
      `"round 3/10  produce/tls this round DRIVER_DIED  produce/plaintext this round -  consume/tls this round -  consume/plaintext this round -  next look after 6 rounds, 3 min 21 s gone"`,
    )
  })
})

it('a phase fits one line', () => {
  const at = { round: 7, lastRound: 10 }
  expect([
    renderPhase('boot', at),
    renderPhase('warm-up', at),
    renderPhase('train', { ...at, cell: 'consume/tls' }),
  ]).toMatchInlineSnapshot(`
    [
      "round 7/10: starting both sides",
      "round 7/10: warming up",
      "round 7/10: measuring consume/tls",
    ]
  `)
})
