import { describe, expect, it } from 'vitest'
import { ATTRIBUTIONS, type Attribution } from '../../../src/model/words.ts'
import { attributionText, attributionTitle, MIXED_TEXT } from '../../../src/report/attribution.ts'
import { PLAN } from './example-comparison.ts'

const textOf = (attribution: Attribution, patch = {}): string =>
  attributionText(
    {
      workload: 'consume',
      metric: 'recordsPerSecond',
      attribution,
      tlsExtra: -0.231,
      tlsExtraLower: -0.2604,
      tlsExtraUpper: -0.2016,
      ...patch,
    },
    { plan: PLAN },
  )

it('every attribution has a sentence of its own', () => {
  expect(ATTRIBUTIONS.map((one) => `${one}: ${textOf(one)}`)).toMatchInlineSnapshot(`
    [
      "none: no regression beyond 5 % on either listener; TLS relative to plaintext -23.1 % (between -26.1 % and -20.1 %)",
      "tls-only: TLS only: tls regressed, plaintext is proved to have no regression beyond 5 %; TLS relative to plaintext -23.1 % (between -26.1 % and -20.1 %)",
      "plaintext-only: plaintext only: plaintext regressed, tls is proved to have no regression beyond 5 %; TLS relative to plaintext -23.1 % (between -26.1 % and -20.1 %)",
      "both: both listeners regressed, so the shared path is to blame, not TLS alone; TLS relative to plaintext -23.1 % (between -26.1 % and -20.1 %)",
      "both-tls-worse: both listeners regressed, TLS more than plaintext: the shared path, and TLS on top; TLS relative to plaintext -23.1 % (between -26.1 % and -20.1 %)",
      "both-plaintext-worse: both listeners regressed, plaintext more than TLS: the shared path, and more where TLS does not hide it; TLS relative to plaintext -23.1 % (between -26.1 % and -20.1 %)",
      "tls-worse-plaintext-unsettled: tls regressed, and more than plaintext; whether plaintext regressed too is not settled; TLS relative to plaintext -23.1 % (between -26.1 % and -20.1 %)",
      "plaintext-worse-tls-unsettled: plaintext regressed, and more than tls; whether tls regressed too is not settled; TLS relative to plaintext -23.1 % (between -26.1 % and -20.1 %)",
      "unsettled: one listener regressed; whether it is that listener alone or the shared path is not settled; TLS relative to plaintext -23.1 % (between -26.1 % and -20.1 %)",
      "inconclusive: not settled: neither a regression nor its absence is proved on both listeners; TLS relative to plaintext -23.1 % (between -26.1 % and -20.1 %)",
      "not-available: not available: TLS and plaintext can be compared only where both listeners were measured",
    ]
  `)
  expect(MIXED_TEXT).toMatchInlineSnapshot(
    `"the workloads disagree about where; each is named below"`,
  )
})

it('every attribution of a regression has words for the title', () => {
  expect([...ATTRIBUTIONS, 'mixed' as const].map(attributionTitle)).toMatchInlineSnapshot(`
    [
      null,
      "TLS only",
      "plaintext only",
      "TLS and plaintext",
      "TLS and plaintext, TLS worse",
      "TLS and plaintext, plaintext worse",
      "TLS worse, plaintext unsettled",
      "plaintext worse, TLS unsettled",
      "listener unsettled",
      null,
      null,
      "workloads differ in where",
    ]
  `)
})

describe('attributionText()', () => {
  it('leaves out the difference between the listeners when it has no bounds', () => {
    expect(textOf('tls-only', { tlsExtraLower: null, tlsExtraUpper: null })).toMatchInlineSnapshot(
      `"TLS only: tls regressed, plaintext is proved to have no regression beyond 5 %"`,
    )
  })

  it('mentions it with no regression only where TLS and plaintext moved apart', () => {
    expect(textOf('none', { tlsExtraLower: -0.02, tlsExtraUpper: 0.03 })).toBe(
      'no regression beyond 5 % on either listener',
    )
  })

  it('says which way is worse where less is better', () => {
    expect(textOf('tls-only', { metric: 'cpuSecondsPerGb' })).toMatchInlineSnapshot(
      `"TLS only: tls regressed, plaintext is proved to have no regression beyond 5 %; TLS relative to plaintext -23.1 % (between -26.1 % and -20.1 %), below 0 = TLS needs relatively more"`,
    )
  })

  it('names the one listener that was planned', () => {
    const only = attributionText(
      {
        workload: 'produce',
        metric: 'recordsPerSecond',
        attribution: 'not-available',
        tlsExtra: null,
        tlsExtraLower: null,
        tlsExtraUpper: null,
      },
      { plan: { ...PLAN, listeners: ['tls'] } },
    )
    expect(only).toMatchInlineSnapshot(
      `"only produce/tls was planned, so TLS and plaintext cannot be compared"`,
    )
  })
})
