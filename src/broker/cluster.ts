import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeDirectory } from '../lib/files.ts'
import { EnvironmentError } from '../model/errors.ts'
import type { Listener } from '../model/words.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { awaitPort, bootBroker, bootZooKeeper } from './boot.ts'
import type { BootOptions, ClusterPorts } from './boot.ts'
import { eraOf } from './era.ts'
import type { Era } from './era.ts'
import { findPorts } from './ports.ts'
import { ADVERTISED_HOST } from './properties.ts'
import { NotReady, awaitReady } from './readiness.ts'
import { explainFailedStart } from './start-failure.ts'
import { StartedCluster, endJvms } from './started-cluster.ts'
import type { ClusterJvm } from './started-cluster.ts'

export interface StartClusterOptions extends BootOptions {
  /** how long one start may take */
  readonly deadlineMs?: number
}

/** A cold broker on a small CI machine needs up to 40 s. */
const DEADLINE_MS = 90_000
const PORT_TRIES = 5
const STALE_NODE_TRIES = 2

/**
 * Starts a side: its ZooKeeper where it needs one, then all its brokers at once, and waits until every
 * listener has answered a request. A port taken between choice and bind is tried again with new ports,
 * a stale ZooKeeper node once; both are noted. A failed start leaves nothing behind.
 *
 * @throws EnvironmentError KD_BROKER_START or KD_PORT_IN_USE, with a class of its own where the cause is known
 * @throws the reason of `signal` when that aborts
 */
export async function startCluster(options: StartClusterOptions): Promise<StartedCluster> {
  const notes: string[] = []
  const tries = new Map([
    ['PORT_IN_USE', PORT_TRIES],
    ['ZK_STALE_NODE', STALE_NODE_TRIES],
  ])
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options, join(options.directory, `start-${attempt}`), notes)
    } catch (error: unknown) {
      const left = error instanceof EnvironmentError ? (tries.get(error.class) ?? 1) - 1 : 0
      if (!(error instanceof EnvironmentError) || left === 0) {
        await removeDirectory(options.directory)
        throw error
      }
      tries.set(error.class, left)
      notes.push(`the ${options.side.name} was started again: ${error.message}`)
    }
  }
}

async function startOnce(
  given: StartClusterOptions,
  directory: string,
  notes: readonly string[],
): Promise<StartedCluster> {
  const options = { ...given, directory }
  const { side, subject, cluster, signal, keyMaterial } = options
  signal.throwIfAborted()
  const startedMs = performance.now()
  const endMs = startedMs + (options.deadlineMs ?? DEADLINE_MS)
  const era = eraOf(subject.kafkaVersion)
  const ports = await choosePorts(options, era)
  const jvms: ClusterJvm[] = []
  const parts = {
    side: side.name,
    jvms,
    endpoints: endpointsOf(options, ports),
    ports: [
      ports.zooKeeper,
      ...ports.brokers.flatMap(({ plaintext, tls, controller }) => [plaintext, tls, controller]),
    ].filter((port) => port !== 0),
    directory: given.directory,
    redact: (text: string) => keyMaterial.redact(text),
  }
  try {
    await mkdir(directory, { recursive: true })
    if (era.metadata === 'zookeeper') {
      jvms.push(await bootZooKeeper(options, ports))
      await whileAlive(jvms, signal, (ended) => awaitPort(ports.zooKeeper, endMs, ended))
    }
    for (let id = 1; id <= cluster.brokers; id += 1) jvms.push(await bootBroker(options, ports, id))
    const context = { side: side.name, javaBuild: options.java.build }
    await whileAlive(jvms, signal, (ended) =>
      awaitReady({
        endpoints: parts.endpoints,
        hasApiVersions: era.hasApiVersions,
        endMs,
        context,
        signal: ended,
      }),
    )
    return new StartedCluster(parts, notes)
  } catch (error: unknown) {
    const elapsedMs = performance.now() - startedMs
    const explained = await explainFailedStart({ error, options, jvms, elapsedMs })
    await endJvms(jvms)
    await removeDirectory(directory)
    signal.throwIfAborted()
    throw explained
  }
}

async function choosePorts({ side, cluster }: BootOptions, era: Era): Promise<ClusterPorts> {
  const hasZooKeeper = era.metadata === 'zookeeper'
  const perBroker = hasZooKeeper ? 2 : 3
  const found = await findPorts(cluster.brokers * perBroker + (hasZooKeeper ? 1 : 0), side.name)
  const next = found.values()
  const take = (): number => {
    const { value } = next.next()
    if (value === undefined) throw new RangeError('fewer ports than asked for')
    return value
  }
  return {
    zooKeeper: hasZooKeeper ? take() : 0,
    brokers: Array.from({ length: cluster.brokers }, () => ({
      plaintext: take(),
      tls: take(),
      controller: hasZooKeeper ? 0 : take(),
    })),
  }
}

function endpointsOf(
  { side, keyMaterial }: BootOptions,
  { brokers }: ClusterPorts,
): Readonly<Record<Listener, readonly Endpoint[]>> {
  const host = ADVERTISED_HOST
  const tls = { ca: keyMaterial.ca, protocol: side.tls.protocol, cipher: side.tls.cipher }
  return {
    plaintext: brokers.map(({ plaintext }) => ({ host, port: plaintext, tls: null })),
    tls: brokers.map(({ tls: port }) => ({ host, port, tls })),
  }
}

/** Runs `work` and gives it up as soon as one of the JVMs ends. */
async function whileAlive<T>(
  jvms: readonly ClusterJvm[],
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const giveUp = new AbortController()
  const exits = jvms.map(async ({ title, jvm }): Promise<never> => {
    const { code, signal: killer } = await jvm.exited
    throw new NotReady(
      `${title} ended with ${code === null ? (killer ?? '') : `exit code ${code}`}`,
    )
  })
  try {
    return await Promise.race([work(AbortSignal.any([signal, giveUp.signal])), ...exits])
  } finally {
    giveUp.abort()
  }
}
