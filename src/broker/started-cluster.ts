import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { StartedJvm } from '../jvm/start-java.ts'
import { removeDirectory } from '../lib/files.ts'
import { EnvironmentError } from '../model/errors.ts'
import type { Listener, SideName } from '../model/words.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { isFree } from './ports.ts'

/** A JVM of a cluster. */
export interface ClusterJvm {
  /** 1, 2, ...; 0 = ZooKeeper */
  readonly id: number
  /** "broker 1" or "ZooKeeper" */
  readonly title: string
  readonly jvm: StartedJvm
  readonly logFile: string
}

/** A broker or ZooKeeper that ended without being asked to. */
export interface UnaskedExit {
  /** "broker 1" or "ZooKeeper" */
  readonly title: string
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

interface ClusterParts {
  readonly side: SideName
  /** in start order: ZooKeeper first */
  readonly jvms: readonly ClusterJvm[]
  readonly endpoints: Readonly<Record<Listener, readonly Endpoint[]>>
  /** every port that the cluster listens on */
  readonly ports: readonly number[]
  /** holds everything that the cluster writes; `stop` removes it */
  readonly directory: string
  readonly redact: (text: string) => string
}

/**
 * Log directories are thrown away, so nothing is lost when a broker that does not end at once is killed;
 * an orderly shutdown takes seconds.
 */
const GRACE_MS = 1_000
const PORT_DEADLINE_MS = 5_000

/** A side's brokers, and its ZooKeeper where it has one. */
export class StartedCluster implements AsyncDisposable {
  readonly side: SideName
  readonly brokers: readonly { id: number; pid: number; logFile: string }[]
  /** of the brokers only, in id order */
  readonly pids: readonly number[]
  /** one per broker, in id order */
  readonly endpoints: Readonly<Record<Listener, readonly Endpoint[]>>
  /** things done on the way that a reader should know */
  readonly notes: readonly string[]
  /** resolves when a JVM of the cluster ends unasked, and never otherwise */
  readonly firstExit: Promise<UnaskedExit>
  readonly #parts: ClusterParts
  #stopping: Promise<void> | null = null

  constructor(parts: ClusterParts, notes: readonly string[] = []) {
    this.#parts = parts
    this.side = parts.side
    this.endpoints = parts.endpoints
    this.notes = notes
    this.brokers = parts.jvms
      .filter(({ id }) => id > 0)
      .map(({ id, jvm, logFile }) => ({ id, pid: jvm.pid, logFile }))
    this.pids = this.brokers.map(({ pid }) => pid)
    this.firstExit = new Promise((resolve) => {
      for (const { title, jvm } of parts.jvms) {
        void jvm.exited.then(({ code, signal }) => {
          if (this.#stopping === null) resolve({ title, code, signal })
        })
      }
    })
  }

  isAlive(): boolean {
    return this.#parts.jvms.every(({ jvm }) => jvm.isAlive())
  }

  /** The last lines of the brokers' logs, without secrets; empty once stopped. */
  async logTail(lines: number): Promise<string> {
    const texts = await Promise.all(this.brokers.map(({ logFile }) => readLog(logFile)))
    const tails = texts.map((text) => text.trimEnd().split('\n').slice(-lines).join('\n'))
    return this.#parts.redact(tails.filter((tail) => tail !== '').join('\n\n'))
  }

  /**
   * Ends the brokers, then ZooKeeper, by their pids; removes the cluster's directory. May be called again.
   *
   * @throws EnvironmentError KD_PORT_IN_USE when a port is still held afterwards
   */
  stop(): Promise<void> {
    this.#stopping ??= stopAll(this.#parts)
    return this.#stopping
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}

/** A log as far as it is there: a JVM may end before it writes a line. */
export function readLog(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}

/** Ends the brokers, then ZooKeeper, by their pids. */
export async function endJvms(jvms: readonly ClusterJvm[]): Promise<void> {
  const isBroker = ({ id }: ClusterJvm): boolean => id > 0
  const end = ({ jvm }: ClusterJvm): Promise<void> => jvm.stop({ graceMs: GRACE_MS })
  await Promise.all(jvms.filter(isBroker).map(end))
  await Promise.all(jvms.filter((jvm) => !isBroker(jvm)).map(end))
}

async function stopAll({ side, jvms, ports, directory }: ClusterParts): Promise<void> {
  await endJvms(jvms)
  await removeDirectory(directory)
  const endMs = performance.now() + PORT_DEADLINE_MS
  for (const port of ports) {
    while (!(await isFree(port))) {
      if (performance.now() > endMs) {
        throw new EnvironmentError(
          'KD_PORT_IN_USE',
          `Cannot stop the ${side}: port ${port} is still held after its processes have ended`,
        )
      }
      await delay(20)
    }
  }
}
