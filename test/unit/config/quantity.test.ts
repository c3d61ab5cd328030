import { expect, test } from 'vitest'
import { readBytes, readDuration, readMargin, writeBytes } from '../../../src/config/quantity.ts'

test.each([
  ['5%', 0.05],
  ['1.05x', 0.05],
  ['12.5%', 0.125],
  ['1.2x', 0.2],
])('readMargin() reads %s', (text, value) => {
  expect(readMargin(text)).toEqual({ value })
})

test('readMargin() explains why 200% is refused', () => {
  expect(readMargin('200%')).toEqual({
    wanted:
      'a loss above 0% and below 50%, such as 5% or 1.05x (200% may mean twice as slow or worse)',
  })
})

test.each(['0%', '50%', '0.95x', '1x', '2x'])('readMargin() refuses %s', (text) => {
  expect(readMargin(text)).toHaveProperty('wanted')
})

test('readDuration() holds a duration against a range', () => {
  const range = { from: 20, to: 10_000 }
  expect(readDuration('100ms', range)).toEqual({ value: 100 })
  expect(readDuration('10s', range)).toEqual({ value: 10_000 })
  expect(readDuration('1m', range)).toEqual({ wanted: 'a duration from 20ms to 10s' })
})

test.each([
  [65_536, 65_536],
  ['65536', 65_536],
  ['512k', 524_288],
  ['1M', 1_048_576],
])('readBytes() reads %j', (text, value) => {
  expect(readBytes(text, { from: 1, to: 2 ** 30 })).toEqual({ value })
})

test('readBytes() says which sizes are wanted', () => {
  expect(readBytes('2g', { from: 1024, to: 2 ** 30 })).toEqual({ wanted: 'a size from 1k to 1g' })
})

test.each([
  [2 ** 30, '1g'],
  [1536 * 2 ** 20, '1536m'],
  [1024, '1k'],
  [1025, '1025'],
  [0, '0'],
])('writeBytes() writes %i as %s', (bytes, text) => {
  expect(writeBytes(bytes)).toBe(text)
})
