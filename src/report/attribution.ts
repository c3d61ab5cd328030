import { formatShare, formatSigned } from '../lib/format.ts'
import { METRICS } from '../model/metric.ts'
import type { Result } from '../model/result.ts'
import type { AttributionResult } from '../model/verdict.ts'
import { assertNever, type Attribution } from '../model/words.ts'

/** Where a regression sits, in the few words that fit a title; null = nothing to say there. */
export function attributionTitle(attribution: Attribution | 'mixed'): string | null {
  switch (attribution) {
    case 'tls-only':
      return 'TLS only'
    case 'plaintext-only':
      return 'plaintext only'
    case 'both':
      return 'TLS and plaintext'
    case 'both-tls-worse':
      return 'TLS and plaintext, TLS worse'
    case 'both-plaintext-worse':
      return 'TLS and plaintext, plaintext worse'
    case 'tls-worse-plaintext-unsettled':
      return 'TLS worse, plaintext unsettled'
    case 'plaintext-worse-tls-unsettled':
      return 'plaintext worse, TLS unsettled'
    case 'unsettled':
      return 'listener unsettled'
    case 'mixed':
      return 'workloads differ in where'
    case 'none':
    case 'inconclusive':
    case 'not-available':
      return null
    default:
      return assertNever(attribution)
  }
}

/** TLS against plaintext for one workload and metric, in one sentence. */
export function attributionText(result: AttributionResult, { plan }: Pick<Result, 'plan'>): string {
  const margin = formatShare(plan.margins[result.metric])
  const extra = extraText(result)
  switch (result.attribution) {
    case 'none':
      return `no regression beyond ${margin} on either listener${isApart(result) ? extra : ''}`
    case 'tls-only':
      return `TLS only: tls regressed, plaintext is proved to have no regression beyond ${margin}${extra}`
    case 'plaintext-only':
      return `plaintext only: plaintext regressed, tls is proved to have no regression beyond ${margin}${extra}`
    case 'both':
      return `both listeners regressed, so the shared path is to blame, not TLS alone${extra}`
    case 'both-tls-worse':
      return `both listeners regressed, TLS more than plaintext: the shared path, and TLS on top${extra}`
    case 'both-plaintext-worse':
      return `both listeners regressed, plaintext more than TLS: the shared path, and more where TLS does not hide it${extra}`
    case 'tls-worse-plaintext-unsettled':
      return `tls regressed, and more than plaintext; whether plaintext regressed too is not settled${extra}`
    case 'plaintext-worse-tls-unsettled':
      return `plaintext regressed, and more than tls; whether tls regressed too is not settled${extra}`
    case 'unsettled':
      return `one listener regressed; whether it is that listener alone or the shared path is not settled${extra}`
    case 'inconclusive':
      return `not settled: neither a regression nor its absence is proved on both listeners${extra}`
    case 'not-available':
      return notAvailableText(result, plan.listeners)
    default:
      return assertNever(result.attribution)
  }
}

/** The verdict's own attribution, for results where the workloads disagree. */
export const MIXED_TEXT = 'the workloads disagree about where; each is named below'

function extraText({ tlsExtra, tlsExtraLower, tlsExtraUpper, metric }: AttributionResult): string {
  if (tlsExtra === null || tlsExtraLower === null || tlsExtraUpper === null) return ''
  if (tlsExtraLower > tlsExtraUpper) return ''
  const [lower, upper] = [formatSigned(tlsExtraLower, 'down'), formatSigned(tlsExtraUpper, 'up')]
  const below = METRICS[metric].direction === 'lower' ? 'below 0 = TLS needs relatively more' : ''
  const range = `TLS relative to plaintext ${formatSigned(tlsExtra)} (between ${lower} and ${upper})`
  return `; ${range}${below === '' ? '' : `, ${below}`}`
}

/** Worth a word although nothing regressed: TLS and plaintext moved apart. */
function isApart({ tlsExtraLower, tlsExtraUpper }: AttributionResult): boolean {
  return tlsExtraLower !== null && tlsExtraUpper !== null && tlsExtraLower * tlsExtraUpper > 0
}

function notAvailableText({ workload }: AttributionResult, listeners: readonly string[]): string {
  return listeners.length === 1
    ? `only ${workload}/${listeners[0] ?? ''} was planned, so TLS and plaintext cannot be compared`
    : 'not available: TLS and plaintext can be compared only where both listeners were measured'
}
