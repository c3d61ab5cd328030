import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Java } from '../jvm/java.ts'
import { startJava } from '../jvm/start-java.ts'
import { EnvironmentError } from '../model/errors.ts'
import { describeSubject } from '../model/plan.ts'
import type { ClusterPlan, SidePlan } from '../model/plan.ts'
import type { InstalledSubject } from '../subjects/installed-subject.ts'
import type { KeyMaterial } from '../tls/key-material.ts'
import { classifyFailure } from './classify-failure.ts'
import { MAIN_CLASSES, eraOf } from './era.ts'
import { HELPER_JVM_FLAGS } from './jvm-flags.ts'
import { logExcerpt } from './log-excerpt.ts'
import { writeLogging } from './logging.ts'
import { brokerProperties } from './properties.ts'
import { renderProperties } from './properties-text.ts'

/** Formatted log directories of a side, one per broker, to be copied for each start. */
export interface FormattedStorage {
  /** holds `node-1`, `node-2`, ... */
  readonly directory: string
}

export function nodeDirectory(directory: string, id: number): string {
  return join(directory, `node-${id}`)
}

/** A base64url UUID of 22 characters; a leading "-" would be taken for an option. */
export function randomClusterId(random: (size: number) => Buffer = randomBytes): string {
  for (;;) {
    const id = random(16).toString('base64url')
    if (!id.startsWith('-')) return id
  }
}

interface FormatOptions {
  readonly side: SidePlan
  readonly subject: InstalledSubject
  readonly java: Java
  readonly keyMaterial: KeyMaterial
  readonly cluster: ClusterPlan
  /** is created */
  readonly directory: string
  readonly signal: AbortSignal
}

/**
 * Formats the log directories of a KRaft side. Each costs a JVM start, so it is done once a run and
 * copied in each round.
 *
 * @returns null where ZooKeeper keeps the metadata and nothing is formatted
 * @throws EnvironmentError KD_BROKER_START
 */
export async function formatStorage(options: FormatOptions): Promise<FormattedStorage | null> {
  if (eraOf(options.subject.kafkaVersion).metadata === 'zookeeper') return null
  const clusterId = randomClusterId()
  const ids = Array.from({ length: options.cluster.brokers }, (_, index) => index + 1)
  // all have ended before a failure is told, so that none writes into a directory that is being removed
  const settled = await Promise.allSettled(ids.map((id) => formatNode(options, id, clusterId)))
  const failed = settled.find((format) => format.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return { directory: options.directory }
}

async function formatNode(options: FormatOptions, id: number, clusterId: string): Promise<void> {
  const { side, subject, java, keyMaterial, cluster, directory, signal } = options
  const home = join(directory, `format-${id}`)
  await mkdir(home, { recursive: true })
  const era = eraOf(subject.kafkaVersion)
  const configFile = join(home, 'server.properties')
  const properties = brokerProperties({
    era,
    id,
    // only the shape counts: nothing listens
    ports: Array.from({ length: cluster.brokers }, (_, index) => ({
      plaintext: 3 * index + 1,
      tls: 3 * index + 2,
      controller: 3 * index + 3,
    })),
    zooKeeperPort: 0,
    logDirectory: nodeDirectory(directory, id),
    cluster,
    connections: 1,
    retentionBytes: 0,
    tls: side.tls,
    stores: keyMaterial,
    brokerConfig: side.brokerConfig,
  })
  await writeFile(configFile, renderProperties(properties), { mode: 0o600 })
  const logFile = join(home, 'format.log')
  const tool = await startJava({
    java,
    jvmFlags: [...HELPER_JVM_FLAGS, ...(await writeLogging(era.logging, home))],
    classPath: subject.jars,
    mainClass: MAIN_CLASSES.storageTool,
    args: ['format', '-t', clusterId, '-c', configFile],
    cwd: home,
    logFile,
    signal,
  })
  const { code } = await tool.exited
  signal.throwIfAborted()
  if (code === 0) return
  const log = await readFile(logFile, 'utf8')
  const known = classifyFailure(log, { side: side.name, javaBuild: java.build })
  throw new EnvironmentError(
    'KD_BROKER_START',
    `Cannot format the storage of the ${side.name} (${describeSubject(side.subject)}): ${
      known?.message ?? `StorageTool ended with exit code ${code ?? 'none'}`
    }`,
    {
      class: known?.class ?? 'BROKER_START',
      detail: keyMaterial.redact(logExcerpt(log)),
      ...(known?.hint == null ? {} : { hint: known.hint }),
    },
  )
}
