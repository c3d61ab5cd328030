import type { MetricName } from './metric.ts'
import type { Attribution, CellName, Outcome, Workload } from './words.ts'

export const COMPARISON_LABELS = [
  'probably slower',
  'probably faster',
  'cannot tell',
  'low-N',
  'unstable run',
  'driver-bound',
  'carry-over',
] as const
export type ComparisonLabel = (typeof COMPARISON_LABELS)[number]

/** One metric of one cell over all judged rounds. Log ratios are signed so that below 0 is worse. */
export interface Comparison {
  readonly cell: CellName
  readonly metric: MetricName
  readonly direction: 'higher' | 'lower'
  readonly unit: string
  readonly gating: boolean
  readonly outcome: Outcome
  readonly labels: readonly ComparisonLabel[]
  /** exp(x)-1 of the Hodges-Lehmann estimate of d and of its bounds: negative is always worse; null = none */
  readonly estimate: number | null
  readonly lower: number | null
  readonly upper: number | null
  /** the same as people read it: for "lower is better" metrics a positive change is worse */
  readonly change: number | null
  readonly changeLower: number | null
  readonly changeUpper: number | null
  readonly margin: number
  /** smallest margin the data prove; <= 0: proved not worse at all; null = nothing proved */
  readonly provedMargin: number | null
  /** rounds judged: those of the last completed look */
  readonly rounds: number
  /** rounds at which the outcome was decided; null = open */
  readonly decidedAtRounds: number | null
  /** one value per judged round */
  readonly differences: readonly number[]
  /** median over judged rounds, in the metric's unit */
  readonly baselineMedian: number | null
  readonly candidateMedian: number | null
  /** robust standard deviation of the differences; null below 2 rounds */
  readonly deviation: number | null
  /** rounds, 6 to a million, that a new comparison would need if the truth is the estimate; null = decided, or fewer than 6 rounds */
  readonly roundsNeeded: number | null
  /** margin (fraction) that the plan's last look can prove with probability 90 %; null = fewer than 10 rounds judged */
  readonly resolution: number | null
  /** why it is invalid */
  readonly reasons: readonly string[]
}

/** TLS against plaintext for one workload and metric. */
export interface AttributionResult {
  readonly workload: Workload
  readonly metric: MetricName
  readonly attribution: Attribution
  /** exp(g)-1 of the difference in differences and of its bounds: negative = TLS relatively worse; null = none */
  readonly tlsExtra: number | null
  readonly tlsExtraLower: number | null
  readonly tlsExtraUpper: number | null
}

export interface Verdict {
  readonly outcome: Outcome
  readonly attribution: Attribution | 'mixed'
  readonly attributions: readonly AttributionResult[]
  readonly reasons: readonly string[]
  /** completed rounds, and those judged */
  readonly roundsCompleted: number
  readonly roundsJudged: number
  /** why the run stopped */
  readonly stoppedBy: StopReason
}

export type StopReason = 'settled' | 'last-look' | 'budget' | 'invalid' | 'interrupted'

/** Both halves of what `judge` gives back. */
export interface Judgement {
  readonly comparisons: readonly Comparison[]
  readonly verdict: Verdict
}
