import { describe, expect, it } from 'vitest'
import type { Result } from '../../../src/model/result.ts'
import type { InvalidTrain } from '../../../src/model/round.ts'
import { headlineOf } from '../../../src/report/headline.ts'
import { throughput } from './example-comparison.ts'
import { EXAMPLES } from './example-results.ts'

function titleOf(result: Result): string {
  const { word, rest, detail } = headlineOf(result)
  return `${word}${rest}${detail === null ? '' : ` // ${detail}`}`
}

const NONE = EXAMPLES['no-regression']

describe('the headline', () => {
  it('of every example says outcome, size and place', () => {
    expect(Object.values(EXAMPLES).map(titleOf)).toMatchInlineSnapshot(`
      [
        "Regression, TLS only: consume/tls slower by 25.7 % (between 24.0 % and 27.3 %) // worse than the 5 % margin, 95 % one-sided confidence, 6 rounds",
        "Regression, TLS and plaintext, plaintext worse: produce/plaintext slower by 24.1 % (between 22.2 % and 25.8 %) // worse than the 5 % margin, 95 % one-sided confidence, 6 rounds; regressed too: produce/tls",
        "Improvement: consume/tls faster by 88.3 % (between 84.3 % and 92.5 %) // beyond the 5 % margin, 95 % one-sided confidence, 6 rounds; improved too: produce/tls, produce/plaintext and consume/plaintext",
        "No regression beyond 5 %: proved for produce and consume over tls and plaintext // 95 % one-sided confidence, 6 rounds; weakest proof: produce/plaintext, at least -1.6 %; consume/tls faster by 32.3 % (between 30.6 % and 34.1 %)",
        "Inconclusive: produce/tls probably slower, between 1.7 % and 5.6 % // proved only down to -5.6 %, 5 % was asked, 10 rounds; open: 2 of 4 cells, produce/tls and produce/plaintext",
        "Inconclusive: cannot tell on consume/tls // no interval after 3 rounds, 5 % was asked; ratio -21.5 % (rounds -23.0 to -19.3); open: 4 of 4 cells, consume/tls, produce/plaintext, consume/plaintext and produce/tls",
        "Could not measure: consume/plaintext: the driver was the limit in 6 of 6 rounds, which hides differences",
        "Could not measure: the candidate did not start (JAVA_TOO_OLD) // Cannot start the candidate broker: it needs Java 17, found Java 11",
        "No regression beyond 5 % (A/A): proved for produce and consume over tls and plaintext // 95 % one-sided confidence, 6 rounds; weakest proof: consume/tls, at least -1.8 %",
      ]
    `)
  })

  it('of a regression names what was not judged beside it', () => {
    const result = EXAMPLES['regression-tls-only']
    const comparisons = result.comparisons.filter(({ cell }) => cell !== 'produce/tls')
    expect(titleOf({ ...result, comparisons })).toMatchInlineSnapshot(
      `"Regression, TLS only: consume/tls slower by 25.7 % (between 24.0 % and 27.3 %) // worse than the 5 % margin, 95 % one-sided confidence, 6 rounds; not judged: produce/tls"`,
    )
  })

  it('of a regression whose workloads disagree says so', () => {
    const result = EXAMPLES['regression-tls-only']
    const verdict = { ...result.verdict, attribution: 'mixed' as const }
    expect(headlineOf({ ...result, verdict }).word).toBe('Regression, workloads differ in where')
  })

  it('of no regression names every margin that was asked', () => {
    const comparisons = [
      throughput([0, -0.01, 0.01], { outcome: 'no-regression' }),
      throughput([0, -0.02, 0.01], { outcome: 'no-regression', margin: 0.1, cell: 'produce/tls' }),
    ]
    expect(titleOf({ ...NONE, comparisons })).toMatchInlineSnapshot(
      `"No regression beyond 5 % and 10 %: proved for produce and consume over tls and plaintext // 95 % one-sided confidence, 6 rounds; weakest proof: produce/tls, at least -2.0 %"`,
    )
  })

  it('of a run without a completed look says when the first one is', () => {
    const result = EXAMPLES.inconclusive
    const verdict = { ...result.verdict, roundsCompleted: 4, roundsJudged: 0 }
    expect(titleOf({ ...result, verdict })).toBe(
      'Inconclusive: 4 rounds completed, the first look is after 6',
    )
  })
})

describe('the headline of a failure', () => {
  const failure = { class: 'TLS_HOSTNAME', side: 'candidate', message: 'why', hint: null } as const
  const failed = { ...NONE, verdict: { ...NONE.verdict, outcome: 'invalid' as const }, failure }
  const invalid: InvalidTrain = {
    state: 'invalid',
    cell: 'produce/tls',
    startedAt: '2026-03-14T09:00:00.000Z',
    class: 'DRIVER_DIED',
    side: null,
    reason: 'exit code 1',
  }
  const [first] = NONE.rounds

  it('says that a side did not start, and in which round', () => {
    expect(titleOf({ ...failed, rounds: [] })).toBe(
      'Could not measure: the candidate did not start (TLS_HOSTNAME) // why',
    )
    expect(titleOf(failed)).toBe(
      'Could not measure: the candidate did not start in round 7 (TLS_HOSTNAME) // why',
    )
  })

  it('says what happened to a side that had started', () => {
    const classes = ['BROKER_DIED', 'OFFSET_MISMATCH', 'DELIVERY_ERROR']
    expect(
      classes.map((one) => headlineOf({ ...failed, failure: { ...failure, class: one } }).rest),
    ).toEqual([
      ': the candidate died (BROKER_DIED)',
      ': the candidate lost acknowledged records (OFFSET_MISMATCH)',
      ': the candidate did not confirm what was sent (DELIVERY_ERROR)',
    ])
    const rounds = first === undefined ? [] : [{ ...first, trains: [invalid] }]
    expect(headlineOf({ ...failed, rounds }).rest).toBe(
      ': the candidate failed in round 1 (TLS_HOSTNAME)',
    )
  })

  it('blames no side when none is known', () => {
    expect(titleOf({ ...failed, failure: { ...failure, side: null, class: 'DRIVER_DIED' } })).toBe(
      'Could not measure: DRIVER_DIED // why',
    )
  })
})
