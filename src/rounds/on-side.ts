import { EnvironmentError } from '../model/errors.ts'
import type { SideName } from '../model/words.ts'

/** Runs something for a side; an environment error that does not say whose it is becomes this side's. */
export async function onSide<T>(side: SideName, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error: unknown) {
    if (!(error instanceof EnvironmentError) || error.side !== null) throw error
    throw new EnvironmentError(error.code, error.message, {
      class: error.class,
      side,
      cause: error,
      ...(error.hint === null ? {} : { hint: error.hint }),
      ...(error.detail === null ? {} : { detail: error.detail }),
    })
  }
}
