import { homedir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { sha256OfText } from '../lib/files.ts'
import { EnvironmentError, UserError } from '../model/errors.ts'
import { parseKafkaVersion } from '../model/kafka-version.ts'
import type { Subject } from '../model/plan.ts'
import { assertNever } from '../model/words.ts'
import type { SideName } from '../model/words.ts'
import { jarsOfArchive } from './archive.ts'
import { checkJava } from './check-java.ts'
import { applyCures, curesFor } from './cures.ts'
import type { Cure } from './cures.ts'
import { jarsOfDirectory, kafkaIn } from './distribution.ts'
import type { InstalledSubject } from './installed-subject.ts'
import { cachedJars } from './jar-cache.ts'
import { digestOf } from './jar.ts'
import type { Jar } from './jar.ts'
import { jarsOfVersion } from './maven-subject.ts'
import type { MavenContext } from './maven-subject.ts'
import { copyArtifacts, MissingArtifactsError } from './maven.ts'

export interface InstallOptions {
  /** feature version of the Java that will run it */
  readonly javaFeature: number
  readonly cacheDir: string
  /** for messages */
  readonly side?: SideName
  /** Scala suffix to try first, such as the one that both sides share */
  readonly scalaSuffix?: string
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (text: string) => void
  /** in which Maven runs; the default is our own */
  readonly env?: NodeJS.ProcessEnv
}

/** `$XDG_CACHE_HOME/kafka-duel`, or else `~/.cache/kafka-duel`. */
export function defaultCacheDir(env: NodeJS.ProcessEnv): string {
  const given = env['XDG_CACHE_HOME'] ?? ''
  const root = isAbsolute(given) ? given : join(env['HOME'] ?? homedir(), '.cache')
  return join(root, 'kafka-duel')
}

/**
 * Brings the class path of a subject onto this machine, checked and cured for the Java that will run it.
 *
 * @throws UserError KD_SUBJECT_NOT_FOUND, KD_SUBJECT_BROKEN, KD_JAVA_TOO_OLD
 * @throws EnvironmentError KD_MAVEN_NOT_FOUND, KD_SUBJECT_NOT_FOUND (Maven failed), KD_OUTPUT (cache)
 */
export async function installSubject(
  subject: Subject,
  options: InstallOptions,
): Promise<InstalledSubject> {
  const context: MavenContext = {
    cacheDir: options.cacheDir,
    env: options.env ?? process.env,
    signal: options.signal,
    onProgress: options.onProgress ?? (() => undefined),
  }
  const found = await jarsOf(subject, options, context)
  const { version, scalaSuffix } = kafkaIn(found, originOf(subject))
  checkJava({ version, ...options })

  const cures = curesFor(version, options.javaFeature, found)
  const jars = applyCures(found, cures, await jarsOfCures(cures, context))
  const paths = jars.map((jar) => jar.path)
  refuseDelimiters(paths)
  return {
    kafkaVersion: version,
    scalaSuffix,
    jars: paths,
    classPathDigest: digestOf(jars),
    cures: cures.map((cure) => cure.sentence),
  }
}

async function jarsOf(
  subject: Subject,
  options: InstallOptions,
  context: MavenContext,
): Promise<readonly Jar[]> {
  switch (subject.kind) {
    case 'maven': {
      const version = parseKafkaVersion(subject.version)
      checkJava({ version, ...options })
      return await jarsOfVersion({ version, scalaSuffix: options.scalaSuffix }, context)
    }
    case 'directory':
      return await jarsOfDirectory(subject.path)
    case 'archive':
      return await jarsOfArchive(subject.path, context)
    default:
      return assertNever(subject)
  }
}

function originOf(subject: Subject): string {
  return subject.kind === 'maven' ? subject.version : subject.path
}

async function jarsOfCures(cures: readonly Cure[], context: MavenContext): Promise<readonly Jar[]> {
  const coordinates = cures.flatMap((cure) => cure.coordinates)
  if (coordinates.length === 0) return []
  const key = sha256OfText(coordinates.join('\n')).slice(0, 16)
  try {
    return await cachedJars({
      entry: join(context.cacheDir, 'maven', `cures-${key}`),
      fill: async (folder) => {
        context.onProgress(`resolving ${coordinates.join(' and ')} with Maven`)
        await copyArtifacts({ coordinates, isTransitive: false, folder, ...context })
      },
    })
  } catch (error: unknown) {
    if (!(error instanceof MissingArtifactsError)) throw error
    throw new EnvironmentError('KD_SUBJECT_NOT_FOUND', error.message, {
      class: 'MAVEN_FAILED',
      hint: 'let the mirror in ~/.m2/settings.xml offer them: this Kafka needs them on this Java',
      cause: error,
    })
  }
}

/** A class path cannot quote its delimiter. */
function refuseDelimiters(paths: readonly string[]): void {
  const path = paths.find((candidate) => candidate.includes(delimiter))
  if (path === undefined) return
  throw new UserError(
    'KD_SUBJECT_BROKEN',
    `Cannot put "${path}" on a class path: the path holds "${delimiter}"`,
    { hint: `use a folder without "${delimiter}" in its path` },
  )
}
