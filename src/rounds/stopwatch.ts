import type { MeasuredTrain, RoundTimes, Train } from '../model/round.ts'

type Phase = 'bootMs' | 'prepareMs' | 'warmUpMs' | 'trainMs' | 'stopMs'

/** Adds up where a round's wall time goes. */
export class Stopwatch {
  readonly #startedMs = performance.now()
  readonly #spent: Record<Phase, number> = {
    bootMs: 0,
    prepareMs: 0,
    warmUpMs: 0,
    trainMs: 0,
    stopMs: 0,
  }

  async time<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    const startedMs = performance.now()
    try {
      return await work()
    } finally {
      this.#spent[phase] += performance.now() - startedMs
    }
  }

  times(trains: readonly Train[]): RoundTimes {
    const { trainMs, ...others } = this.#spent
    const measured = trains.filter((train): train is MeasuredTrain => train.state === 'measured')
    const sliceMs = measured
      .flatMap(({ slices }) => slices)
      .reduce((sum, { elapsedMs }) => sum + elapsedMs, 0)
    return {
      ...others,
      sliceMs,
      trainOverheadMs: Math.max(0, trainMs - sliceMs),
      totalMs: performance.now() - this.#startedMs,
    }
  }
}
