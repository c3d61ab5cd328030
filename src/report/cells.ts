import { joinWords } from '../lib/format.ts'
import { METRICS, METRIC_NAMES, type MetricName } from '../model/metric.ts'
import type { Plan } from '../model/plan.ts'
import type { Comparison } from '../model/verdict.ts'
import type { CellName } from '../model/words.ts'

/** What the plan asked for and the result does not hold. */
export interface AbsentComparison {
  readonly cell: CellName
  readonly metric: MetricName
}

/** What was not measured never passes, so it gets a row of its own. */
export function absentGating(
  plan: Plan,
  comparisons: readonly Comparison[],
): readonly AbsentComparison[] {
  return plan.cells.flatMap(({ name, workload }) =>
    METRIC_NAMES.filter((metric) => METRICS[metric].gatingIn.includes(workload))
      .filter((metric) => !comparisons.some((one) => one.cell === name && one.metric === metric))
      .map((metric) => ({ cell: name, metric })),
  )
}

/** The worst first; those without an estimate last. */
export function worstFirst(comparisons: readonly Comparison[]): readonly Comparison[] {
  return [...comparisons].sort(
    (one, other) => (one.estimate ?? Infinity) - (other.estimate ?? Infinity),
  )
}

/** What ran: "produce and consume over tls and plaintext". */
export function cellsText({ workloads, listeners }: Plan): string {
  return `${joinWords(workloads)} over ${joinWords(listeners)}`
}
