import type { SideName } from './words.ts'

/** Every code an error of ours can carry. */
export type ErrorCode =
  | 'KD_USAGE'
  | 'KD_CONFIG'
  | 'KD_INPUT_FILE'
  | 'KD_PLATFORM'
  | 'KD_JAVA_NOT_FOUND'
  | 'KD_JAVA_TOO_OLD'
  | 'KD_JVM_OPTION'
  | 'KD_MAVEN_NOT_FOUND'
  | 'KD_SUBJECT_NOT_FOUND'
  | 'KD_SUBJECT_BROKEN'
  | 'KD_PORT_IN_USE'
  | 'KD_BROKER_START'
  | 'KD_TLS'
  | 'KD_NO_SPACE'
  | 'KD_NO_MEMORY'
  | 'KD_WIRE'
  | 'KD_DRIVER'
  | 'KD_OUTPUT'
  | 'KD_RESUME'

interface ErrorDetails {
  /** what to do about it */
  readonly hint?: string
  /** such as the last lines of a log */
  readonly detail?: string
  /** class of the failure in `Failure`, where it has one of its own; defaults to the code without KD_ */
  readonly class?: string
  /** the side at fault, where it is known */
  readonly side?: SideName
  readonly cause?: unknown
}

class CodedError extends Error {
  readonly code: ErrorCode
  readonly hint: string | null
  readonly detail: string | null
  readonly class: string
  readonly side: SideName | null

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause })
    this.code = code
    this.hint = details.hint ?? null
    this.detail = details.detail ?? null
    this.class = details.class ?? code.slice('KD_'.length)
    this.side = details.side ?? null
  }
}

/** Wrong use: flags, configuration, input files. Exit code 2. */
export class UserError extends CodedError {
  override readonly name = 'UserError'
}

/** The surroundings do not let us measure: no Java, a port taken, a broker that does not start. Exit code 5. */
export class EnvironmentError extends CodedError {
  override readonly name = 'EnvironmentError'
}

/** The run was cancelled by a signal. Exit code 130. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError'
}

export const EXIT = {
  ok: 0,
  bug: 1,
  usage: 2,
  regression: 3,
  inconclusive: 4,
  notMeasured: 5,
  interrupted: 130,
} as const

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
