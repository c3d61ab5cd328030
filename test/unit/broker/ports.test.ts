import { createServer } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { findPorts, isFree, listenRange, parseEphemeralRange } from '../../../src/broker/ports.ts'

describe('parseEphemeralRange()', () => {
  test('reads what Linux says', () => {
    expect(parseEphemeralRange('1024\t65000\n')).toEqual({ first: 1024, last: 65000 })
  })
  test('takes the default when there is nothing to read', () => {
    expect(parseEphemeralRange('')).toEqual({ first: 32768, last: 60999 })
  })
})

describe('listenRange()', () => {
  test('lies below the ephemeral range, where that is wide', () => {
    expect(listenRange({ first: 32768, last: 60999 })).toEqual({ first: 10000, last: 32767 })
  })
  test('lies above an ephemeral range that begins early', () => {
    expect(listenRange({ first: 1024, last: 50000 })).toEqual({ first: 50001, last: 65535 })
  })
  test('gives up where the ephemeral range is everything', () => {
    expect(listenRange({ first: 1024, last: 65535 })).toEqual({ first: 10000, last: 65535 })
  })
})

describe('findPorts()', () => {
  test('finds different ports for both sides at the same time', async () => {
    const [baseline, candidate] = await Promise.all([
      findPorts(9, 'baseline'),
      findPorts(9, 'candidate'),
    ])
    expect(new Set([...baseline, ...candidate]).size).toBe(18)
    expect(baseline.every((port) => port % 2 === 0)).toBe(true)
    expect(candidate.every((port) => port % 2 === 1)).toBe(true)
  })
})

describe('isFree()', () => {
  test('is false for a port on which somebody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    expect(await isFree(port)).toBe(false)
    server.close()
    await once(server, 'close')
    expect(await isFree(port)).toBe(true)
  })
})
