import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDuration, writeDuration } from '../../../src/lib/duration.ts'

test.each([
  ['100ms', 100],
  ['90s', 90_000],
  ['10m', 600_000],
  ['1h30m', 5_400_000],
  ['1h2m3s4ms', 3_723_004],
  ['0s', 0],
])('parseDuration() reads %s', (text, durationMs) => {
  expect(parseDuration(text)).toBe(durationMs)
})

test.each(['', '10', 's', '1.5s', '-1s', '30m1h', '10 m', '1d'])(
  'parseDuration() takes %j for no duration',
  (text) => {
    expect(parseDuration(text)).toBeNull()
  },
)

test('parseDuration() reads back what writeDuration() wrote', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), (durationMs) => {
      expect(parseDuration(writeDuration(durationMs))).toBe(durationMs)
    }),
  )
})
