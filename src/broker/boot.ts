import { cp, mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Java } from '../jvm/java.ts'
import { startJava } from '../jvm/start-java.ts'
import type { ClusterPlan, LoadPlan, SidePlan } from '../model/plan.ts'
import type { InstalledSubject } from '../subjects/installed-subject.ts'
import type { KeyMaterial } from '../tls/key-material.ts'
import { MAIN_CLASSES, eraOf } from './era.ts'
import { HELPER_JVM_FLAGS, brokerJvmFlags } from './jvm-flags.ts'
import { writeLogging } from './logging.ts'
import { brokerProperties, zooKeeperProperties } from './properties.ts'
import type { BrokerPorts } from './properties.ts'
import { renderProperties } from './properties-text.ts'
import { NotReady } from './readiness.ts'
import type { ClusterJvm } from './started-cluster.ts'
import { nodeDirectory } from './storage.ts'
import type { FormattedStorage } from './storage.ts'

/** Everything that one start of a side needs. */
export interface BootOptions {
  readonly side: SidePlan
  readonly subject: InstalledSubject
  readonly java: Java
  readonly keyMaterial: KeyMaterial
  readonly cluster: ClusterPlan
  /** partitions of a topic that is created without saying how many */
  readonly connections: LoadPlan['connections']
  /** per partition; older segments are deleted */
  readonly retentionBytes: number
  /** empty or missing; all that the cluster writes goes here */
  readonly directory: string
  /** null where ZooKeeper keeps the metadata */
  readonly storage: FormattedStorage | null
  /** CPUs of the brokers; null = all */
  readonly cpus: readonly number[] | null
  readonly signal: AbortSignal
}

/** Ports of one start of a side. */
export interface ClusterPorts {
  /** 0 with KRaft */
  readonly zooKeeper: number
  /** in id order */
  readonly brokers: readonly BrokerPorts[]
}

/** Starts the side's own ZooKeeper, without waiting for it. */
export async function bootZooKeeper(
  { subject, java, directory }: BootOptions,
  { zooKeeper: port }: ClusterPorts,
): Promise<ClusterJvm> {
  const home = join(directory, 'zookeeper')
  const configFile = join(home, 'zookeeper.properties')
  await mkdir(home, { recursive: true })
  const properties = zooKeeperProperties({ port, dataDirectory: join(home, 'data') })
  await writeFile(configFile, renderProperties(properties))
  const logFile = join(home, 'zookeeper.log')
  const jvm = await startJava({
    java,
    jvmFlags: [...HELPER_JVM_FLAGS, ...(await writeLogging('log4j', home))],
    classPath: subject.jars,
    mainClass: MAIN_CLASSES.zookeeper,
    args: [configFile],
    cwd: home,
    logFile,
  })
  return { id: 0, title: 'ZooKeeper', jvm, logFile }
}

/** Starts one broker on a fresh log directory, without waiting for it. */
export async function bootBroker(
  options: BootOptions,
  ports: ClusterPorts,
  id: number,
): Promise<ClusterJvm> {
  const { side, subject, java, keyMaterial, cluster, directory, storage } = options
  const home = join(directory, `broker-${id}`)
  const configFile = join(home, 'server.properties')
  const logDirectory = join(home, 'data')
  const era = eraOf(subject.kafkaVersion)
  await mkdir(home, { recursive: true })
  if (storage !== null) {
    await cp(nodeDirectory(storage.directory, id), logDirectory, { recursive: true })
  }
  const properties = brokerProperties({
    era,
    id,
    ports: ports.brokers,
    zooKeeperPort: ports.zooKeeper,
    logDirectory,
    cluster,
    connections: options.connections,
    retentionBytes: options.retentionBytes,
    tls: side.tls,
    stores: keyMaterial,
    brokerConfig: side.brokerConfig,
  })
  // it holds the password
  await writeFile(configFile, renderProperties(properties), { mode: 0o600 })
  const logFile = join(home, 'broker.log')
  const jvm = await startJava({
    java,
    jvmFlags: [...brokerJvmFlags(side, cluster), ...(await writeLogging(era.logging, home))],
    classPath: subject.jars,
    mainClass: MAIN_CLASSES.broker,
    args: [configFile],
    cwd: home,
    logFile,
    cpus: options.cpus,
  })
  return { id, title: `broker ${id}`, jvm, logFile }
}

const POLL_MS = 20

/**
 * Waits until something listens on the port.
 *
 * @param endMs on the clock of performance.now()
 * @throws NotReady when the time is over
 */
export async function awaitPort(port: number, endMs: number, signal: AbortSignal): Promise<void> {
  while (!(await accepts(port))) {
    if (performance.now() > endMs) throw new NotReady(`no answer of ZooKeeper on port ${port}`)
    await delay(POLL_MS, undefined, { signal })
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const finish = (isOpen: boolean) => (): void => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', finish(true)).once('error', finish(false))
  })
}
