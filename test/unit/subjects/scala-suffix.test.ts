import { expect, it } from 'vitest'
import { parseKafkaVersion } from '../../../src/model/kafka-version.ts'
import { scalaSuffixes, sharedScalaSuffix } from '../../../src/subjects/scala-suffix.ts'

it.each([
  ['0.9.0.1', '2.11'],
  ['0.10.0.0', '2.11'],
  ['0.10.2.2', '2.11, 2.12'],
  ['2.3.1', '2.11, 2.12'],
  ['2.4.1', '2.12, 2.13, 2.11'],
  ['2.5.1', '2.12, 2.13'],
  ['2.6.0', '2.13, 2.12'],
  ['3.9.1', '2.13, 2.12'],
  ['4.0.0', '2.13'],
  ['4.4.0-SNAPSHOT', '2.13'],
])('scalaSuffixes() of Kafka %s are %s', (version, suffixes) => {
  expect(scalaSuffixes(parseKafkaVersion(version)).join(', ')).toBe(suffixes)
})

it.each([
  ['2.5.1', '2.4.1', '2.12'],
  ['2.3.1', '2.4.1', '2.12'],
  ['2.5.1', '2.8.2', '2.13'],
  ['3.9.1', '4.0.0', '2.13'],
  ['0.10.0.0', '0.9.0.1', '2.11'],
  ['0.9.0.1', '4.4.0', null],
])('sharedScalaSuffix() of %s and %s is %s', (one, other, suffix) => {
  expect(sharedScalaSuffix(parseKafkaVersion(one), parseKafkaVersion(other))).toBe(suffix)
  expect(sharedScalaSuffix(parseKafkaVersion(other), parseKafkaVersion(one))).toBe(suffix)
})
