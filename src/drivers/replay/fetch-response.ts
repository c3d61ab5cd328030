import { Head } from './response.ts'
import type { LoadResponse, ResponseReader } from './response.ts'

/** Offset 8, size 4, then 4 bytes, magic 1; a batch (magic 2) has its last offset delta at 23. */
const ENTRY_HEAD_BYTES = 27
const SIZE_AT = 8
const MAGIC_AT = 16
const LAST_OFFSET_DELTA_AT = 23
const LOG_OVERHEAD_BYTES = 12
const NO_OFFSET = -1

/**
 * Reads Fetch responses v1 to v11 of requests for one partition. Only headers are looked at: of every
 * record batch (magic 2), or of messages (magic 0 and 1).
 *
 * Messages of one producer have one size, so a run of them inside a piece is counted at its ends: if the
 * header that would be the k-th from here has this size, this magic and this offset + k, all between have
 * them too, since offsets rise by one per message.
 */
export class FetchResponseReader implements ResponseReader {
  readonly #version: number
  readonly #topicBytes: number
  readonly #head: Head
  readonly #entry = new Head(ENTRY_HEAD_BYTES, ENTRY_HEAD_BYTES)
  readonly #onResponse: (response: LoadResponse) => void

  #isInRecords = false
  #frameLeft = 0
  #recordsLeft = 0
  #toSkip = 0
  #correlationId = 0
  #errorCode = 0
  #bytes = 0
  #records = 0
  #nextOffset = NO_OFFSET

  constructor(version: number, topic: string, onResponse: (response: LoadResponse) => void) {
    this.#version = version
    this.#topicBytes = Buffer.byteLength(topic)
    this.#head = new Head(4096, this.#fixedBytes)
    this.#onResponse = onResponse
  }

  read(source: Uint8Array, length: number): void {
    let at = 0
    while (at < length) {
      if (this.#toSkip > 0) {
        const skipped = Math.min(this.#toSkip, length - at)
        this.#toSkip -= skipped
        this.#frameLeft -= skipped
        at += skipped
      } else if (!this.#isInRecords) {
        at += this.#head.fill(source, at, length)
        if (!this.#head.isComplete) return
        this.#readHead()
      } else {
        at = this.#readEntry(source, at, length)
      }
      if (this.#isInRecords && this.#toSkip === 0 && this.#recordsLeft === 0) {
        this.#toSkip = this.#frameLeft
        if (this.#toSkip === 0) this.#deliver()
      }
    }
  }

  /** size 4, correlation id 4, throttle 4, [error 2, session 4], 1 topic, name, 1 partition, partition 4 */
  get #errorAt(): number {
    return 12 + (this.#version >= 7 ? 6 : 0) + 4 + 2 + this.#topicBytes + 4 + 4
  }

  /** error code 2, high watermark 8, [last stable offset 8], [log start offset 8] */
  get #abortedAt(): number {
    return this.#errorAt + 10 + (this.#version >= 4 ? 8 : 0) + (this.#version >= 5 ? 8 : 0)
  }

  /** up to and with the size of the records, when no transaction was aborted */
  get #fixedBytes(): number {
    return this.#abortedAt + (this.#version >= 4 ? 4 : 0) + (this.#version >= 11 ? 4 : 0) + 4
  }

  #readHead(): void {
    const head = this.#head.buffer
    if (this.#version >= 4 && this.#head.needed === this.#fixedBytes) {
      const aborted = head.readInt32BE(this.#abortedAt)
      if (aborted > 0) {
        this.#head.needed += aborted * 16
        return
      }
    }
    const needed = this.#head.needed
    this.#bytes = 4 + head.readInt32BE(0)
    this.#correlationId = head.readInt32BE(4)
    const topLevelError = this.#version >= 7 ? head.readInt16BE(12) : 0
    this.#errorCode = topLevelError === 0 ? head.readInt16BE(this.#errorAt) : topLevelError
    this.#frameLeft = this.#bytes - needed
    this.#recordsLeft = Math.max(0, head.readInt32BE(needed - 4))
    this.#records = 0
    this.#nextOffset = NO_OFFSET
    this.#isInRecords = true
    this.#head.reset(this.#fixedBytes)
    this.#entry.reset(ENTRY_HEAD_BYTES)
  }

  #readEntry(source: Uint8Array, from: number, to: number): number {
    if (this.#entry.length === 0 && this.#recordsLeft < ENTRY_HEAD_BYTES) {
      // the broker may cut the last entry off; what is not whole does not count
      this.#toSkip = this.#recordsLeft
      this.#recordsLeft = 0
      return from
    }
    const taken = this.#entry.fill(source, from, to)
    this.#frameLeft -= taken
    if (!this.#entry.isComplete) return from + taken
    const head = this.#entry.buffer
    const offset = readOffset(head, 0)
    const total = LOG_OVERHEAD_BYTES + head.readInt32BE(SIZE_AT)
    const magic = head[MAGIC_AT] ?? 0
    this.#entry.reset(ENTRY_HEAD_BYTES)
    if (total > this.#recordsLeft) {
      this.#toSkip = this.#recordsLeft - ENTRY_HEAD_BYTES
      this.#recordsLeft = 0
      return from + taken
    }
    let count = 1
    let span = total
    if (magic >= 2) {
      count = head.readInt32BE(LAST_OFFSET_DELTA_AT) + 1
    } else {
      const start = from + taken - ENTRY_HEAD_BYTES
      count = countRun({
        source,
        start,
        end: Math.min(to, start + this.#recordsLeft),
        offset,
        total,
        magic,
      })
      span = count * total
    }
    this.#records += count
    this.#nextOffset = offset + count
    this.#recordsLeft -= span
    this.#toSkip = span - ENTRY_HEAD_BYTES
    return from + taken
  }

  #deliver(): void {
    this.#isInRecords = false
    this.#onResponse({
      correlationId: this.#correlationId,
      errorCode: this.#errorCode,
      records: this.#records,
      nextOffset: this.#nextOffset === NO_OFFSET ? null : this.#nextOffset,
      bytes: this.#bytes,
    })
  }
}

interface Run {
  readonly source: Uint8Array
  /** where the first message's header began; below 0 when it came in an earlier piece */
  readonly start: number
  readonly end: number
  readonly offset: number
  readonly total: number
  readonly magic: number
}

/** How many messages from `start` on are alike and whole in this piece; at least 1. */
function countRun({ source, start, end, offset, total, magic }: Run): number {
  const whole = Math.floor((end - start) / total)
  if (whole < 2) return 1
  const last = start + (whole - 1) * total
  const isAlike =
    last >= 0 &&
    readOffset(source, last) === offset + whole - 1 &&
    readInt32(source, last + SIZE_AT) + LOG_OVERHEAD_BYTES === total &&
    source[last + MAGIC_AT] === magic
  return isAlike ? whole : 1
}

function readInt32(source: Uint8Array, at: number): number {
  return (
    ((source[at] ?? 0) << 24) |
    ((source[at + 1] ?? 0) << 16) |
    ((source[at + 2] ?? 0) << 8) |
    (source[at + 3] ?? 0)
  )
}

/** A 64-bit offset as a number; exact below 2^53. */
function readOffset(source: Uint8Array, at: number): number {
  return readInt32(source, at) * 2 ** 32 + (readInt32(source, at + 4) >>> 0)
}
