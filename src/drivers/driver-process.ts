import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { abortReason } from '../lib/abort.ts'
import type { DriverAnswer, DriverJob, DriverResult } from './job.ts'
import { LoadError } from './replay/load-error.ts'

interface DriverOptions {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** CPUs to pin the driver to; null = wherever the scheduler likes */
  readonly cpus: readonly number[] | null
}

const STDERR_LIMIT = 8192

/** The driver's program: beside the bundle, or the source itself when run from sources. */
function driverCommand(): readonly string[] {
  return import.meta.url.endsWith('.ts')
    ? [
        '--import',
        import.meta.resolve('tsx'),
        fileURLToPath(new URL('../driver.ts', import.meta.url)),
      ]
    : [fileURLToPath(new URL('./driver.js', import.meta.url))]
}

/**
 * Runs one job in a process of its own and waits for its answer and its end.
 *
 * @throws LoadError when it fails, dies without an answer, or takes longer than `timeoutMs`
 * @throws the reason of `signal` when that aborts
 */
export function runDriver(job: DriverJob, options: DriverOptions): Promise<DriverResult> {
  const { signal, timeoutMs, cpus } = options
  if (signal.aborted) return Promise.reject(abortReason(signal))
  const node = [process.execPath, ...driverCommand()]
  const [file = process.execPath, ...args] =
    cpus === null ? node : ['taskset', '-c', cpus.join(','), ...node]
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })

  return new Promise((resolve, reject) => {
    let outcome: { result: DriverResult } | { error: Error } | null = null
    let stderr = ''
    const stop = (error: Error): void => {
      outcome ??= { error }
      child.kill('SIGKILL')
    }
    const onAbort = (): void => {
      stop(abortReason(signal))
    }
    const onExit = (): void => {
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => {
      stop(
        new LoadError('DRIVER_TIMEOUT', null, `the driver gave no answer within ${timeoutMs} ms`),
      )
    }, timeoutMs)
    signal.addEventListener('abort', onAbort, { once: true })
    process.once('exit', onExit)

    child.stderr?.on('data', (piece: Buffer) => {
      stderr = (stderr + piece.toString('utf8')).slice(-STDERR_LIMIT)
    })
    child.on('message', (answer: DriverAnswer) => {
      if (answer.kind === 'ready') child.send(job)
      else if (answer.kind === 'done') outcome ??= { result: answer.result }
      else outcome ??= { error: new LoadError(answer.class, answer.side, answer.message) }
    })
    child.on('error', (error) => {
      outcome ??= { error: new LoadError('DRIVER_DIED', null, error.message) }
    })
    child.on('close', (code, killedBy) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      process.removeListener('exit', onExit)
      outcome ??= { error: diedDriver(killedBy ?? `exit code ${String(code)}`, stderr) }
      if ('result' in outcome) resolve(outcome.result)
      else reject(outcome.error)
    })
  })
}

function diedDriver(how: string, stderr: string): LoadError {
  const [firstError] = stderr.split('\n').filter((line) => /error/i.test(line))
  const detail = firstError === undefined ? '' : `: ${firstError.trim()}`
  return new LoadError('DRIVER_DIED', null, `the driver ended without an answer (${how})${detail}`)
}
