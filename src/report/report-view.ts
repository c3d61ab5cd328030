import { METRICS, METRIC_NAMES, type MetricName } from '../model/metric.ts'
import type { Result } from '../model/result.ts'
import { COMPARISON_LABELS, type Comparison } from '../model/verdict.ts'
import type { CellName, Outcome } from '../model/words.ts'
import { adviceOf, type Advice } from './advice.ts'
import { attributionText, MIXED_TEXT } from './attribution.ts'
import { absentGating } from './cells.ts'
import type { Fact, FactGroup } from './fact.ts'
import { factGroupsOf, factorsText, sideText } from './facts.ts'
import { gatingOf, headlineOf, type Headline } from './headline.ts'
import { roundsTableOf, type RoundsTable } from './round-facts.ts'
import { changeText, LABEL_TEXTS, outcomeText, provedText, valueText } from './wording.ts'

/** Everything a report says, before anybody decides how it looks; foreign text in it is plain, not escaped. */
export interface ReportView {
  readonly outcome: Outcome
  readonly headline: Headline
  /** the sides and what they differ in */
  readonly sides: readonly Fact[]
  /** TLS against plaintext, one line per workload */
  readonly where: readonly Fact[]
  readonly gating: readonly ComparisonRow[]
  readonly advisory: readonly ComparisonRow[]
  /** which way is better, for the metrics that are advisory here */
  readonly advisoryNote: string
  /** what the interval plot draws: the gating comparisons */
  readonly plotted: readonly Comparison[]
  readonly next: readonly Advice[]
  /** every label that occurs, explained */
  readonly labels: readonly Fact[]
  readonly facts: readonly FactGroup[]
  readonly rounds: RoundsTable
}

/** One comparison as texts, the columns of the table. */
export interface ComparisonRow {
  /** the cell, and the unit where it is not throughput: "consume/tls CPU-s/GB" */
  readonly name: string
  readonly outcome: Outcome
  readonly outcomeText: string
  readonly change: string
  readonly proved: string
  readonly baseline: string
  readonly candidate: string
  readonly rounds: string
}

/** @param gateExitCode exit code that the default --fail-on gives this verdict */
export function reportViewOf(result: Result, gateExitCode: number): ReportView {
  // a side that could not be measured leaves nothing to compare, whatever its finished rounds say
  const comparisons = result.failure === null ? result.comparisons : []
  const absent = result.failure === null ? absentGating(result.plan, comparisons) : []
  const gating = gatingOf({ ...result, comparisons })
  return {
    outcome: result.verdict.outcome,
    headline: headlineOf(result),
    sides: [
      { label: 'baseline', text: sideText(result.sides.baseline) },
      { label: 'candidate', text: sideText(result.sides.candidate) },
      { label: 'factors', text: factorsText(result.plan) },
    ],
    where: result.failure === null ? whereOf(result) : [],
    gating: [...gating.map(toRow), ...absent.map(toAbsentRow)],
    advisory: comparisons.filter((one) => !one.gating).map(toAdvisoryRow),
    advisoryNote: advisoryNoteOf(comparisons),
    plotted: gating,
    next: adviceOf(result),
    labels: labelsOf(comparisons),
    facts: factGroupsOf(result, gateExitCode),
    rounds: roundsTableOf(result),
  }
}

function advisoryNoteOf(comparisons: readonly Comparison[]): string {
  return METRIC_NAMES.filter((name) =>
    comparisons.some(({ gating, metric }) => !gating && metric === name),
  )
    .map((name) => `${METRICS[name].unit}: ${METRICS[name].direction} is better`)
    .join('; ')
}

function whereOf(result: Result): Fact[] {
  const { attributions, attribution } = result.verdict
  const isDecisive = (workload: string, metric: string): boolean =>
    result.comparisons.some(
      (one) => one.gating && one.metric === metric && one.cell.startsWith(`${workload}/`),
    )
  return [
    ...(attribution === 'mixed' ? [{ label: 'where', text: MIXED_TEXT }] : []),
    ...attributions
      .filter(({ workload, metric }) => isDecisive(workload, metric))
      .map((one) => ({ label: one.workload, text: attributionText(one, result) })),
  ]
}

function toRow(comparison: Comparison): ComparisonRow {
  const { cell, metric, outcome, baselineMedian, candidateMedian, rounds } = comparison
  return {
    name: rowName(cell, metric),
    outcome,
    outcomeText: outcomeText(comparison),
    change: changeText(comparison),
    proved: provedText(comparison),
    baseline: valueText(baselineMedian, metric),
    candidate: valueText(candidateMedian, metric),
    rounds: String(rounds),
  }
}

function rowName(cell: CellName, metric: MetricName): string {
  return metric === 'recordsPerSecond' ? cell : `${cell} ${METRICS[metric].unit}`
}

/** Advisory comparisons never decide, so they carry no outcome in words that sound like one. */
function toAdvisoryRow(comparison: Comparison): ComparisonRow {
  return { ...toRow(comparison), outcomeText: 'advisory' }
}

function toAbsentRow({ cell, metric }: ReturnType<typeof absentGating>[number]): ComparisonRow {
  return {
    name: rowName(cell, metric),
    outcome: 'invalid',
    outcomeText: 'not measured',
    change: '-',
    proved: '-',
    baseline: '-',
    candidate: '-',
    rounds: '0',
  }
}

function labelsOf(comparisons: readonly Comparison[]): Fact[] {
  return COMPARISON_LABELS.flatMap((label) => {
    const cells = comparisons.filter((one) => one.gating && one.labels.includes(label))
    if (cells.length === 0) return []
    const names = cells.map(({ cell }) => cell).join(', ')
    return [{ label, text: `${names}: ${LABEL_TEXTS[label]}` }]
  })
}
