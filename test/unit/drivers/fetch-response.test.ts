import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FetchResponseReader } from '../../../src/drivers/replay/fetch-response.ts'
import type { LoadResponse } from '../../../src/drivers/replay/response.ts'

const TOPIC = 'consume'

interface Shape {
  readonly version: number
  readonly records: Buffer
  readonly errorCode?: number
  readonly aborted?: number
}

/** A Fetch response as a broker writes it, for one partition. */
function fetchResponse({ version, records, errorCode = 0, aborted = 0 }: Shape): Buffer {
  const parts: Buffer[] = []
  const int = (bytes: 1 | 2 | 4, value: number): void => {
    const part = Buffer.alloc(bytes)
    part.writeIntBE(value, 0, bytes)
    parts.push(part)
  }
  const long = (value: number): void => {
    const part = Buffer.alloc(8)
    part.writeBigInt64BE(BigInt(value))
    parts.push(part)
  }
  int(4, 77) // correlation id
  int(4, 0) // throttle time
  if (version >= 7) {
    int(2, 0) // top-level error
    int(4, 0) // session id
  }
  int(4, 1) // topics
  int(2, TOPIC.length)
  parts.push(Buffer.from(TOPIC))
  int(4, 1) // partitions
  int(4, 0) // partition
  int(2, errorCode)
  long(1000) // high watermark
  if (version >= 4) long(1000) // last stable offset
  if (version >= 5) long(0) // log start offset
  if (version >= 4) {
    int(4, aborted === 0 ? -1 : aborted)
    for (let index = 0; index < 2 * aborted; index += 1) long(index)
  }
  if (version >= 11) int(4, -1) // preferred read replica
  int(4, records.length)
  parts.push(records)
  const body = Buffer.concat(parts)
  const size = Buffer.alloc(4)
  size.writeInt32BE(body.length)
  return Buffer.concat([size, body])
}

/** A message of magic 0 or 1 with a value of `valueBytes` zeros. */
function message(offset: number, magic: 0 | 1, valueBytes: number): Buffer {
  const body = Buffer.alloc(14 + 8 * magic + valueBytes)
  body[4] = magic
  const head = Buffer.alloc(12)
  head.writeBigInt64BE(BigInt(offset))
  head.writeInt32BE(body.length, 8)
  return Buffer.concat([head, body])
}

/** The header of a record batch with `records` records, followed by zeros. */
function batch(offset: number, records: number, bodyBytes: number): Buffer {
  const bytes = Buffer.alloc(61 + bodyBytes)
  bytes.writeBigInt64BE(BigInt(offset))
  bytes.writeInt32BE(bytes.length - 12, 8)
  bytes[16] = 2
  bytes.writeInt32BE(records - 1, 23)
  return bytes
}

function readAll(version: number, stream: Buffer, pieces: readonly number[]): LoadResponse[] {
  const responses: LoadResponse[] = []
  const reader = new FetchResponseReader(version, TOPIC, (response) => responses.push(response))
  let at = 0
  for (let index = 0; at < stream.length; index += 1) {
    const length = Math.min(pieces[index % pieces.length] ?? stream.length, stream.length - at)
    // the socket's buffer is used again, so what the reader keeps must be its own
    const buffer = Buffer.from(stream.subarray(at, at + length))
    reader.read(buffer, length)
    buffer.fill(0xff)
    at += length
  }
  return responses
}

const messages = (count: number, magic: 0 | 1, first = 5): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, index) => message(first + index, magic, 100)))

describe('FetchResponseReader', () => {
  it.each([1, 2, 3])('counts the messages of version %i', (version) => {
    const magic = version === 1 ? 0 : 1
    const stream = fetchResponse({ version, records: messages(50, magic) })
    expect(readAll(version, stream, [stream.length])).toEqual([
      { correlationId: 77, errorCode: 0, records: 50, nextOffset: 55, bytes: stream.length },
    ])
  })

  it.each([4, 5, 6, 7, 8, 9, 10, 11])('counts the batches of version %i', (version) => {
    const records = Buffer.concat([batch(100, 600, 3000), batch(700, 400, 2000)])
    const stream = fetchResponse({ version, records })
    expect(readAll(version, stream, [stream.length])).toEqual([
      { correlationId: 77, errorCode: 0, records: 1000, nextOffset: 1100, bytes: stream.length },
    ])
  })

  it('gives the same answers however the stream is cut', () => {
    const magic2 = Buffer.concat([batch(0, 600, 3000), batch(600, 600, 3000), batch(1200, 7, 50)])
    const streams = [
      { version: 1, records: messages(40, 0), expected: 40 },
      { version: 2, records: messages(40, 1), expected: 40 },
      { version: 11, records: magic2, expected: 1207 },
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...streams),
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 20 }),
        ({ version, records, expected }, pieces) => {
          const one = fetchResponse({ version, records })
          const answers = readAll(version, Buffer.concat([one, one, one]), pieces)
          expect(answers.map((answer) => answer.records)).toEqual([expected, expected, expected])
        },
      ),
    )
  })

  it('does not count an entry that the broker cut off', () => {
    const whole = Buffer.concat([batch(0, 600, 3000), batch(600, 600, 3000)])
    for (const cut of [1, 26, 27, 500, 3000]) {
      const stream = fetchResponse({ version: 11, records: whole.subarray(0, 3061 + cut) })
      expect(readAll(11, Buffer.concat([stream, stream]), [333])).toMatchObject([
        { records: 600, nextOffset: 600 },
        { records: 600, nextOffset: 600 },
      ])
    }
    const cutMessage = fetchResponse({ version: 1, records: messages(10, 0).subarray(0, 1200) })
    expect(readAll(1, cutMessage, [cutMessage.length])).toMatchObject([{ records: 9 }])
  })

  it('steps over messages of unlike sizes one by one', () => {
    const records = Buffer.concat(
      Array.from({ length: 30 }, (_, index) => message(index, 1, 20 + ((index * 37) % 90))),
    )
    const stream = fetchResponse({ version: 2, records })
    expect(readAll(2, stream, [stream.length])).toMatchObject([{ records: 30, nextOffset: 30 }])
  })

  it('tells an error code, an empty answer and aborted transactions', () => {
    const failed = fetchResponse({ version: 11, records: Buffer.alloc(0), errorCode: 56 })
    const transactions = fetchResponse({ version: 11, records: batch(0, 3, 10), aborted: 2 })
    expect(readAll(11, Buffer.concat([failed, transactions]), [9])).toMatchObject([
      { errorCode: 56, records: 0, nextOffset: null },
      { errorCode: 0, records: 3, nextOffset: 3 },
    ])
  })
})
