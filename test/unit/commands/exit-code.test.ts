import { describe, expect, test } from 'vitest'
import { DEFAULT_FAIL_ON, exitCodeOf } from '../../../src/commands/exit-code.ts'
import type { Result } from '../../../src/model/result.ts'
import type { StopReason } from '../../../src/model/verdict.ts'
import { OUTCOMES } from '../../../src/model/words.ts'
import type { Outcome } from '../../../src/model/words.ts'

type Ended = Pick<Result, 'verdict' | 'failure'>

function ended(outcome: Outcome, stoppedBy: StopReason = 'last-look'): Ended {
  return {
    verdict: {
      outcome,
      attribution: 'none',
      attributions: [],
      reasons: [],
      roundsCompleted: 10,
      roundsJudged: 10,
      stoppedBy,
    },
    failure: null,
  }
}

describe('exitCodeOf()', () => {
  test.each([
    ['regression', 3],
    ['inconclusive', 4],
    ['invalid', 5],
    ['no-regression', 0],
    ['improvement', 0],
  ] as const)('gives %s exit %i by default', (outcome, code) => {
    expect(exitCodeOf(ended(outcome), DEFAULT_FAIL_ON)).toBe(code)
  })

  test('hides regressions and inconclusive runs with none, but nothing that was not measured', () => {
    expect(OUTCOMES.map((outcome) => exitCodeOf(ended(outcome), []))).toEqual([0, 0, 0, 0, 5])
  })

  test('fails on what it is told to fail on', () => {
    expect(exitCodeOf(ended('improvement'), ['improvement'])).toBe(3)
    expect(exitCodeOf(ended('no-regression'), ['no-regression'])).toBe(3)
    expect(exitCodeOf(ended('inconclusive'), ['regression'])).toBe(0)
  })

  test('calls a side that could not be measured exit 5, whatever the verdict says', () => {
    const failure = { class: 'BROKER_DIED', side: 'candidate', message: 'x', hint: null } as const
    expect(exitCodeOf({ ...ended('no-regression'), failure }, [])).toBe(5)
  })

  test('calls an interrupted run exit 130', () => {
    expect(exitCodeOf(ended('inconclusive', 'interrupted'), [])).toBe(130)
    expect(exitCodeOf(ended('invalid', 'interrupted'), DEFAULT_FAIL_ON)).toBe(130)
  })
})
