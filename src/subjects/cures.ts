import { isAtLeast } from '../model/kafka-version.ts'
import type { KafkaVersion } from '../model/kafka-version.ts'
import { nameOf } from './jar.ts'
import type { Jar } from './jar.ts'
import type { Coordinate } from './maven.ts'

/** A change to the class path without which this Kafka does not run well on this Java. */
export interface Cure {
  /** added to the class path, without what they depend on */
  readonly coordinates: readonly Coordinate[]
  /** jars that these stand in for */
  readonly replaces: RegExp | null
  /** for the report */
  readonly sentence: string
}

/**
 * What has to be done to a class path. Kafka 0.9 to 4.4 was tried on Java 17 and 25: this is all it took.
 *
 * @param jars as they come from Maven or out of a distribution
 */
export function curesFor(
  version: KafkaVersion,
  javaFeature: number,
  jars: readonly Jar[],
): readonly Cure[] {
  const names = jars.map(nameOf)
  const needsJaxb = isAtLeast(version, '0.10.1') && !isAtLeast(version, '1.0') && javaFeature >= 11
  const cures: Cure[] = []
  if (needsJaxb && !names.some((name) => name.startsWith('jaxb-api-'))) cures.push(JAXB)
  if (javaFeature >= 14 && names.some((name) => BROKEN_ZOOKEEPER.test(name))) cures.push(ZOOKEEPER)
  const binding = bindingFor(names)
  if (binding !== null) cures.push(binding)
  return cures
}

/** The class path with replaced jars left out, and the cures' own jars put at the end. */
export function applyCures(
  jars: readonly Jar[],
  cures: readonly Cure[],
  extraJars: readonly Jar[],
): readonly Jar[] {
  const kept = jars.filter(
    (jar) => !cures.some((cure) => cure.replaces?.test(nameOf(jar)) === true),
  )
  return [...kept, ...extraJars]
}

/** Kafka makes its cluster id with javax.xml.bind, which left the JDK with Java 11. */
const JAXB: Cure = {
  coordinates: ['javax.xml.bind:jaxb-api:2.3.1', 'javax.activation:javax.activation-api:1.2.0'],
  replaces: null,
  sentence: 'jaxb-api 2.3.1 added: Java has had no javax.xml.bind since 11',
}

/** These parse InetSocketAddress.toString(), whose text changed in Java 14 (ZOOKEEPER-3779). */
const BROKEN_ZOOKEEPER = /^zookeeper-3\.4\.1[1-4]\.jar$/

const ZOOKEEPER: Cure = {
  coordinates: ['org.apache.zookeeper:zookeeper:3.4.10'],
  replaces: BROKEN_ZOOKEEPER,
  sentence:
    'zookeeper 3.4.10 in place of its own: later 3.4 clients cannot connect on Java 14 and up',
}

const BINDING =
  /^(?:slf4j-(?:log4j12|reload4j|simple|jdk14|nop|jcl)|logback-classic|log4j-slf4j2?-impl)-\d/

/** Without a binding for SLF4J the broker's log lines vanish, and with them the reason when it fails. */
function bindingFor(names: readonly string[]): Cure | null {
  if (names.some((name) => BINDING.test(name))) return null
  const version = names.flatMap((name) => /^slf4j-api-(\d.*)\.jar$/.exec(name)?.[1] ?? [])[0]
  if (version === undefined) return null
  return {
    coordinates: [`org.slf4j:slf4j-simple:${version}`],
    replaces: null,
    sentence: `slf4j-simple ${version} added: the class path has no logging binding`,
  }
}
