import { EnvironmentError, messageOf } from '../../model/errors.ts'
import type { SideName } from '../../model/words.ts'

/** A job that ended without numbers: its class of failure and, where it is known, the side at fault. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  readonly class: string
  readonly side: SideName | null

  constructor(failureClass: string, side: SideName | null, message: string) {
    super(message)
    this.class = failureClass
    this.side = side
  }
}

/** An error as a message to whoever gave the order; what we did not foresee keeps its stack. */
export function failedAnswer(error: unknown): {
  readonly kind: 'failed'
  readonly class: string
  readonly side: SideName | null
  readonly message: string
} {
  const head = { kind: 'failed' } as const
  if (error instanceof LoadError || error instanceof EnvironmentError) {
    return { ...head, class: error.class, side: error.side, message: error.message }
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : messageOf(error)
  return { ...head, class: 'DRIVER_BUG', side: null, message }
}
