import { describe, expect, it } from 'vitest'
import type { Result } from '../../../src/model/result.ts'
import { adviceOf } from '../../../src/report/advice.ts'
import { EXAMPLES } from './example-results.ts'

function texts(result: Result): string[] {
  return adviceOf(result).map(({ text, command }) =>
    command === null ? text : `${text} ${command}`,
  )
}

const REGRESSION = EXAMPLES['regression-tls-only']

describe('the advice', () => {
  it('after a regression names the path to look at and how to reproduce', () => {
    expect(texts(REGRESSION)).toMatchInlineSnapshot(`
      [
        "look at the TLS path of consume: encryption in Kafka's SslTransportLayer (no zero-copy with TLS), its buffers, Java's TLS provider and cipher intrinsics",
        "to reproduce (a new comparison: report both): kafka-duel run --baseline kafka@2.5.1,java@17 --candidate kafka@2.4.1,java@17 --plan quick",
      ]
    `)
  })

  it('gives no command that a shell could read otherwise', () => {
    const subject = { kind: 'maven', version: '4.4.0;rm' } as const
    const { plan } = REGRESSION
    const hostile = { ...plan, candidate: { ...plan.candidate, subject } }
    expect(texts({ ...REGRESSION, plan: hostile }).at(-1)).toBe(
      'to reproduce (a new comparison: report both), run it again with its configuration',
    )
  })

  it('names several factors as confounded', () => {
    expect(texts(EXAMPLES['regression-both'])).toContain(
      'confounded: java and jvm-flags differ together; run one comparison per factor to know which one it is',
    )
  })

  it('doubts a regression of a side against itself', () => {
    expect(texts({ ...REGRESSION, plan: { ...REGRESSION.plan, factors: [] } })[0]).toBe(
      'the sides do not differ (A/A), so this is a false alarm or a biased machine: see the rounds and the warnings',
    )
  })

  it('after an open run says what would settle it, and never to try until it passes', () => {
    expect(texts(EXAMPLES.inconclusive)).toMatchInlineSnapshot(`
      [
        "produce/tls and produce/plaintext: no shipped plan settles this: the change lies too near the margin for this runner's noise",
        "with this plan this runner can prove about 6.6 %, not 5 %, on produce/plaintext: take a quieter machine, a plan with more rounds, or a wider margin",
        "do not repeat this run until it passes: two tries err nearly twice as often; a second run is a new comparison, and both are reported",
      ]
    `)
  })

  it('names the smallest plan that would settle it, always one with more rounds than this', () => {
    const result = EXAMPLES.inconclusive
    const needing = (roundsNeeded: number): string[] => {
      const comparisons = result.comparisons.map((one) =>
        one.cell === 'produce/tls'
          ? { ...one, roundsNeeded, resolution: 0.0612 }
          : { ...one, resolution: null },
      )
      return texts({ ...result, comparisons })
    }
    expect(needing(22)[0]).toBe(
      'produce/tls: a new comparison of 22 rounds or more would settle it with 90 % probability if the truth is the estimate: declare --plan standard (24 rounds at most)',
    )
    expect(needing(7)[0]).toContain('declare --plan mid (16 rounds at most)')
    expect(needing(37)[0]).toBe(
      "produce/tls and produce/plaintext: no shipped plan settles this: the change lies too near the margin for this runner's noise",
    )
    expect(needing(37)[1]).toBe(
      'with this plan this runner can prove about 6.2 %, not 5 %, on produce/tls: take a quieter machine, a plan with more rounds, or a wider margin',
    )
  })

  it('after a budget that ended too early says which look was missed', () => {
    const { verdict } = EXAMPLES.inconclusive
    const early = { ...verdict, roundsJudged: 6, stoppedBy: 'budget' as const }
    expect(texts({ ...EXAMPLES.inconclusive, verdict: early })[0]).toBe(
      'the time budget ended before the look after 10 rounds: allow more time',
    )
  })

  it('after a driver that was the limit says how to relieve it', () => {
    expect(texts(EXAMPLES['invalid-driver-bound'])).toMatchInlineSnapshot(`
      [
        "fix: give the driver more room (more cores, brokers pinned apart) or the brokers more work (smaller batches), then run again",
      ]
    `)
  })

  it('after a side that did not start gives the hint and claims nothing about speed', () => {
    expect(texts(EXAMPLES['invalid-did-not-start'])).toMatchInlineSnapshot(`
      [
        "choose a newer Java for this side",
        "this says nothing about speed: start the candidate on its own, see its log, and run again",
      ]
    `)
  })
})
