import type { Comparison } from '../../../src/model/verdict.ts'
import { EXAMPLES } from './example-results.ts'

export const PLAN = EXAMPLES['regression-tls-only'].plan

const BASE: Comparison = {
  cell: 'consume/tls',
  metric: 'recordsPerSecond',
  direction: 'higher',
  unit: 'records/s',
  gating: true,
  outcome: 'inconclusive',
  labels: [],
  estimate: null,
  lower: null,
  upper: null,
  change: null,
  changeLower: null,
  changeUpper: null,
  margin: 0.05,
  provedMargin: null,
  rounds: 10,
  decidedAtRounds: null,
  differences: [],
  baselineMedian: 4_210_000,
  candidateMedian: 3_160_000,
  deviation: null,
  roundsNeeded: null,
  resolution: null,
  reasons: [],
}

/** A comparison of throughput from its change, the other signed numbers following from it. */
export function throughput(
  [change, lower, upper]: readonly [number, number, number],
  patch: Partial<Comparison> = {},
): Comparison {
  return {
    ...BASE,
    estimate: change,
    lower,
    upper,
    change,
    changeLower: lower,
    changeUpper: upper,
    provedMargin: -lower,
    ...patch,
  }
}

/** A comparison of CPU per GB from its change as people read it: positive is worse. */
export function cpu(
  [change, lower, upper]: readonly [number, number, number],
  patch: Partial<Comparison> = {},
): Comparison {
  const turned = (value: number): number => 1 / (1 + value) - 1
  return {
    ...BASE,
    metric: 'cpuSecondsPerGb',
    direction: 'lower',
    unit: 'CPU-s/GB',
    estimate: turned(change),
    lower: turned(upper),
    upper: turned(lower),
    change,
    changeLower: lower,
    changeUpper: upper,
    provedMargin: upper,
    ...patch,
  }
}

/** A comparison without any interval. */
export function bare(patch: Partial<Comparison>): Comparison {
  return { ...BASE, ...patch }
}
