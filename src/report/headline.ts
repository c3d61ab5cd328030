import { formatShare, formatSigned, joinWords, plainText, plural } from '../lib/format.ts'
import type { Failure, Result } from '../model/result.ts'
import type { Round } from '../model/round.ts'
import type { Comparison } from '../model/verdict.ts'
import { assertNever } from '../model/words.ts'
import { attributionTitle } from './attribution.ts'
import { absentGating, cellsText, worstFirst } from './cells.ts'
import {
  confidenceText,
  effectText,
  evidenceText,
  inconclusiveLabel,
  intervalOf,
  openEvidenceText,
  openText,
} from './wording.ts'

/** `word` + `rest` is the title: the outcome, then its size and place. */
export interface Headline {
  readonly word: string
  readonly rest: string
  /** continues the title after a semicolon; null = nothing to add */
  readonly detail: string | null
}

export function headlineOf(result: Result): Headline {
  switch (result.verdict.outcome) {
    case 'regression':
      return regressionHeadline(result)
    case 'improvement':
      return improvementHeadline(result)
    case 'no-regression':
      return noRegressionHeadline(result)
    case 'inconclusive':
      return inconclusiveHeadline(result)
    case 'invalid':
      return result.failure === null
        ? invalidHeadline(result)
        : failureHeadline(result, result.failure)
    default:
      return assertNever(result.verdict.outcome)
  }
}

/** Comparisons that decide the verdict, in the order of the result. */
export function gatingOf({ comparisons }: Result): readonly Comparison[] {
  return comparisons.filter(({ gating }) => gating)
}

function withOutcome(result: Result, outcome: Comparison['outcome']): readonly Comparison[] {
  return gatingOf(result).filter((comparison) => comparison.outcome === outcome)
}

function regressionHeadline(result: Result): Headline {
  const [worst, ...others] = worstFirst(withOutcome(result, 'regression'))
  const where = attributionTitle(result.verdict.attribution)
  const word = where === null ? 'Regression' : `Regression, ${where}`
  if (worst === undefined) return { word, rest: '', detail: null }
  const also = [
    others.length === 0 ? '' : `; regressed too: ${joinWords(others.map(({ cell }) => cell))}`,
    notJudgedText(result),
  ].join('')
  return {
    word,
    rest: `: ${worst.cell} ${effectText(worst)}`,
    detail: `${evidenceText(worst, result.plan)}${also}`,
  }
}

function notJudgedText(result: Result): string {
  const cells = [
    ...withOutcome(result, 'invalid'),
    ...absentGating(result.plan, result.comparisons),
  ].map(({ cell }) => cell)
  return cells.length === 0 ? '' : `; not judged: ${joinWords(cells)}`
}

function improvementHeadline(result: Result): Headline {
  const [best, ...others] = worstFirst(withOutcome(result, 'improvement')).toReversed()
  if (best === undefined) return { word: 'Improvement', rest: '', detail: null }
  const also =
    others.length === 0 ? '' : `; improved too: ${joinWords(others.map(({ cell }) => cell))}`
  return {
    word: 'Improvement',
    rest: `: ${best.cell} ${effectText(best)}`,
    detail: `${evidenceText(best, result.plan)}${also}`,
  }
}

function noRegressionHeadline(result: Result): Headline {
  const gating = gatingOf(result)
  const margins = [...new Set(gating.map(({ margin }) => formatShare(margin)))]
  const isSelf = result.plan.factors.length === 0
  return {
    word: `No regression beyond ${joinWords(margins)}`,
    rest: `${isSelf ? ' (A/A)' : ''}: proved for ${cellsText(result.plan)}`,
    detail: [
      `${confidenceText(result.plan)}, ${plural(result.verdict.roundsJudged, 'round')}`,
      ...[weakestText(gating), improvedText(result)].filter((text) => text !== null),
    ].join('; '),
  }
}

/** The claim is only as strong as its weakest part. */
function weakestText(gating: readonly Comparison[]): string | null {
  const [weakest] = gating
    .filter((comparison) => intervalOf(comparison) !== null)
    .toSorted((one, other) => (one.lower ?? 0) - (other.lower ?? 0))
  const interval = weakest === undefined ? null : intervalOf(weakest)
  if (weakest === undefined || interval === null) return null
  return weakest.direction === 'higher'
    ? `weakest proof: ${weakest.cell}, at least ${formatSigned(interval.lower, 'down')}`
    : `weakest proof: ${weakest.cell}, at most ${formatSigned(interval.upper, 'up')}`
}

function improvedText(result: Result): string | null {
  const improved = withOutcome(result, 'improvement')
  return improved.length === 0
    ? null
    : improved.map((comparison) => `${comparison.cell} ${effectText(comparison)}`).join('; ')
}

function inconclusiveHeadline(result: Result): Headline {
  const gating = gatingOf(result)
  const open = worstFirst(withOutcome(result, 'inconclusive'))
  const [worst] = open
  const rounds = plural(result.verdict.roundsJudged, 'round')
  if (result.verdict.roundsJudged === 0) {
    const first = result.plan.looks[0]?.rounds ?? 0
    return {
      word: 'Inconclusive',
      rest: `: ${plural(result.verdict.roundsCompleted, 'round')} completed, the first look is after ${first}`,
      detail: null,
    }
  }
  if (worst === undefined) return { word: 'Inconclusive', rest: ` after ${rounds}`, detail: null }
  const text = openText(worst)
  const isUnknown = inconclusiveLabel(worst) === 'cannot tell'
  const openCells = `open: ${open.length} of ${plural(gating.length, 'cell')}, ${joinWords(open.map(({ cell }) => cell))}`
  return {
    word: 'Inconclusive',
    rest: isUnknown ? `: ${text} on ${worst.cell}` : `: ${worst.cell} ${text}`,
    detail: `${openEvidenceText(worst)}; ${openCells}`,
  }
}

function invalidHeadline(result: Result): Headline {
  const [first, ...others] = withOutcome(result, 'invalid')
  const reason = first?.reasons[0] ?? result.verdict.reasons[0] ?? 'no reason recorded'
  const cells =
    first === undefined ? '' : `${joinWords([first, ...others].map(({ cell }) => cell))}: `
  return { word: 'Could not measure', rest: `: ${cells}${plainText(reason)}`, detail: null }
}

/** What can happen to a side that had started; every other class needs the rounds to tell. */
const AFTER_START: Readonly<Record<string, string>> = {
  BROKER_DIED: 'died',
  DELIVERY_ERROR: 'did not confirm what was sent',
  OFFSET_MISMATCH: 'lost acknowledged records',
}

/** Side and class of the failure, and never a percentage. */
function failureHeadline({ rounds }: Result, failure: Failure): Headline {
  const failureClass = plainText(failure.class)
  const happened = AFTER_START[failure.class] ?? happenedIn(rounds)
  const rest =
    failure.side === null
      ? `: ${failureClass}`
      : `: the ${failure.side} ${happened} (${failureClass})`
  return { word: 'Could not measure', rest, detail: plainText(failure.message) }
}

/** A round that was begun and went wrong is the last one; a start that fails leaves no round behind. */
function happenedIn(rounds: readonly Round[]): string {
  if (rounds.length === 0) return 'did not start'
  const hasBegun = rounds.at(-1)?.trains.some(({ state }) => state === 'invalid') ?? false
  return hasBegun
    ? `failed in round ${rounds.length}`
    : `did not start in round ${rounds.length + 1}`
}
