import { expect, test } from 'vitest'
import { logExcerpt } from '../../../src/broker/log-excerpt.ts'

test('logExcerpt() keeps warnings and exceptions with the top of their stacks, without 500 lines of INFO', () => {
  const infos = Array.from({ length: 500 }, (_, index) => `[10:00] INFO step ${index} (kafka.X)`)
  const log = [
    ...infos,
    '[10:01] WARN the disk is slow (kafka.Y)',
    '[10:02] ERROR Fatal error during KafkaServer startup (kafka.server.KafkaServer)',
    'java.lang.IllegalStateException: no luck',
    ...['a', 'b', 'c', 'd', 'e'].map((name) => `\tat kafka.${name}(X.scala:1)`),
    'Caused by: java.io.IOException: really none',
    '\tat kafka.z(X.scala:9)',
    '\t... 3 more',
    ...infos,
  ].join('\n')
  expect(logExcerpt(log)).toMatchInlineSnapshot(`
    "[10:01] WARN the disk is slow (kafka.Y)
    [10:02] ERROR Fatal error during KafkaServer startup (kafka.server.KafkaServer)
    java.lang.IllegalStateException: no luck
    	at kafka.a(X.scala:1)
    	at kafka.b(X.scala:1)
    	at kafka.c(X.scala:1)
    Caused by: java.io.IOException: really none
    	at kafka.z(X.scala:9)
    	... 3 more"
  `)
})

test('logExcerpt() shows the last lines of a log in which nothing stands out', () => {
  expect(logExcerpt('one\ntwo\n\nthree\n', 2)).toBe('two\nthree')
})

test('logExcerpt() is bounded', () => {
  const log = Array.from({ length: 100 }, (_, index) => `ERROR ${index}`).join('\n')
  expect(logExcerpt(log).split('\n')).toHaveLength(40)
})

test('logExcerpt() says once what a client logs again and again', () => {
  const log = ['01', '02', '03']
    .map((second) => `[2024-01-01 10:00:${second},123] WARN cannot connect (kafka.X)`)
    .join('\n')
  expect(logExcerpt(log)).toBe('[2024-01-01 10:00:01,123] WARN cannot connect (kafka.X)')
})
