import { mean, sampleStandardDeviation } from 'simple-statistics'
import { CARRY_OVER, DRIVER_BOUND } from '../model/thresholds.ts'
import type { Slice, TrainSide, TrainSignals, TrainWarning } from '../model/round.ts'

interface TrainNumbers {
  readonly slices: readonly Slice[]
  readonly baseline: TrainSide
  readonly candidate: TrainSide
  readonly signals: TrainSignals
}

/** What a reader of this train should know; none of it removes the train. */
export function trainWarnings(train: TrainNumbers): readonly TrainWarning[] {
  const warnings: TrainWarning[] = []
  if (train.signals.driverCpuPerThread > DRIVER_BOUND) warnings.push('driver-bound')
  if (train.signals.idleShare !== null && train.signals.idleShare > CARRY_OVER) {
    warnings.push('carry-over')
  }
  if (driftsInside(train)) warnings.push('drift-inside-train')
  return warnings
}

/** CPU of the side whose turn it was not, as a share of what the loaded side burned. */
export function idleShare(slices: readonly Slice[]): number | null {
  let idle = 0
  let loaded = 0
  for (const slice of slices) {
    if (slice.idleCpuSeconds === null || slice.loadedCpuSeconds === null) return null
    idle += slice.idleCpuSeconds
    loaded += slice.loadedCpuSeconds
  }
  return loaded > 0 ? idle / loaded : null
}

/**
 * The log ratio of the whole train against the mean of its blocks' log ratios: they differ by more than
 * the blocks' standard error when the machine's speed moved within the train.
 */
function driftsInside({ slices, baseline, candidate }: TrainNumbers): boolean {
  const blocks = new Map<
    number,
    { baseline: number; candidate: number; ms: Record<string, number> }
  >()
  for (const { block, side, records, elapsedMs } of slices) {
    const sums = blocks.get(block) ?? { baseline: 0, candidate: 0, ms: {} }
    sums[side] += records
    sums.ms[side] = (sums.ms[side] ?? 0) + elapsedMs
    blocks.set(block, sums)
  }
  const ratios = [...blocks.values()]
    .map(
      (sums) =>
        Math.log(sums.candidate / (sums.ms['candidate'] ?? 0)) -
        Math.log(sums.baseline / (sums.ms['baseline'] ?? 0)),
    )
    .filter(Number.isFinite)
  if (ratios.length < 3) return false
  const whole =
    Math.log(candidate.records / candidate.elapsedMs) -
    Math.log(baseline.records / baseline.elapsedMs)
  const standardError = sampleStandardDeviation(ratios) / Math.sqrt(ratios.length)
  return Math.abs(mean(ratios) - whole) > standardError
}
