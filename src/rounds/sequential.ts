import { Scope } from '../lib/scope.ts'
import type { MeasuredTrain, Train, TrainSignals } from '../model/round.ts'
import { otherSide } from '../model/words.ts'
import type { Cell, CellName, SideName } from '../model/words.ts'
import type { DriverResult } from '../drivers/job.ts'
import type { Arena } from './arena.ts'
import type { RoundEnd } from './duel.ts'
import { drawCoins } from './schedule.ts'
import { machineSignals, readMachineCounters } from './signals.ts'
import { Stopwatch } from './stopwatch.ts'
import { trainWarnings } from './train-warnings.ts'
import { isFailed, runJobOn } from './train.ts'
import type { FailedJob } from './train.ts'
import { bootSide, cellNamed, prepareData, warmUp } from './visit.ts'
import type { OnPhase, WarmUpTurns } from './visit.ts'

/** One side's window of a cell. */
interface Half {
  readonly side: SideName
  readonly startedAt: string
  readonly wallMs: number
  readonly result: DriverResult
  readonly machine: Pick<TrainSignals, 'steal' | 'cpuPressure'>
}

type Halves = Map<CellName, Half>

/**
 * A round of the sequential layout: two starts next to each other, one per side, each measuring all
 * cells while the other side is not alive. `turns` is empty for the burn-in, which settles how much
 * warm-up work both sides get from then on: as much as keeps the slower one busy long enough.
 */
export async function runSequentialRound(
  arena: Arena,
  index: number,
  { turns, onPhase }: { turns: WarmUpTurns; onPhase: OnPhase },
): Promise<RoundEnd> {
  const watch = new Stopwatch()
  const startedAt = new Date().toISOString()
  const coins = drawCoins(arena.plan, index)
  const notes: string[] = []
  const halves: Record<SideName, Halves> = { baseline: new Map(), candidate: new Map() }
  const fixedTurns = turns.size > 0 ? new Map(turns) : null
  let failed: FailedJob | null = null

  for (const name of [coins.bootFirst, otherSide(coins.bootFirst)]) {
    failed = await visitSide({
      arena,
      index,
      name,
      watch,
      notes,
      halves: halves[name],
      cells: coins.cellOrder,
      fixedTurns,
      turns,
      onPhase,
    })
    if (failed !== null) break
  }
  const trains: Train[] = []
  for (const cell of coins.cellOrder) {
    const baseline = halves.baseline.get(cell)
    const candidate = halves.candidate.get(cell)
    if (baseline !== undefined && candidate !== undefined) {
      trains.push(joinHalves(cellNamed(arena, cell), baseline, candidate))
    }
  }
  return { round: { index, startedAt, coins, trains, times: watch.times(trains), notes }, failed }
}

interface Visit {
  readonly arena: Arena
  readonly index: number
  readonly name: SideName
  readonly watch: Stopwatch
  readonly notes: string[]
  readonly halves: Halves
  readonly cells: readonly CellName[]
  readonly fixedTurns: WarmUpTurns | null
  /** lowered to the slower side's turns */
  readonly turns: WarmUpTurns
  readonly onPhase: OnPhase
}

async function visitSide(visit: Visit): Promise<FailedJob | null> {
  const { arena, index, name, watch, onPhase } = visit
  await using scope = new Scope()
  onPhase('boot', { index })
  const cluster = await watch.time('bootMs', () => bootSide(arena, name, `round-${index}`))
  scope.defer(() => watch.time('stopMs', () => cluster.stop()))
  visit.notes.push(...cluster.notes)
  const clusters = { [name]: cluster }

  onPhase('prepare', { index })
  const unfilled = await watch.time('prepareMs', () => prepareData(arena, clusters))
  if (unfilled !== null) return unfilled

  onPhase('warm-up', { index })
  const warmed = await watch.time('warmUpMs', () =>
    warmUp(arena, clusters, { first: name, turns: visit.fixedTurns }),
  )
  if (!(warmed instanceof Map)) return warmed
  for (const [cell, taken] of warmed) {
    visit.turns.set(cell, Math.min(taken, visit.turns.get(cell) ?? Infinity))
  }
  for (const cell of visit.cells) {
    onPhase('train', { index, cell })
    const half = await watch.time('trainMs', () => runHalf(visit, cellNamed(arena, cell), clusters))
    if ('reason' in half) return half
    visit.halves.set(cell, half)
  }
  return null
}

async function runHalf(
  { arena, name }: Visit,
  cell: Cell,
  clusters: Parameters<typeof runJobOn>[1],
): Promise<Half | FailedJob> {
  const { sliceMs, blocks } = arena.plan.schedule
  const order = Array.from({ length: 2 * blocks }, () => name)
  const startedAt = new Date().toISOString()
  const before = await readMachineCounters()
  const result = await runJobOn(arena, clusters, {
    cell,
    work: { kind: 'slices', sliceMs, order },
    expectedMs: order.length * sliceMs,
  })
  const after = await readMachineCounters()
  if (isFailed(result)) return result
  const machine = machineSignals(before, after)
  return { side: name, startedAt, wallMs: after.atMs - before.atMs, result, machine }
}

/** Two windows as one train; what one side does while the other works cannot be seen here. */
function joinHalves(cell: Cell, baseline: Half, candidate: Half): MeasuredTrain {
  const halves = [baseline, candidate].sort((a, b) => a.startedAt.localeCompare(b.startedAt))
  const sideOf = ({ side, result }: Half) => {
    const numbers = result.sides[side]
    if (numbers === undefined) throw new Error(`the driver answered without the ${side}`)
    return numbers
  }
  const numbers = {
    slices: halves.flatMap(({ result }) =>
      // two slices of a side make one block, so that block k of one side stands beside block k of the other
      result.slices.map((slice, index) => ({ ...slice, block: Math.floor(index / 2) })),
    ),
    baseline: sideOf(baseline),
    candidate: sideOf(candidate),
    signals: {
      steal: largest(halves.map(({ machine }) => machine.steal)),
      cpuPressure: largest(halves.map(({ machine }) => machine.cpuPressure)),
      driverCpuPerThread: Math.max(...halves.map(({ result }) => result.driverCpuPerThread)),
      idleShare: null,
    },
  }
  return {
    state: 'measured',
    cell: cell.name,
    startedAt: halves[0]?.startedAt ?? baseline.startedAt,
    wallMs: baseline.wallMs + candidate.wallMs,
    ...numbers,
    warnings: trainWarnings(numbers),
  }
}

function largest(values: readonly (number | null)[]): number | null {
  const readable = values.filter((value) => value !== null)
  return readable.length === 0 ? null : Math.max(...readable)
}
