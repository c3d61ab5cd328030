import { expect, it } from 'vitest'
import { UserError } from '../../../src/model/errors.ts'
import { javaNote, requiredJava } from '../../../src/model/java-support.ts'
import { parseKafkaVersion } from '../../../src/model/kafka-version.ts'
import { checkJava } from '../../../src/subjects/check-java.ts'

function refusal(version: string, javaFeature: number, side?: 'candidate'): UserError {
  try {
    checkJava({ version: parseKafkaVersion(version), javaFeature, side })
  } catch (error: unknown) {
    if (error instanceof UserError) return error
  }
  throw new Error('not refused')
}

it.each([
  ['0.9.0.1', 7],
  ['1.1.1', 7],
  ['2.0.1', 8],
  ['3.9.1', 8],
  ['4.0.0', 17],
  ['4.4.0-SNAPSHOT', 17],
])('requiredJava() of Kafka %s is %d', (version, feature) => {
  expect(requiredJava(parseKafkaVersion(version))).toBe(feature)
})

it('checkJava() names the side, the Java found and the Java needed', () => {
  const error = refusal('4.4.0', 11, 'candidate')
  expect(error).toMatchObject({ code: 'KD_JAVA_TOO_OLD', side: 'candidate' })
  expect(`${error.message}\n${error.hint ?? ''}`).toMatchInlineSnapshot(`
    "Cannot start the candidate Kafka 4.4.0 on Java 11: it needs Java 17 or newer
    set "java: 17" or newer, or choose an older Kafka"
  `)
})

it('checkJava() does without a side', () => {
  expect(refusal('3.9.1', 7).message).toMatchInlineSnapshot(
    `"Cannot start Kafka 3.9.1 on Java 7: it needs Java 8 or newer"`,
  )
})

it('checkJava() has no upper bound; javaNote() remarks on it', () => {
  const version = parseKafkaVersion('0.9.0.1')
  expect(() => {
    checkJava({ version, javaFeature: 26 })
  }).not.toThrow()
  expect(javaNote(25)).toBeNull()
  expect(javaNote(26)).toBe('Java 26 is newer than any that kafka-duel was tried on (up to 25)')
})
