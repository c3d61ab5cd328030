import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Era } from './era.ts'
import { renderProperties } from './properties-text.ts'
import type { Properties } from './properties-text.ts'

/** Loggers that write with every request or deleted segment, or that list hundreds of settings. */
const QUIET = [
  'kafka.request.logger',
  'kafka.network.RequestChannel$',
  'kafka.log',
  'org.apache.kafka.storage.internals.log',
  'state.change.logger',
  'kafka.server.KafkaConfig',
  'org.apache.kafka.common.config.AbstractConfig',
] as const
const PATTERN = '[%d] %p %m (%c)%n'

/** Kafka up to 3.x: log4j 1.2 or reload4j, to stdout. */
const LOG4J: Properties = {
  'log4j.rootLogger': 'INFO, stdout',
  'log4j.appender.stdout': 'org.apache.log4j.ConsoleAppender',
  'log4j.appender.stdout.layout': 'org.apache.log4j.PatternLayout',
  'log4j.appender.stdout.layout.ConversionPattern': PATTERN,
  ...Object.fromEntries(QUIET.map((name) => [`log4j.logger.${name}`, 'WARN'])),
}

/** Kafka 4.x distributions: log4j2, to stdout. */
const LOG4J2: Properties = {
  status: 'error',
  'appender.stdout.type': 'Console',
  'appender.stdout.name': 'stdout',
  'appender.stdout.layout.type': 'PatternLayout',
  'appender.stdout.layout.pattern': PATTERN,
  'rootLogger.level': 'info',
  'rootLogger.appenderRef.stdout.ref': 'stdout',
  ...Object.fromEntries(
    QUIET.flatMap((name, index) => [
      [`logger.quiet${index}.name`, name],
      [`logger.quiet${index}.level`, 'warn'],
    ]),
  ),
}

/** Kafka 4.x from Maven comes without a log binding and is given slf4j-simple. */
const SLF4J_SIMPLE: Properties = {
  'org.slf4j.simpleLogger.logFile': 'System.out',
  'org.slf4j.simpleLogger.defaultLogLevel': 'info',
  'org.slf4j.simpleLogger.showDateTime': 'true',
  'org.slf4j.simpleLogger.dateTimeFormat': 'yyyy-MM-dd HH:mm:ss,SSS',
  'org.slf4j.simpleLogger.showThreadName': 'false',
  ...Object.fromEntries(QUIET.map((name) => [`org.slf4j.simpleLogger.log.${name}`, 'warn'])),
}

/** Writes the logging configuration of an era into a directory; gives the JVM flags that switch it on. */
export async function writeLogging(
  logging: Era['logging'],
  directory: string,
): Promise<readonly string[]> {
  const file = join(directory, `${logging}.properties`)
  await writeFile(file, renderProperties(logging === 'log4j' ? LOG4J : LOG4J2))
  const url = pathToFileURL(file).href
  if (logging === 'log4j') return [`-Dlog4j.configuration=${url}`]
  return [
    `-Dlog4j2.configurationFile=${url}`,
    ...Object.entries(SLF4J_SIMPLE).map(([name, value]) => `-D${name}=${value}`),
  ]
}
