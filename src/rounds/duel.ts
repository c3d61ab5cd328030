import { Scope } from '../lib/scope.ts'
import type { Round, Train } from '../model/round.ts'
import type { Arena } from './arena.ts'
import { drawCoins, sliceOrder } from './schedule.ts'
import { Stopwatch } from './stopwatch.ts'
import { runTrain } from './train.ts'
import type { FailedJob } from './train.ts'
import { bootBoth, cellNamed, prepareData, warmUp } from './visit.ts'
import type { OnPhase } from './visit.ts'

/** A round, and what kept it from being whole. */
export interface RoundEnd {
  readonly round: Round
  readonly failed: FailedJob | null
}

/** A round of the duel layout: both sides alive, every cell in one train of interleaved slices. */
export async function runDuelRound(
  arena: Arena,
  index: number,
  onPhase: OnPhase,
): Promise<RoundEnd> {
  const watch = new Stopwatch()
  const startedAt = new Date().toISOString()
  const coins = drawCoins(arena.plan, index)
  const trains: Train[] = []
  const notes: string[] = []
  let failed: FailedJob | null = null
  {
    await using scope = new Scope()
    onPhase('boot', { index })
    const clusters = await watch.time('bootMs', () =>
      bootBoth(arena, coins.bootFirst, `round-${index}`),
    )
    scope.defer(() =>
      watch.time('stopMs', () =>
        Promise.all(Object.values(clusters).map((cluster) => cluster.stop())),
      ),
    )
    notes.push(...clusters.baseline.notes, ...clusters.candidate.notes)

    onPhase('prepare', { index })
    failed = await watch.time('prepareMs', () => prepareData(arena, clusters))
    if (failed === null) {
      onPhase('warm-up', { index })
      const warmed = await watch.time('warmUpMs', () =>
        warmUp(arena, clusters, { first: coins.bootFirst, turns: null }),
      )
      if (!(warmed instanceof Map)) failed = warmed
    }
    for (const name of failed === null ? coins.cellOrder : []) {
      onPhase('train', { index, cell: name })
      const order = sliceOrder(coins.blocks[name] ?? [])
      const train = await watch.time('trainMs', () =>
        runTrain(arena, clusters, { cell: cellNamed(arena, name), order }),
      )
      trains.push(train)
      if (train.state === 'invalid') {
        failed = train
        break
      }
    }
    onPhase('stop', { index })
  }
  const round = { index, startedAt, coins, trains, times: watch.times(trains), notes }
  return { round, failed }
}
