import type { MetricName } from '../model/metric.ts'
import type { MeasuredTrain } from '../model/round.ts'
import type { SideName } from '../model/words.ts'
import { assertNever } from '../model/words.ts'

/**
 * One side's number of a train, in the metric's unit. Nothing is trimmed: a side that stalls every
 * second must look slower.
 *
 * @returns a number that may be 0 or not finite; null = not readable
 */
export function readSide(train: MeasuredTrain, side: SideName, metric: MetricName): number | null {
  switch (metric) {
    case 'recordsPerSecond':
      return recordsPerSecond(train, side)
    case 'cpuSecondsPerGb': {
      const { cpuSeconds, bytes } = train[side]
      return cpuSeconds === null ? null : cpuSeconds / (bytes / 1e9)
    }
    default:
      return assertNever(metric)
  }
}

/** Over the side's slices together; the time of a slice includes its drain. */
function recordsPerSecond({ slices }: MeasuredTrain, side: SideName): number {
  let records = 0
  let elapsedMs = 0
  for (const slice of slices) {
    if (slice.side !== side) continue
    records += slice.records
    elapsedMs += slice.elapsedMs
  }
  return (records / elapsedMs) * 1000
}
