import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sha256OfFile, statOrNull } from '../lib/files.ts'
import { UserError } from '../model/errors.ts'
import { parseKafkaVersion } from '../model/kafka-version.ts'
import type { KafkaVersion } from '../model/kafka-version.ts'
import { nameOf } from './jar.ts'
import type { Jar } from './jar.ts'

/** Old distributions also hold sources, tests and documentation as jars; Kafka's scripts skip them too. */
const NOT_CODE = /-(?:tests?|test-sources|sources|src|scaladoc|javadoc)\.jar$/
const BROKER_JAR = /^kafka_(2\.\d+)-(\d.*)\.jar$/
const CLIENTS_JAR = /^kafka-clients-(\d.*)\.jar$/

export const isCode = (jarName: string): boolean =>
  jarName.endsWith('.jar') && !NOT_CODE.test(jarName)

/**
 * The jars of an unpacked distribution, or of a folder that holds them itself; nothing is changed there.
 *
 * @returns in order of their names, as Kafka's own scripts list them
 * @throws UserError KD_SUBJECT_NOT_FOUND when there is no such folder
 */
export async function jarsOfDirectory(path: string): Promise<readonly Jar[]> {
  const root = resolve(path)
  if (!(await statOrNull(root))?.isDirectory()) {
    throw new UserError(
      'KD_SUBJECT_NOT_FOUND',
      `Cannot use "${path}" as a Kafka distribution: there is no such folder`,
      {
        hint: 'give the folder that holds libs/ and bin/',
      },
    )
  }
  const libs = join(root, 'libs')
  const folder = (await statOrNull(libs))?.isDirectory() === true ? libs : root
  const names = (await readdir(folder)).filter(isCode).sort()
  const jars: Jar[] = []
  for (const name of names) {
    const jar = join(folder, name)
    jars.push({ path: jar, sha256: await sha256OfFile(jar) })
  }
  return jars
}

export interface KafkaInJars {
  readonly version: KafkaVersion
  readonly scalaSuffix: string | null
}

/**
 * Which Kafka a class path holds, by the name of its broker or clients jar.
 *
 * @param origin what the user gave, for the message
 * @throws UserError KD_SUBJECT_BROKEN when there is no Kafka, or more than one
 */
export function kafkaIn(jars: readonly Jar[], origin: string): KafkaInJars {
  const found = matchesOf(jars, BROKER_JAR).map(([, suffix = '', version = '']) => ({
    suffix,
    version,
  }))
  const [broker, second] = found
  if (broker !== undefined && second !== undefined) {
    throw new UserError(
      'KD_SUBJECT_BROKEN',
      `Cannot use "${origin}" as a Kafka distribution: it holds more than one Kafka (${found.map(({ suffix, version }) => `kafka_${suffix}-${version}.jar`).join(', ')})`,
      { hint: 'keep one kafka_2.1x jar' },
    )
  }
  if (broker !== undefined) {
    return { version: parseKafkaVersion(broker.version), scalaSuffix: broker.suffix }
  }
  const version = matchesOf(jars, CLIENTS_JAR)[0]?.[1]
  if (version !== undefined) return { version: parseKafkaVersion(version), scalaSuffix: null }
  throw new UserError(
    'KD_SUBJECT_BROKEN',
    `Cannot use "${origin}" as a Kafka distribution: it holds neither kafka_2.1x-VERSION.jar nor kafka-clients-VERSION.jar`,
    {
      hint: 'give an unpacked distribution; from a source tree, "./gradlew releaseTarGz" builds an archive of one',
    },
  )
}

function matchesOf(jars: readonly Jar[], pattern: RegExp): readonly RegExpExecArray[] {
  return jars.flatMap((jar) => {
    const match = pattern.exec(nameOf(jar))
    return match === null ? [] : [match]
  })
}
