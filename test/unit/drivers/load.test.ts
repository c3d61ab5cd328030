import { describe, expect, it } from 'vitest'
import { createLoad } from '../../../src/drivers/replay/load.ts'
import type { LoadTarget } from '../../../src/drivers/replay/load.ts'
import { ProduceResponseReader } from '../../../src/drivers/replay/response.ts'
import type { LoadResponse } from '../../../src/drivers/replay/response.ts'
import { cellOf } from '../../../src/model/words.ts'
import { API_KEYS } from '../../../src/wire/api-versions.ts'

function target(produce: number, fetch: number): LoadTarget {
  return {
    load: {
      recordSizeBytes: 100,
      recordsPerBatch: 600,
      acks: -1,
      connections: 1,
      inFlight: 2,
      fetchBytes: 1_048_576,
      preloadBytes: 0,
    },
    versions: new Map([
      [API_KEYS.Produce, { min: 0, max: produce }],
      [API_KEYS.Fetch, { min: 0, max: fetch }],
    ]),
    topic: 'produce-tls',
    partition: 1,
    offsets: { start: 5000, end: 10_000 },
  }
}

describe('createLoad() for produce', () => {
  it.each([
    [0, 126],
    [1, 126],
    [2, 134],
    [3, 110],
    [7, 110],
    [13, 110],
  ])(
    'puts 600 records on the wire with Produce up to v%i in about %i bytes each',
    async (max, bytes) => {
      const load = await createLoad(cellOf('produce', 'tls'), target(max, 11))
      expect(load.apiVersion).toBe(Math.min(max, 7))
      expect(load.slots).toHaveLength(2)
      const [slot] = load.slots
      expect(Math.round((slot?.frame.length ?? 0) / 600)).toBe(bytes)
      expect(slot?.records).toBe(600)
    },
  )

  it('gives every slot a buffer of its own', async () => {
    const { slots } = await createLoad(cellOf('produce', 'tls'), target(7, 11))
    slots[0]?.frame.fill(0)
    expect(slots[1]?.frame.some((byte) => byte !== 0)).toBe(true)
  })
})

describe('createLoad() for consume', () => {
  const answer = (nextOffset: number | null, records: number): LoadResponse => ({
    correlationId: 1,
    errorCode: 0,
    records,
    nextOffset,
    bytes: 100,
  })
  const offsetsIn = (frame: Buffer | undefined): bigint[] =>
    [5000n, 5600n, 7400n].filter((offset) => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigInt64BE(offset)
      return frame?.includes(bytes) ?? false
    })

  it.each([1, 4, 11])('walks the partition and starts again (Fetch v%i)', async (version) => {
    const { slots, apiVersion } = await createLoad(cellOf('consume', 'tls'), target(7, version))
    expect(apiVersion).toBe(version)
    expect(slots).toHaveLength(1)
    const [slot] = slots
    expect(offsetsIn(slot?.frame)).toEqual([5000n])
    slot?.advance(answer(5600, 600))
    expect(offsetsIn(slot?.frame)).toEqual([5600n])
    slot?.advance(answer(9700, 600))
    expect(offsetsIn(slot?.frame)).toEqual([5000n])
    slot?.advance(answer(null, 0))
    expect(offsetsIn(slot?.frame)).toEqual([5000n])
  })
})

describe('ProduceResponseReader', () => {
  it('reads error codes from a stream that is cut anywhere', () => {
    const response = (correlationId: number, errorCode: number): Buffer => {
      const topic = Buffer.from('t')
      const body = Buffer.alloc(4 + 4 + 2 + topic.length + 4 + 4 + 2 + 8 + 8 + 4)
      body.writeInt32BE(correlationId, 0)
      body.writeInt32BE(1, 4)
      body.writeInt16BE(topic.length, 8)
      topic.copy(body, 10)
      body.writeInt32BE(1, 11)
      body.writeInt16BE(errorCode, 19)
      const size = Buffer.alloc(4)
      size.writeInt32BE(body.length)
      return Buffer.concat([size, body])
    }
    const stream = Buffer.concat([response(1, 0), response(2, 56), response(3, 0)])
    for (let piece = 1; piece <= stream.length; piece += 1) {
      const seen: (readonly [number, number])[] = []
      const reader = new ProduceResponseReader('t', ({ correlationId, errorCode }) => {
        seen.push([correlationId, errorCode])
      })
      for (let at = 0; at < stream.length; at += piece) {
        const part = stream.subarray(at, at + piece)
        reader.read(part, part.length)
      }
      expect(seen).toEqual([
        [1, 0],
        [2, 56],
        [3, 0],
      ])
    }
  })
})
