import { expect, test } from 'vitest'
import { nearest } from '../../../src/lib/nearest.ts'

test.each([
  ['workload', ['baseline', 'workloads', 'layout'], 'workloads'],
  ['Margin', ['margin', 'plan'], 'margin'],
  ['javva', ['java', 'jvm-flags'], 'java'],
  ['plna', ['plan', 'pin'], 'plan'],
  ['xyzzy', ['plan', 'pin'], null],
  ['a', ['b'], null],
  ['', ['plan'], null],
  ['plan', [], null],
])('nearest() takes %j among %j for %j', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected)
})
