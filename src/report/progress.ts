import {
  formatAbout,
  formatBytes,
  formatDuration,
  formatShare,
  joinWords,
  plainText,
  plural,
} from '../lib/format.ts'
import { roundMsOf } from '../model/forecast.ts'
import type { Plan } from '../model/plan.ts'
import type { Environment, SideDescription } from '../model/result.ts'
import type { Round, RoundPhase } from '../model/round.ts'
import type { Comparison } from '../model/verdict.ts'
import type { CellName, SideName } from '../model/words.ts'
import { cellsText } from './cells.ts'
import { factorsText, sideText } from './facts.ts'
import { roundValue } from './round-facts.ts'
import {
  changeText,
  confidenceText,
  inconclusiveLabel,
  intervalOf,
  outcomeText,
} from './wording.ts'

/** Said once, before round 1: what will be compared, and for how long at most. */
export function renderPlanHeader(
  plan: Plan,
  sides: Readonly<Record<SideName, SideDescription>>,
  environment: Environment,
): string {
  const margins = [...new Set(Object.values(plan.margins))].map((one) => formatShare(one))
  const lines = [
    ['baseline', sideText(sides.baseline)],
    ['candidate', sideText(sides.candidate)],
    ['factors', factorsText(plan)],
    ['cells', cellsText(plan)],
    [
      'plan',
      `${plan.name}: judged after ${joinWords(plan.looks.map(({ rounds }) => String(rounds)))} rounds, margin ${joinWords(margins)}, ${confidenceText(plan)}, seed ${plan.seed}`,
    ],
    [
      'machine',
      `${plural(environment.cpus, 'CPU')} (${environment.cpuModel}), ${formatBytes(environment.memoryBytes)}, log directories ${environment.logDirs === 'memory' ? 'in memory' : 'on disk'}`,
    ],
    ['time', timeText(plan)],
  ] as const
  return lines.map(([label, text]) => `${label.padEnd(11)}${plainText(text)}\n`).join('')
}

function timeText(plan: Plan): string {
  const { looks, budgetMs } = plan
  const most = looks.at(-1)?.rounds ?? 0
  const forecast = `${formatAbout(most * roundMsOf(plan))} for all ${plural(most, 'round')}, less when everything is settled before`
  return budgetMs === null ? forecast : `${forecast}; ends after ${formatDuration(budgetMs)}`
}

export interface RoundLine {
  readonly plan: Plan
  readonly round: Round
  readonly roundsDone: number
  /** as judged so far; empty before the first look */
  readonly comparisons: readonly Comparison[]
  readonly elapsedMs: number
  /** null = unknown */
  readonly estimatedLeftMs: number | null
  /** rounds at the next look; null = this was the last */
  readonly nextLook: number | null
}

/** One plain line per finished round, its parts two blanks apart. */
export function renderRoundLine(line: RoundLine): string {
  const { plan, round, roundsDone, comparisons, elapsedMs, estimatedLeftMs, nextLook } = line
  const cells = plan.cells.map(({ name }) => {
    const gating = comparisons.find((one) => one.gating && one.cell === name)
    return `${name} ${cellText(name, round, gating)}`
  })
  const look =
    nextLook === null ? 'last look reached' : `next look after ${plural(nextLook, 'round')}`
  const left = estimatedLeftMs === null ? '' : `, ${formatAbout(estimatedLeftMs)} left`
  return [
    `round ${roundsDone}/${plan.looks.at(-1)?.rounds ?? roundsDone}`,
    ...cells,
    `${look}, ${formatDuration(elapsedMs)} gone${left}`,
  ].join('  ')
}

/** The running interval where there is one; before that the round's own number, named as such. */
function cellText(cell: CellName, round: Round, comparison: Comparison | undefined): string {
  if (comparison === undefined || intervalOf(comparison) === null) {
    return `this round ${roundValue(round.trains.find((train) => train.cell === cell)).change}`
  }
  const isOpen = comparison.outcome === 'inconclusive'
  return `${changeText(comparison)} ${isOpen ? `${inconclusiveLabel(comparison)} so far` : outcomeText(comparison)}`
}

const PHASE_TEXTS: Readonly<Record<RoundPhase, string>> = {
  boot: 'starting both sides',
  prepare: 'creating and filling topics',
  'warm-up': 'warming up',
  train: 'measuring',
  stop: 'stopping both sides',
}

/** What happens right now, short enough for one line of a terminal: "round 7/10: measuring consume/tls". */
export function renderPhase(
  phase: RoundPhase,
  { round, lastRound, cell }: { round: number; lastRound: number; cell?: CellName },
): string {
  const what = cell === undefined ? PHASE_TEXTS[phase] : `${PHASE_TEXTS[phase]} ${cell}`
  return `round ${round}/${lastRound}: ${what}`
}
