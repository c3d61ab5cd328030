import type { Log } from '../lib/log.ts'
import { progress } from '../judge/progress.ts'
import { EnvironmentError } from '../model/errors.ts'
import type { Failure } from '../model/result.ts'
import type { Round } from '../model/round.ts'
import type { StopReason } from '../model/verdict.ts'
import { renderPhase, renderRoundLine } from '../report/progress.ts'
import type { Arena } from '../rounds/arena.ts'
import type { Journal } from '../rounds/journal.ts'
import { runRounds } from '../rounds/run-rounds.ts'
import type { LiveLine } from './live-line.ts'
import { stopReason, timeToNextLook } from './stop-rule.ts'

interface MeasureOptions {
  readonly arena: Arena
  readonly journal: Journal
  /** rounds of an interrupted run that this one goes on with */
  readonly before: readonly Round[]
  readonly startedMs: number
  readonly log: Log
  readonly line: LiveLine
}

interface Measured {
  readonly rounds: readonly Round[]
  readonly stoppedBy: StopReason
  readonly failure: Failure | null
}

/** Measures round after round until the plan, the budget or a failure ends it. */
export async function measure(options: MeasureOptions): Promise<Measured> {
  const { arena, journal, log, line } = options
  const { plan } = arena
  const rounds = [...options.before]
  const roundMs: number[] = []
  const lastRound = plan.looks.at(-1)?.rounds ?? 0
  const state = () => {
    const { isSettled, nextLook, comparisons } = progress({ plan, rounds })
    const elapsedMs = performance.now() - options.startedMs
    const { budgetMs } = plan
    return {
      isSettled,
      nextLook,
      comparisons,
      roundsDone: rounds.length,
      roundMs,
      elapsedMs,
      budgetMs,
    }
  }
  const stopped = stopReason(state())
  if (stopped !== null) return { rounds, stoppedBy: stopped, failure: null }

  const source = runRounds(arena, {
    firstIndex: rounds.length,
    onPhase: (phase, { index, ...at }) => {
      const text = renderPhase(phase, { round: index + 1, lastRound, ...at })
      log.detail(text)
      line.show(text)
    },
  })
  try {
    for await (const { round, failed } of source) {
      rounds.push(round)
      if (failed !== null) {
        const { side, reason } = failed
        const failure = { class: failed.class, side, message: reason, hint: null }
        return { rounds, stoppedBy: 'invalid', failure }
      }
      await journal.append(round)
      roundMs.push(round.times.totalMs)
      const now = state()
      line.clear()
      log.note(renderRoundLine({ plan, round, ...now, estimatedLeftMs: timeToNextLook(now) }))
      const stoppedBy = stopReason(now)
      if (stoppedBy !== null) return { rounds, stoppedBy, failure: null }
    }
  } catch (error: unknown) {
    if (!(error instanceof EnvironmentError)) throw error
    line.clear()
    if (error.detail !== null) log.note(error.detail)
    const { side, message, hint } = error
    const failure = { class: error.class, side, message, hint }
    return { rounds, stoppedBy: 'invalid', failure }
  } finally {
    line.clear()
  }
  throw new Error('rounds ended by themselves')
}
