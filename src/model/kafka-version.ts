import { UserError } from './errors.ts'

/** A Kafka release as its parts; 0.x releases have four numbers, of which the first is 0. */
export interface KafkaVersion {
  /** as written, such as "0.10.2.2" or "4.4.0-SNAPSHOT" */
  readonly text: string
  readonly numbers: readonly number[]
}

const PATTERN = /^(\d+(?:\.\d+){1,3})(?:[-.][0-9A-Za-z.-]+)?$/

/** @throws UserError KD_USAGE when the text is not a version */
export function parseKafkaVersion(text: string): KafkaVersion {
  const numbers = PATTERN.exec(text)?.[1]?.split('.').map(Number)
  if (numbers === undefined) {
    throw new UserError('KD_USAGE', `Cannot read "${text}" as a Kafka version`, {
      hint: 'write it in full, such as 3.9.1 or 0.10.2.2',
    })
  }
  return { text, numbers }
}

/** Compares number by number: `isAtLeast(v, '0.10.1')` holds for 0.10.1.0, 0.11.0.3 and 2.0.1. */
export function isAtLeast(version: KafkaVersion, floor: string): boolean {
  const wanted = floor.split('.').map(Number)
  for (let index = 0; index < Math.max(wanted.length, version.numbers.length); index += 1) {
    const difference = (version.numbers[index] ?? 0) - (wanted[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}
