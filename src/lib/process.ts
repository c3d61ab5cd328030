import { execa } from 'execa'

export type ProgramFailure = 'not-found' | 'timed-out' | 'killed' | 'not-started'

/** A program that did not run to its own end; `stdout` and `stderr` hold what it had said until then. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError'
  readonly failure: ProgramFailure
  readonly stdout: string
  readonly stderr: string

  constructor(message: string, failure: ProgramFailure, result: ProgramResult, cause: unknown) {
    super(message, { cause })
    this.failure = failure
    this.stdout = result.stdout
    this.stderr = result.stderr
  }
}

interface ProgramResult {
  readonly stdout: string
  readonly stderr: string
}

export interface FinishedProgram extends ProgramResult {
  readonly exitCode: number
}

export interface RunOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  readonly cwd?: string
  /** the whole environment of the program; the default is our own */
  readonly env?: NodeJS.ProcessEnv
}

const KILL_GRACE_MS = 2_000

/**
 * Runs a program to its end, without a shell. An exit code other than 0 is a result, not an error.
 *
 * @param file a path, or a name that is looked up on the PATH of `env`
 * @throws ProgramError when it cannot be started, takes longer than `timeoutMs`, or dies from a signal
 * @throws the reason of `signal` when that aborts; the program is gone by then
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: RunOptions,
): Promise<FinishedProgram> {
  options.signal?.throwIfAborted()
  const result = await execa(file, args, {
    env: options.env ?? process.env,
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    timeout: options.timeoutMs,
    forceKillAfterDelay: KILL_GRACE_MS,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
  })
  options.signal?.throwIfAborted()
  const { stdout, stderr, exitCode } = result
  if (exitCode !== undefined && !result.timedOut) return { stdout, stderr, exitCode }

  const fail = (found: string, failure: ProgramFailure): ProgramError =>
    new ProgramError(`Cannot run "${file}": ${found}`, failure, { stdout, stderr }, result.cause)
  if (result.timedOut) {
    throw fail(`it took longer than ${options.timeoutMs / 1000} s`, 'timed-out')
  }
  if (result.signal !== undefined) throw fail(`it was ended by ${result.signal}`, 'killed')
  if (result.code === 'ENOENT') throw fail('there is no such program', 'not-found')
  throw fail(result.originalMessage ?? 'it did not start', 'not-started')
}
