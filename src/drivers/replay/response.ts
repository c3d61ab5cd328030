/** What a complete response said. */
export interface LoadResponse {
  readonly correlationId: number
  readonly errorCode: number
  /** records read by a fetch; 0 for produce */
  readonly records: number
  /** offset behind the last record read; null when none was read, and for produce */
  readonly nextOffset: number | null
  /** bytes of the response frame, size prefix included */
  readonly bytes: number
}

/** Reads a stream of responses piece by piece; never keeps a piece. */
export interface ResponseReader {
  read(buffer: Uint8Array, length: number): void
}

/** Collects the first bytes of something that may arrive in several pieces. */
export class Head {
  readonly buffer: Buffer
  length = 0
  needed: number

  constructor(capacity: number, needed: number) {
    this.buffer = Buffer.alloc(capacity)
    this.needed = needed
  }

  /** Takes what is still needed from `source` at `from`; gives back how many bytes it took. */
  fill(source: Uint8Array, from: number, to: number): number {
    const take = Math.min(this.needed - this.length, to - from)
    for (let index = 0; index < take; index += 1) {
      this.buffer[this.length + index] = source[from + index] ?? 0
    }
    this.length += take
    return take
  }

  get isComplete(): boolean {
    return this.length === this.needed
  }

  reset(needed: number): void {
    this.length = 0
    this.needed = needed
  }
}

const SIZE_BYTES = 4

/**
 * Reads Produce responses v0 to v7 of requests for one partition:
 * size, correlation id, 1 topic, name, 1 partition, partition, error code, ...
 */
export class ProduceResponseReader implements ResponseReader {
  readonly #head: Head
  readonly #headBytes: number
  readonly #onResponse: (response: LoadResponse) => void
  #toSkip = 0

  constructor(topic: string, onResponse: (response: LoadResponse) => void) {
    // size 4, correlation id 4, topic count 4, name 2 + n, partition count 4, partition 4, error code 2
    this.#headBytes = 24 + Buffer.byteLength(topic)
    this.#head = new Head(this.#headBytes, this.#headBytes)
    this.#onResponse = onResponse
  }

  read(source: Uint8Array, length: number): void {
    let at = 0
    while (at < length) {
      if (this.#toSkip > 0) {
        const skipped = Math.min(this.#toSkip, length - at)
        this.#toSkip -= skipped
        at += skipped
      } else {
        at += this.#head.fill(source, at, length)
        if (!this.#head.isComplete) return
        this.#deliver()
      }
    }
  }

  #deliver(): void {
    const head = this.#head.buffer
    const bytes = SIZE_BYTES + head.readInt32BE(0)
    this.#toSkip = bytes - this.#headBytes
    this.#head.reset(this.#headBytes)
    this.#onResponse({
      correlationId: head.readInt32BE(4),
      errorCode: head.readInt16BE(this.#headBytes - 2),
      records: 0,
      nextOffset: null,
      bytes,
    })
  }
}
