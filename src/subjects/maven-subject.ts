import { join } from 'node:path'
import { UserError } from '../model/errors.ts'
import type { KafkaVersion } from '../model/kafka-version.ts'
import { cachedJars } from './jar-cache.ts'
import type { Jar } from './jar.ts'
import { copyArtifacts, MissingArtifactsError } from './maven.ts'
import type { Coordinate } from './maven.ts'
import { scalaSuffixes } from './scala-suffix.ts'

/** How Maven is used: where its results are kept, and in which environment it runs. */
export interface MavenContext {
  readonly cacheDir: string
  readonly env: NodeJS.ProcessEnv
  readonly signal?: AbortSignal | undefined
  readonly onProgress: (text: string) => void
}

interface MavenSubject {
  readonly version: KafkaVersion
  /** tried first; the default fits the version */
  readonly scalaSuffix?: string | undefined
}

/**
 * The class path of a published Kafka: broker and tools with all that they need at run time.
 *
 * @throws UserError KD_SUBJECT_NOT_FOUND when there is no such version, and what copyArtifacts() throws
 */
export async function jarsOfVersion(
  { version, scalaSuffix }: MavenSubject,
  context: MavenContext,
): Promise<readonly Jar[]> {
  const usual = scalaSuffixes(version)
  const suffixes = scalaSuffix === undefined ? usual : [...new Set([scalaSuffix, ...usual])]
  const tried: Coordinate[] = []
  for (const suffix of suffixes) {
    const broker: Coordinate = `org.apache.kafka:kafka_${suffix}:${version.text}`
    tried.push(broker)
    const jars = await jarsFor(broker, version, context)
    if (jars === 'no-such-version') break
    if (jars !== 'no-such-suffix') return jars
  }
  throw new UserError(
    'KD_SUBJECT_NOT_FOUND',
    `Cannot find Kafka "${version.text}": no Maven repository has ${tried.join(' or ')}`,
    { hint: 'the released versions are listed at https://kafka.apache.org/downloads' },
  )
}

async function jarsFor(
  broker: Coordinate,
  version: KafkaVersion,
  context: MavenContext,
): Promise<readonly Jar[] | 'no-such-suffix' | 'no-such-version'> {
  const tools: Coordinate = `org.apache.kafka:kafka-tools:${version.text}`
  const copy = async (coordinates: readonly Coordinate[], folder: string): Promise<void> => {
    context.onProgress(`resolving ${coordinates.join(' and ')} with Maven`)
    await copyArtifacts({ coordinates, isTransitive: true, folder, ...context })
  }
  try {
    return await cachedJars({
      entry: join(context.cacheDir, 'maven', broker.split(':').slice(1).join('-')),
      isVolatile: version.text.endsWith('-SNAPSHOT'),
      fill: async (folder) => {
        try {
          await copy([broker, tools], folder)
        } catch (error: unknown) {
          if (!(error instanceof MissingArtifactsError) || error.missing.includes(broker))
            throw error
          await copy([broker], folder)
        }
      },
    })
  } catch (error: unknown) {
    if (!(error instanceof MissingArtifactsError)) throw error
    return error.missing.includes(tools) ? 'no-such-version' : 'no-such-suffix'
  }
}
