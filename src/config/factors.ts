import { isDeepStrictEqual } from 'node:util'
import type { SidePlan } from '../model/plan.ts'

const FACTORS: readonly (readonly [word: string, of: (side: SidePlan) => unknown])[] = [
  ['kafka', ({ subject }) => subject],
  ['java', ({ java }) => java],
  ['jvm-flags', ({ jvmFlags }) => jvmFlags],
  ['tls', ({ tls }) => tls],
  ['broker-config', ({ brokerConfig }) => brokerConfig],
]

/** What the sides differ in. None: an A/A run; two or more: their effects cannot be told apart. */
export function factorsOf(baseline: SidePlan, candidate: SidePlan): readonly string[] {
  return FACTORS.filter(([, of]) => !isDeepStrictEqual(of(baseline), of(candidate))).map(
    ([word]) => word,
  )
}
