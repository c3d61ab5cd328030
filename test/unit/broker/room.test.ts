import { describe, expect, test } from 'vitest'
import {
  availableMemory,
  availableSpace,
  checkMemory,
  checkSpace,
  spaceNeeded,
} from '../../../src/broker/room.ts'

const MB = 1024 * 1024

describe('checkMemory()', () => {
  test('accepts brokers that fit', () => {
    expect(() => {
      checkMemory({ heapMb: 1024, brokersAlive: 2, availableBytes: 2648 * MB })
    }).not.toThrow()
  })
  test('refuses brokers that do not fit, with both numbers', () => {
    expect(() => {
      checkMemory({ heapMb: 1024, brokersAlive: 2, availableBytes: 2000 * MB })
    }).toThrowErrorMatchingInlineSnapshot(
      `[EnvironmentError: Cannot start 2 brokers with a heap of 1024 MB each: found 2000 MB of free memory, wanted 2648 MB]`,
    )
  })
})

describe('checkSpace()', () => {
  test('refuses a file system that is too small', () => {
    expect(() => {
      checkSpace({ directory: '/dev/shm', wantedBytes: 3000 * MB, availableBytes: 64 * MB })
    }).toThrowErrorMatchingInlineSnapshot(
      `[EnvironmentError: Cannot keep log directories in "/dev/shm": found 64 MB of free space, wanted 3000 MB]`,
    )
  })
  test('counts every partition, replica and side', () => {
    const one = { retentionBytes: 256 * MB, partitions: 1, replication: 1, sides: 1 }
    expect(spaceNeeded(one)).toBe(768 * MB)
    expect(spaceNeeded({ ...one, partitions: 4, replication: 3, sides: 2 })).toBe(24 * 768 * MB)
  })
})

test('memory and space of this machine can be read', async () => {
  expect(await availableMemory()).toBeGreaterThan(MB)
  expect(await availableSpace('/')).toBeGreaterThan(0)
})
