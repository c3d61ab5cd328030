import { describe, expect, it } from 'vitest'
import type { Slice, TrainSide } from '../../../src/model/round.ts'
import { idleShare, trainWarnings } from '../../../src/rounds/train-warnings.ts'

const SIDE: TrainSide = {
  records: 400,
  bytes: 1,
  elapsedMs: 400,
  cpuSeconds: null,
  apiVersion: 7,
  tls: null,
  confirmedRecords: null,
  latencyHistogram: '',
}

/** One slice of each side per block; `candidateRecords` per block against 100 of the baseline. */
function slices(candidateRecords: readonly number[]): Slice[] {
  const cpu = { loadedCpuSeconds: 0.1, idleCpuSeconds: 0.002 }
  return candidateRecords.flatMap((records, block) => [
    { side: 'baseline', block, records: 100, bytes: 1, elapsedMs: 100, ...cpu },
    { side: 'candidate', block, records, bytes: 1, elapsedMs: 100, ...cpu },
  ])
}

function train(candidateRecords: readonly number[], signals = {}) {
  const sum = candidateRecords.reduce((total, records) => total + records, 0)
  return {
    slices: slices(candidateRecords),
    baseline: { ...SIDE, records: 100 * candidateRecords.length, elapsedMs: 400 },
    candidate: { ...SIDE, records: sum, elapsedMs: 400 },
    signals: {
      steal: 0,
      cpuPressure: 0,
      driverCpuPerThread: 0.3,
      idleShare: 0.02,
      ...signals,
    },
  }
}

describe('trainWarnings()', () => {
  it('has nothing to say about a quiet train', () => {
    expect(trainWarnings(train([100, 101, 99, 100]))).toEqual([])
  })

  it('names a driver at its limit and an idle side that works', () => {
    const busy = train([100, 101, 99, 100], { driverCpuPerThread: 0.86, idleShare: 0.06 })
    expect(trainWarnings(busy)).toEqual(['driver-bound', 'carry-over'])
  })

  it('names a train whose blocks and whole disagree', () => {
    expect(trainWarnings(train([100, 100, 100, 4000]))).toEqual(['drift-inside-train'])
  })
})

describe('idleShare()', () => {
  it('is the idle CPU time over the loaded one', () => {
    expect(idleShare(slices([100, 100]))).toBeCloseTo(0.02, 12)
  })

  it('is unknown as soon as one slice could not be read', () => {
    const [first, ...rest] = slices([100])
    expect(first && idleShare([{ ...first, idleCpuSeconds: null }, ...rest])).toBeNull()
  })
})
