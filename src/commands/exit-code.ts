import { EXIT } from '../model/errors.ts'
import type { Result } from '../model/result.ts'
import { assertNever } from '../model/words.ts'
import type { Outcome } from '../model/words.ts'

export { DEFAULT_FAIL_ON } from '../config/defaults.ts'

/**
 * The exit code of a run that came to an end.
 *
 * What was not measured never passes: an invalid outcome is exit 5 whatever `failOn` says, and so is an
 * interruption exit 130.
 *
 * @param failOn outcomes that shall exit non-zero; empty = none
 */
export function exitCodeOf(
  { verdict, failure }: Pick<Result, 'verdict' | 'failure'>,
  failOn: readonly Outcome[],
): number {
  if (verdict.stoppedBy === 'interrupted') return EXIT.interrupted
  if (failure !== null || verdict.outcome === 'invalid') return EXIT.notMeasured
  return failOn.includes(verdict.outcome) ? codeOf(verdict.outcome) : EXIT.ok
}

/** An improvement that was not wanted counts as what a gate looks for: exit 3. */
function codeOf(outcome: Outcome): number {
  switch (outcome) {
    case 'regression':
    case 'improvement':
    case 'no-regression':
      return EXIT.regression
    case 'inconclusive':
      return EXIT.inconclusive
    case 'invalid':
      return EXIT.notMeasured
    default:
      return assertNever(outcome)
  }
}
