/** A listener's outcome as far as attribution needs it: `proved` = no regression or improvement. */
export type Settlement = 'regression' | 'proved' | 'open'

interface Evidence {
  readonly tls: Settlement
  readonly plaintext: Settlement
  /** running bounds of g = d(tls) - d(plaintext) of the same rounds; below 0: TLS lost more */
  readonly g: { readonly lower: number; readonly upper: number }
}

/**
 * Which listener a loss belongs to, from both outcomes and their difference in differences. A loss
 * is "TLS only" when the other listener is *proved* not to share it and g lies below 0: one listener
 * being significant and the other not would never do.
 */
export function attribute({ tls, plaintext, g }: Evidence) {
  if (tls === 'proved' && plaintext === 'proved') return 'none'
  if (tls !== 'regression' && plaintext !== 'regression') return 'inconclusive'

  const isConsistent = g.lower <= g.upper
  const isTlsWorse = isConsistent && g.upper < 0
  const isPlaintextWorse = isConsistent && g.lower > 0
  if (tls === 'regression' && plaintext === 'regression') {
    if (isTlsWorse) return 'both-tls-worse'
    return isPlaintextWorse ? 'both-plaintext-worse' : 'both'
  }
  if (tls === 'regression' && isTlsWorse) {
    return plaintext === 'proved' ? 'tls-only' : 'tls-worse-plaintext-unsettled'
  }
  if (plaintext === 'regression' && isPlaintextWorse) {
    return tls === 'proved' ? 'plaintext-only' : 'plaintext-worse-tls-unsettled'
  }
  return 'unsettled'
}
