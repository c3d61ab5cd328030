import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, writeFile } from 'node:fs/promises'
import { delimiter } from 'node:path'
import { EnvironmentError, messageOf } from '../model/errors.ts'
import { jvmEnvironment } from './environment.ts'
import type { Java } from './java.ts'

export interface StartJavaOptions {
  readonly java: Java
  /** passed as they are, after ours */
  readonly jvmFlags: readonly string[]
  readonly classPath: readonly string[]
  readonly mainClass: string
  readonly args: readonly string[]
  readonly cwd: string
  /** stdout and stderr are appended to it; its folder must exist */
  readonly logFile: string
  /** the default is our own environment */
  readonly env?: NodeJS.ProcessEnv
  /** CPUs to run on (Linux only); null = all */
  readonly cpus?: readonly number[] | null
  /** when it aborts, the JVM is stopped */
  readonly signal?: AbortSignal | undefined
}

interface JvmExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A running JVM; disposing stops it. */
export interface StartedJvm extends AsyncDisposable {
  readonly pid: number
  readonly exited: Promise<JvmExit>
  isAlive(): boolean
  /** SIGTERM, after `graceMs` SIGKILL; resolves when the JVM is gone. May be called again. */
  stop(options: { readonly graceMs: number }): Promise<void>
}

const GRACE_MS = 10_000
/** Linux takes at most 128 KiB in one argument; beyond this the class path goes into a file. */
const LONGEST_CLASS_PATH = 100_000

/**
 * Starts `java` itself, without a shell: the pid is the JVM. It is killed at the latest when our own
 * process ends.
 *
 * @throws EnvironmentError KD_JAVA_NOT_FOUND or KD_PLATFORM when the program cannot be started
 */
export async function startJava(options: StartJavaOptions): Promise<StartedJvm> {
  options.signal?.throwIfAborted()
  const [file, args] = pinned(options.cpus ?? null, options.java.executable, [
    '-Duser.language=en',
    '-Duser.country=US',
    ...options.jvmFlags,
    ...(await classPathArguments(options)),
    options.mainClass,
    ...options.args,
  ])
  const log = await open(options.logFile, 'a')
  try {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: jvmEnvironment(options.env ?? process.env),
      stdio: ['ignore', log.fd, log.fd],
    })
    const exited = new Promise<JvmExit>((resolve) => {
      child.once('exit', (code, signal) => {
        resolve({ code, signal })
      })
    })
    await once(child, 'spawn')
    return supervise(child, exited, options.signal)
  } catch (error: unknown) {
    const code = file === options.java.executable ? 'KD_JAVA_NOT_FOUND' : 'KD_PLATFORM'
    throw new EnvironmentError(
      code,
      `Cannot start "${file}" in "${options.cwd}": ${messageOf(error)}`,
      { cause: error },
    )
  } finally {
    await log.close()
  }
}

function supervise(
  child: ChildProcess,
  exited: Promise<JvmExit>,
  signal: AbortSignal | undefined,
): StartedJvm {
  const { pid } = child
  if (pid === undefined) throw new Error('a spawned process has no pid')
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null

  let stopping: Promise<void> | null = null
  const stop = ({ graceMs }: { readonly graceMs: number }): Promise<void> => {
    stopping ??= terminate(graceMs)
    return stopping
  }
  const terminate = async (graceMs: number): Promise<void> => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await exited
    clearTimeout(timer)
  }
  const onAbort = (): void => void stop({ graceMs: GRACE_MS })

  killAtExit(child)
  signal?.addEventListener('abort', onAbort, { once: true })
  void exited.then(() => {
    forget(child)
    signal?.removeEventListener('abort', onAbort)
  })
  if (signal?.aborted === true) onAbort()
  return {
    pid,
    exited,
    isAlive,
    stop,
    [Symbol.asyncDispose]: () => stop({ graceMs: GRACE_MS }),
  }
}

const living = new Set<ChildProcess>()

function killAtExit(child: ChildProcess): void {
  if (living.size === 0) process.on('exit', killLiving)
  living.add(child)
}

function forget(child: ChildProcess): void {
  living.delete(child)
  if (living.size === 0) process.off('exit', killLiving)
}

function killLiving(): void {
  for (const child of living) child.kill('SIGKILL')
}

function pinned(
  cpus: readonly number[] | null,
  executable: string,
  args: readonly string[],
): readonly [string, readonly string[]] {
  if (cpus === null || process.platform !== 'linux') return [executable, args]
  return ['taskset', ['--cpu-list', cpus.join(','), executable, ...args]]
}

async function classPathArguments(options: StartJavaOptions): Promise<readonly string[]> {
  const classPath = options.classPath.join(delimiter)
  if (Buffer.byteLength(classPath) <= LONGEST_CLASS_PATH || options.java.feature < 9) {
    return ['-cp', classPath]
  }
  const file = `${options.logFile}.class-path`
  await writeFile(file, `-cp "${classPath.replaceAll(/["\\]/g, '\\$&')}"\n`)
  return [`@${file}`]
}
