import { readFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { eraOf } from '../broker/era.ts'
import type { Era } from '../broker/era.ts'
import { brokerJvmFlags } from '../broker/jvm-flags.ts'
import {
  availableMemory,
  availableSpace,
  checkMemory,
  checkSpace,
  spaceNeeded,
} from '../broker/room.ts'
import { formatStorage } from '../broker/storage.ts'
import type { FormattedStorage } from '../broker/storage.ts'
import { resolveJava } from '../jvm/find-java.ts'
import { probeFlags } from '../jvm/flags.ts'
import type { Java } from '../jvm/java.ts'
import { temporaryDirectory } from '../lib/files.ts'
import type { Scope } from '../lib/scope.ts'
import { UserError, messageOf } from '../model/errors.ts'
import { parseKafkaVersion } from '../model/kafka-version.ts'
import type { ClusterPlan, Plan, SidePlan } from '../model/plan.ts'
import type { SideDescription } from '../model/result.ts'
import { SIDE_NAMES } from '../model/words.ts'
import type { SideName } from '../model/words.ts'
import { sharedScalaSuffix } from '../subjects/scala-suffix.ts'
import type { InstalledSubject } from '../subjects/installed-subject.ts'
import { defaultCacheDir, installSubject } from '../subjects/install-subject.ts'
import { checkTlsConfig, pemFilesOf } from '../tls/preflight.ts'
import { createKeyMaterial } from '../tls/key-material.ts'
import type { KeyMaterial } from '../tls/key-material.ts'
import { onSide } from './on-side.ts'

/** A side with everything found, checked and ready to be started again and again. */
export interface PreparedSide {
  readonly plan: SidePlan
  readonly subject: InstalledSubject
  readonly java: Java
  readonly era: Era
  readonly storage: FormattedStorage | null
}

/** CPUs that processes are pinned to; null = wherever the scheduler likes. */
interface Cpus {
  readonly brokers: readonly number[] | null
  readonly driver: readonly number[] | null
}

/** What all rounds of a run share. */
export interface Arena {
  readonly plan: Plan
  readonly sides: Readonly<Record<SideName, PreparedSide>>
  readonly keyMaterial: KeyMaterial
  /** bytes that a partition keeps before old segments go */
  readonly retentionBytes: number
  /** holds log directories and keys; removed with the scope */
  readonly directory: string
  readonly cpus: Cpus
  readonly signal: AbortSignal
}

interface PrepareOptions {
  readonly scope: Scope
  readonly signal: AbortSignal
  readonly env: NodeJS.ProcessEnv
  readonly onProgress: (text: string) => void
  /** hears what the user should know and mend in time */
  readonly onWarning: (text: string) => void
}

const MB = 1024 * 1024
const MIN_RETENTION_BYTES = 256 * MB
const MEMORY_DIRECTORY = '/dev/shm'

/**
 * Finds, installs, probes and makes what the rounds need; starts nothing that stays.
 *
 * @throws UserError or EnvironmentError, with the side where one is at fault
 */
export async function prepareArena(plan: Plan, options: PrepareOptions): Promise<Arena> {
  const { scope, signal, onProgress } = options
  const retentionBytes = Math.max(MIN_RETENTION_BYTES, 4 * plan.load.preloadBytes)
  const parent = plan.cluster.logDirs === 'memory' ? MEMORY_DIRECTORY : tmpdir()
  await checkRoom(plan, retentionBytes, parent)

  const directory = scope.use(await temporaryDirectory(parent, 'kafka-duel-')).path
  const found = []
  for (const name of SIDE_NAMES) {
    onProgress(`finding the ${name}`)
    found.push(await onSide(name, findSide(plan, plan[name], options)))
  }
  const [baseline, candidate] = found
  if (baseline === undefined || candidate === undefined) throw new Error('a side is missing')

  onProgress('making keys')
  const keyMaterial = await createKeyMaterial({
    java: baseline.java,
    directory: join(directory, 'keys'),
    signal,
  })
  const prepare = async (side: FoundSide): Promise<PreparedSide> => {
    const { name } = side.plan
    const storage = await onSide(
      name,
      formatStorage({
        ...side,
        side: side.plan,
        keyMaterial,
        cluster: plan.cluster,
        directory: join(directory, `storage-${name}`),
        signal,
      }),
    )
    return { ...side, era: eraOf(side.subject.kafkaVersion), storage }
  }
  const sides = {
    baseline: await prepare(baseline),
    candidate: await prepare(candidate),
  }
  return { plan, sides, keyMaterial, retentionBytes, directory, cpus: chooseCpus(plan), signal }
}

interface FoundSide {
  readonly plan: SidePlan
  readonly subject: InstalledSubject
  readonly java: Java
}

async function findSide(plan: Plan, side: SidePlan, options: PrepareOptions): Promise<FoundSide> {
  const { signal, env, onProgress } = options
  for (const warning of await checkOwnTls(side)) options.onWarning(warning)
  const java = await resolveJava(side.java, env)
  await probeFlags(java, brokerJvmFlags(side, plan.cluster), signal)
  const scalaSuffix = sharedSuffix(plan)
  const subject = await installSubject(side.subject, {
    side: side.name,
    javaFeature: java.feature,
    cacheDir: defaultCacheDir(env),
    env,
    signal,
    onProgress,
    ...(scalaSuffix === null ? {} : { scalaSuffix }),
  })
  return { plan: side, subject, java }
}

/** Looks at TLS stores that the broker configuration names, before Kafka does with words that hide the cause. */
async function checkOwnTls({ name, brokerConfig }: SidePlan): Promise<readonly string[]> {
  const files = new Map<string, string>()
  for (const file of pemFilesOf(brokerConfig)) {
    try {
      files.set(file, await readFile(file, 'utf8'))
    } catch (error: unknown) {
      throw new UserError(
        'KD_CONFIG',
        `Cannot read "${file}" that the ${name}'s broker-config names: ${messageOf(error)}`,
        { cause: error },
      )
    }
  }
  return checkTlsConfig({ side: name, brokerConfig, files, now: new Date() })
}

/** A Scala suffix that both sides are published for, so that Scala is no second factor. */
function sharedSuffix({ baseline, candidate }: Plan): string | null {
  return baseline.subject.kind === 'maven' && candidate.subject.kind === 'maven'
    ? sharedScalaSuffix(
        parseKafkaVersion(baseline.subject.version),
        parseKafkaVersion(candidate.subject.version),
      )
    : null
}

async function checkRoom(plan: Plan, retentionBytes: number, parent: string): Promise<void> {
  const sides = plan.layout === 'duel' ? 2 : 1
  checkMemory({
    heapMb: plan.cluster.heapMb,
    brokersAlive: sides * plan.cluster.brokers,
    availableBytes: await availableMemory(),
  })
  const topics = plan.listeners.length + 1
  checkSpace({
    directory: parent,
    wantedBytes: spaceNeeded({
      retentionBytes,
      partitions: plan.load.connections * topics,
      replication: plan.cluster.brokers,
      sides,
    }),
    availableBytes: await availableSpace(parent),
  })
}

function chooseCpus(plan: Plan): Cpus {
  const count = availableParallelism()
  if (!plan.cluster.isPinned || count < 2) return { brokers: null, driver: null }
  const all = Array.from({ length: count }, (_, index) => index)
  return { brokers: all.slice(0, -1), driver: all.slice(-1) }
}

/** A side as the result file tells it. */
export function describeSide(
  { plan, subject, java }: PreparedSide,
  cluster: ClusterPlan,
): SideDescription {
  return {
    plan,
    kafkaVersion: subject.kafkaVersion.text,
    scalaSuffix: subject.scalaSuffix,
    jars: subject.jars.length,
    classPathDigest: subject.classPathDigest,
    java: { home: java.home, feature: java.feature, build: java.build, vendor: java.vendor },
    jvmFlags: brokerJvmFlags(plan, cluster),
    cures: subject.cures,
  }
}
