import { InterruptedError } from '../model/errors.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Turns the first SIGINT or SIGTERM into an abort, so that everything started is stopped in order. A
 * second one ends the process at once; its exit hooks still kill what is left.
 */
export function listenForInterruption(onFirst: () => void): Disposable & { signal: AbortSignal } {
  const controller = new AbortController()
  const onSignal = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(130)
    onFirst()
    controller.abort(new InterruptedError(`interrupted by ${name}`))
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const name of SIGNALS) process.off(name, onSignal)
    },
  }
}
