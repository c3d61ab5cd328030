import type { Arena } from './arena.ts'
import { runDuelRound } from './duel.ts'
import type { RoundEnd } from './duel.ts'
import { BURN_IN } from './schedule.ts'
import { runSequentialRound } from './sequential.ts'
import type { OnPhase, WarmUpTurns } from './visit.ts'

/**
 * Round after round from `firstIndex` on, without end: who takes them decides when to stop.
 *
 * @throws EnvironmentError when a side does not start
 * @throws the reason of the arena's signal when that aborts
 */
export async function* runRounds(
  arena: Arena,
  { firstIndex, onPhase }: { firstIndex: number; onPhase: OnPhase },
): AsyncGenerator<RoundEnd, never> {
  if (arena.plan.layout === 'duel') {
    for (let index = firstIndex; ; index += 1) yield await runDuelRound(arena, index, onPhase)
  }
  const turns: WarmUpTurns = new Map()
  const burnIn = await runSequentialRound(arena, BURN_IN, { turns, onPhase })
  if (burnIn.failed !== null) yield burnIn
  for (let index = firstIndex; ; index += 1) {
    yield await runSequentialRound(arena, index, { turns, onPhase })
  }
}
