import { mean, sampleStandardDeviation } from 'simple-statistics'
import { seededRandom } from '../src/lib/random.ts'
import { BEFORE_FIRST_LOOK, updateInterval } from '../src/stats/repeated-interval.ts'
import { shippedLooks } from '../src/stats/shipped-plans.ts'
import { driftingMachine, gaussianMachine } from './simulated-machine.ts'

const MACHINES = { gaussian: gaussianMachine, machine: driftingMachine } as const
const MARGIN = 0.05

/** One cell of the operating characteristics: a plan on a kind of machine with a true drop. */
export interface ReferenceCell {
  readonly plan: string
  readonly sigma: number
  readonly drop: number
  readonly regressionPercent: number
  /** no regression or improvement */
  readonly provedPercent: number
  readonly meanRounds: number
}

export interface Rates {
  readonly repetitions: number
  readonly regressionPercent: number
  readonly provedPercent: number
  readonly meanRounds: number
  readonly roundsError: number
}

export interface CellRun {
  readonly kind: keyof typeof MACHINES
  readonly repetitions: number
  readonly seed: number
}

/** Simulates whole runs, each stopped at its first crossing or at the last look. */
export function simulateCell(cell: ReferenceCell, { kind, repetitions, seed }: CellRun): Rates {
  const looks = shippedLooks(cell.plan, 0.05) ?? []
  const last = looks.at(-1)?.rounds ?? 0
  const machine = MACHINES[kind](cell)
  const random = seededRandom(seed)
  const counts = { regression: 0, improvement: 0, 'no-regression': 0, open: 0 }
  const rounds: number[] = []
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const differences = machine(random, last)
    let state = BEFORE_FIRST_LOOK
    for (const look of looks) {
      if (state.crossing !== null) break
      state = updateInterval(state, differences.slice(0, look.rounds), look, Math.log(1 - MARGIN))
    }
    counts[state.crossing ?? 'open'] += 1
    rounds.push(state.rounds)
  }
  const percent = (count: number): number => (100 * count) / repetitions
  return {
    repetitions,
    regressionPercent: percent(counts.regression),
    provedPercent: percent(counts['no-regression'] + counts.improvement),
    meanRounds: mean(rounds),
    roundsError: sampleStandardDeviation(rounds) / Math.sqrt(repetitions),
  }
}

/** A correct program misses 0.27 % of its numbers by luck, so a miss is repeated with ten times as many. */
export function checkCell(
  cell: ReferenceCell,
  run: CellRun,
  referenceRepetitions: number,
): { readonly rates: Rates; readonly agrees: boolean } {
  const rates = simulateCell(cell, run)
  if (agree(rates, cell, Infinity)) return { rates, agrees: true }
  const again = simulateCell(cell, { ...run, repetitions: 10 * run.repetitions })
  return { rates: again, agrees: agree(again, cell, referenceRepetitions) }
}

/** @param referenceRepetitions Infinity = the reference counts as exact */
function agree(rates: Rates, cell: ReferenceCell, referenceRepetitions: number): boolean {
  const roundsError = rates.roundsError * Math.sqrt(1 + rates.repetitions / referenceRepetitions)
  return (
    areNear(rates.regressionPercent, cell.regressionPercent, rates, referenceRepetitions) &&
    areNear(rates.provedPercent, cell.provedPercent, rates, referenceRepetitions) &&
    // the references are rounded to two digits
    Math.abs(rates.meanRounds - cell.meanRounds) <= 3 * roundsError + 0.005
  )
}

function areNear(
  found: number,
  wanted: number,
  { repetitions }: Rates,
  referenceRepetitions: number,
): boolean {
  if (wanted === 0 || wanted === 100) return (Math.abs(found - wanted) / 100) * repetitions <= 2.5
  const p = wanted / 100
  const error = Math.sqrt(p * (1 - p) * (1 / repetitions + 1 / referenceRepetitions))
  return Math.abs(found - wanted) <= 300 * error + 0.005
}
