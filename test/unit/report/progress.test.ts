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
      `"round 3/10  produce/tls this round -0.4 %  produce/plaintext this round -3.0 %  consume/tls this round -27.8 %  consume/plaintext this round +3.9 %  next look after 6 rounds, 3 min 21 s gone, about 3 min left"`,
    )
  })

  it('shows intervals and outcomes after a look', () => {
    expect(line({ roundsDone: 6, comparisons, nextLook: 10 })).toMatchInlineSnapshot(
      `"round 6/10  produce/tls 0.0 % (-1.3 to +1.0) no regression beyond 5 %  produce/plaintext -0.1 % (-2.6 to +2.7) no regression beyond 5 %  consume/tls -25.7 % (-27.3 to -24.0) regression beyond 5 %  consume/plaintext +1.1 % (-0.4 to +2.8) no regression beyond 5 %  next look after 10 rounds, 3 min 21 s gone, about 3 min left"`,
    )
  })

  it('says what leans which way while it is open', () => {
    const open = EXAMPLES.inconclusive
    const text = line({ plan: open.plan, comparisons: open.comparisons, nextLook: null })
    expect(text).toMatchInlineSnapshot(
      `"round 3/10  produce/tls -3.8 % (-5.6 to -1.7) probably slower so far  produce/plaintext -2.3 % (-6.2 to +1.7) cannot tell so far  consume/tls -0.6 % (-3.6 to +2.2) no regression beyond 5 %  consume/plaintext +0.6 % (-1.3 to +3.3) no regression beyond 5 %  last look reached, 3 min 21 s gone, about 3 min left"`,
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
