import { UserError } from '../model/errors.ts'
import { requiredJava } from '../model/java-support.ts'
import type { KafkaVersion } from '../model/kafka-version.ts'
import type { SideName } from '../model/words.ts'

interface JavaCheck {
  readonly version: KafkaVersion
  readonly javaFeature: number
  readonly side?: SideName | undefined
}

/**
 * Version numbers alone decide this, so it is asked before anything is downloaded or started.
 *
 * @throws UserError KD_JAVA_TOO_OLD
 */
export function checkJava({ version, javaFeature, side }: JavaCheck): void {
  const required = requiredJava(version)
  if (javaFeature >= required) return
  const subject = side === undefined ? `Kafka ${version.text}` : `the ${side} Kafka ${version.text}`
  throw new UserError(
    'KD_JAVA_TOO_OLD',
    `Cannot start ${subject} on Java ${javaFeature}: it needs Java ${required} or newer`,
    {
      hint: `set "java: ${required}" or newer, or choose an older Kafka`,
      ...(side === undefined ? {} : { side }),
    },
  )
}
