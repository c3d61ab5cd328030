/**
 * How small a drop can be proved in how many minutes: the noise of the log ratio by slice length and by
 * train length, the idle side's CPU, and (with --candidate) the size of a known bad by slice length.
 *
 *   npx tsx bench/noise.ts [--kafka 4.4.0] [--rounds 4] [--slices 25,50,100,400,2000] [--train 16]
 *                          [--workloads produce,consume] [--candidate-flags "-XX:..."] [--pin true]
 *
 * Every round starts both sides afresh; in it each cell gets one train per slice length, in an order that
 * turns with the round. Shorter trains are the beginnings of the longest one.
 */
import { mean, sampleStandardDeviation } from 'simple-statistics'
import { seededRandom } from '../src/lib/random.ts'
import type { MeasuredTrain, Slice } from '../src/model/round.ts'
import type { SideName } from '../src/model/words.ts'
import { drawCoins, sliceOrder } from '../src/rounds/schedule.ts'
import { Scope } from '../src/lib/scope.ts'
import { idleShare } from '../src/rounds/train-warnings.ts'
import { runTrain } from '../src/rounds/train.ts'
import { bootBoth, cellNamed, prepareData, warmUp } from '../src/rounds/visit.ts'
import { argument, withArena } from './arena.ts'

const rounds = Number(argument('rounds', '4'))
const sliceLengths = argument('slices', '25,50,100,400,2000').split(',').map(Number)
const trainSeconds = Number(argument('train', '16'))
const kafka = argument('kafka', '4.4.0')
const java = argument('java', '17')
const candidateFlags = argument('candidate-flags', '')

interface Sample {
  readonly cell: string
  readonly sliceMs: number
  readonly train: MeasuredTrain
}
const samples: Sample[] = []

await withArena(
  {
    baseline: `kafka@${kafka},java@${java}`,
    candidate: `kafka@${kafka},java@${java}`,
    workloads: argument('workloads', 'produce,consume'),
    pin: argument('pin', 'false'),
    seed: '7',
  },
  async (arena) => {
    for (let round = 0; round < rounds; round += 1) {
      await using scope = new Scope()
      const coins = drawCoins(arena.plan, round)
      const clusters = await bootBoth(arena, coins.bootFirst, `round-${round}`)
      scope.use(clusters.baseline)
      scope.use(clusters.candidate)
      const unfilled = await prepareData(arena, clusters)
      if (unfilled !== null) throw new Error(unfilled.reason)
      await warmUp(arena, clusters, { first: coins.bootFirst, turns: null })
      const random = seededRandom(11, round)
      const turned = sliceLengths.map((_, index) => at(sliceLengths, index + round))
      for (const sliceMs of turned) {
        for (const name of coins.cellOrder) {
          const blocks = Math.max(2, Math.round((trainSeconds * 1000) / (4 * sliceMs)))
          const outside = Array.from({ length: blocks }, (): SideName =>
            random() < 0.5 ? 'baseline' : 'candidate',
          )
          const schedule = { ...arena.plan.schedule, sliceMs }
          const own = { ...arena, plan: { ...arena.plan, schedule } }
          const train = await runTrain(own, clusters, {
            cell: cellNamed(arena, name),
            order: sliceOrder(outside),
          })
          if (train.state === 'invalid') throw new Error(train.reason)
          samples.push({ cell: name, sliceMs, train })
          console.error(`round ${round + 1}/${rounds} ${name} ${sliceMs} ms done`)
        }
      }
    }
  },
  (plan) => ({
    ...plan,
    candidate: {
      ...plan.candidate,
      jvmFlags: candidateFlags === '' ? [] : candidateFlags.split(' '),
    },
  }),
)

function at<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length]
  if (value === undefined) throw new RangeError('empty list')
  return value
}

/** d of a train's first `blocks` blocks. */
function logRatio(slices: readonly Slice[], blocks: number): number {
  const speed = (side: SideName): number => {
    const own = slices.filter((slice) => slice.side === side && slice.block < blocks)
    const records = own.reduce((sum, slice) => sum + slice.records, 0)
    return records / own.reduce((sum, slice) => sum + slice.elapsedMs, 0)
  }
  return Math.log(speed('candidate') / speed('baseline'))
}

/** Standard error of the mean over the blocks' log ratios: the noise inside one pair of starts. */
function blockError(slices: readonly Slice[], blocks: number): number {
  const ratios = Array.from({ length: blocks }, (_, block) => {
    const own = slices.filter((slice) => slice.block === block)
    return logRatio(
      own.map((slice) => ({ ...slice, block: 0 })),
      1,
    )
  })
  return sampleStandardDeviation(ratios) / Math.sqrt(blocks)
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
console.log(
  `Kafka ${kafka}, Java ${java}, ${rounds} rounds${candidateFlags === '' ? ', A/A' : `, candidate with ${candidateFlags}`}\n`,
)
console.log(
  '| cell | slice | train | mean d | s_d over rounds | error inside a round | idle side CPU | drain per slice |',
)
console.log('|---|---|---|---|---|---|---|---|')
for (const cell of [...new Set(samples.map((sample) => sample.cell))]) {
  for (const sliceMs of sliceLengths) {
    const own = samples.filter((sample) => sample.cell === cell && sample.sliceMs === sliceMs)
    const most = Math.max(2, Math.round((trainSeconds * 1000) / (4 * sliceMs)))
    for (const seconds of [trainSeconds / 4, trainSeconds / 2, trainSeconds]) {
      const blocks = Math.round((most * seconds) / trainSeconds)
      if (blocks < 2) continue
      const d = own.map(({ train }) => logRatio(train.slices, blocks))
      const inside = mean(own.map(({ train }) => blockError(train.slices, blocks)))
      const idle = mean(own.map(({ train }) => idleShare(train.slices) ?? 0))
      const drain = mean(own.flatMap(({ train }) => train.slices.map((s) => s.elapsedMs - sliceMs)))
      const spread = d.length < 2 ? '-' : percent(sampleStandardDeviation(d))
      console.log(
        `| ${cell} | ${sliceMs} ms | ${seconds} s | ${percent(Math.exp(mean(d)) - 1)} | ${spread} | ${percent(inside)} | ${percent(idle)} | ${drain.toFixed(1)} ms |`,
      )
    }
  }
}
