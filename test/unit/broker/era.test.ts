import { expect, test } from 'vitest'
import { eraOf } from '../../../src/broker/era.ts'
import { parseKafkaVersion } from '../../../src/model/kafka-version.ts'

function summary(version: string): string {
  const era = eraOf(parseKafkaVersion(version))
  const abilities = [
    era.hasApiVersions ? 'ApiVersions' : '',
    era.hasCreateTopics ? 'CreateTopics' : '',
    era.hasTransactions ? 'transactions' : '',
  ]
  return [era.metadata, era.logging, ...abilities.filter((ability) => ability !== '')].join(' ')
}

test.each([
  ['0.9.0.1', 'zookeeper log4j'],
  ['0.10.0.0', 'zookeeper log4j ApiVersions'],
  ['0.10.1.1', 'zookeeper log4j ApiVersions CreateTopics'],
  ['0.10.2.2', 'zookeeper log4j ApiVersions CreateTopics'],
  ['0.11.0.3', 'zookeeper log4j ApiVersions CreateTopics transactions'],
  ['2.8.2', 'zookeeper log4j ApiVersions CreateTopics transactions'],
  ['3.9.1', 'zookeeper log4j ApiVersions CreateTopics transactions'],
  ['4.0.0', 'kraft log4j2 ApiVersions CreateTopics transactions'],
  ['4.4.0-SNAPSHOT', 'kraft log4j2 ApiVersions CreateTopics transactions'],
])('eraOf() knows what %s needs', (version, expected) => {
  expect(summary(version)).toBe(expected)
})
