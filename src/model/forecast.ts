import type { Plan } from './plan.ts'

/** Booting, filling topics and stopping both sides, connecting the drivers: seen on two cores. */
const ROUND_OVERHEAD_MS = 12_000

/** Slices of one cell in one round, in ms. */
export function trainMsOf({ schedule }: Plan): number {
  return 4 * schedule.blocks * schedule.sliceMs
}

/** What a round will take, in ms: a forecast, before anything has run. */
export function roundMsOf(plan: Plan): number {
  const trains = plan.cells.length * trainMsOf(plan)
  return trains + 2 * plan.schedule.warmUpSeconds * 1000 + ROUND_OVERHEAD_MS
}
