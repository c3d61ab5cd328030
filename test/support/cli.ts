import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The built program, as users run it. */
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

export interface Finished {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningCli {
  readonly child: ChildProcess
  readonly finished: Promise<Finished>
  /** resolves when stderr has said something that matches; rejects when the program ends before */
  sees(pattern: RegExp): Promise<void>
}

/** Starts `kafka-duel` in a folder of the caller's. */
export function startCli(
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Readonly<Record<string, string>> },
): RunningCli {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const listeners = new Set<() => void>()
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString('utf8')))
  child.stderr.on('data', (piece: Buffer) => {
    stderr += piece.toString('utf8')
    for (const listener of listeners) listener()
  })
  const finished = new Promise<Finished>((resolve) => {
    child.once('close', (exitCode) => {
      resolve({ exitCode, stdout, stderr })
    })
  })
  const sees = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!pattern.test(stderr)) return
        listeners.delete(look)
        resolve()
      }
      listeners.add(look)
      void finished.then(() => {
        reject(new Error(`ended before it said ${String(pattern)}:\n${stderr}`))
      })
      look()
    })
  return { child, finished, sees }
}

/** Pids of living processes that were started with a variable or an argument holding the text. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) =>
      (['cmdline', 'environ'] as const).some((file) => read(name, file).includes(text)),
    )
    .map(Number)
}

/** Of these, the ones whose command line holds the text. */
export function commandsWith(pids: readonly number[], text: string): number[] {
  return pids.filter((pid) => read(String(pid), 'cmdline').includes(text))
}

function read(pid: string, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return '' // it has ended meanwhile
  }
}

/** Folders that runs keep their keys and logs in. */
export function workFolders(): string[] {
  return ['/dev/shm', tmpdir()].flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => /^kafka-duel-[A-Za-z0-9]{6}$/.test(name))
      .map((name) => `${parent}/${name}`),
  )
}
