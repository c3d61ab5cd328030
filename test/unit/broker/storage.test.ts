import { expect, test } from 'vitest'
import { randomClusterId } from '../../../src/broker/storage.ts'

test('randomClusterId() has 22 characters', () => {
  expect(randomClusterId()).toMatch(/^[\w][\w-]{21}$/)
})

test('randomClusterId() never begins with a minus sign, which StorageTool takes for an option', () => {
  const drawn = [Buffer.alloc(16, 0xfb), Buffer.alloc(16, 0)].values()
  expect(randomClusterId(() => drawn.next().value ?? Buffer.alloc(16))).toBe(
    'AAAAAAAAAAAAAAAAAAAAAA',
  )
})
