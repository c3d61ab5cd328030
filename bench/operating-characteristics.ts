/**
 * Simulates the shipped plans and prints what they find beside the reference values:
 * `npx tsx bench/operating-characteristics.ts [repetitions, default 4000]`, some minutes.
 * Exit code 1 when a cell disagrees beyond its tolerance twice.
 */
import reference from '../fixtures/reference/statistics-vectors.json' with { type: 'json' }
import { checkCell } from './cell.ts'
import type { ReferenceCell } from './cell.ts'

/** Never changed to hide a miss. */
const SEED = 1
const repetitions = Number(process.argv[2] ?? 4000)

let misses = 0
for (const kind of ['gaussian', 'machine'] as const) {
  const { cells, repetitions: referenceRepetitions } = reference.operatingCharacteristics[kind]
  const repetitionsByPlan: Readonly<Record<string, number>> = referenceRepetitions
  console.log(
    `\n${kind}, margin 5 %: regression % / proved % / inconclusive % / mean rounds, in brackets the reference`,
  )
  cells.forEach((cell, index) => {
    const run = { kind, repetitions, seed: SEED + index }
    const { rates, agrees } = checkCell(cell, run, repetitionsByPlan[cell.plan] ?? Infinity)
    if (!agrees) misses += 1
    console.log(`${heading(cell)}${row(rates)}  [${row(cell)}]${agrees ? '' : '  DISAGREES'}`)
  })
}
console.log(misses === 0 ? '\nall cells agree' : `\n${misses} cells disagree`)
process.exitCode = misses === 0 ? 0 : 1

function heading({ plan, sigma, drop }: ReferenceCell): string {
  const percent = (share: number): string => `${Math.round(100 * share)} %`
  return `${plan.padEnd(9)} sigma ${percent(sigma)}  drop ${percent(drop).padStart(5)}  `
}

function row(
  rates: Pick<ReferenceCell, 'regressionPercent' | 'provedPercent' | 'meanRounds'>,
): string {
  const { regressionPercent, provedPercent, meanRounds } = rates
  const inconclusive = Math.max(0, 100 - regressionPercent - provedPercent)
  return [regressionPercent, provedPercent, inconclusive, meanRounds]
    .map((value) => value.toFixed(2).padStart(6))
    .join(' / ')
}
