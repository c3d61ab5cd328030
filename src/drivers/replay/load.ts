import type { LoadPlan } from '../../model/plan.ts'
import type { Cell } from '../../model/words.ts'
import { choosers } from '../../wire/api-versions.ts'
import type { ApiVersions } from '../../wire/api-versions.ts'
import { encodeFrame } from '../../wire/frame.ts'
import { FetchResponseReader } from './fetch-response.ts'
import { ProduceResponseReader } from './response.ts'
import type { LoadResponse, ResponseReader } from './response.ts'

/** A request of its own buffer that is sent again and again; only the correlation id changes. */
export interface Slot {
  readonly frame: Buffer
  /** records that a success acknowledges; 0 for fetch, whose responses tell */
  readonly records: number
  /** Prepares the next sending after a response (fetch moves its offset on). */
  advance(response: LoadResponse): void
}

/** What one connection sends and how it reads the answers. */
export interface Load {
  readonly apiVersion: number
  readonly slots: readonly Slot[]
  createReader(onResponse: (response: LoadResponse) => void): ResponseReader
}

export interface LoadTarget {
  readonly load: LoadPlan
  readonly versions: ApiVersions
  readonly topic: string
  readonly partition: number
  /** offsets of the partition; fetch stays inside them */
  readonly offsets: { readonly start: number; readonly end: number }
}

export function createLoad(cell: Cell, target: LoadTarget): Promise<Load> {
  return cell.workload === 'produce' ? createProduceLoad(target) : createFetchLoad(target)
}

/** Printable bytes that differ from place to place and are the same in every run and on both sides. */
function recordValue(sizeBytes: number, index: number): Buffer {
  const value = Buffer.alloc(sizeBytes)
  let state = (index + 1) * 2654435761
  for (let at = 0; at < sizeBytes; at += 1) {
    state = (Math.imul(state, 1103515245) + 12345) | 0
    value[at] = 65 + ((state >>> 16) % 26)
  }
  return value
}

/** Produce v0 to v7: one batch (or message set) for one partition per request. */
async function createProduceLoad(target: LoadTarget): Promise<Load> {
  const { load, topic, partition } = target
  const produce = choosers.produce(target.versions)
  const timestamp = Date.now()
  const messages = Array.from({ length: load.recordsPerBatch }, (_, index) => ({
    key: null,
    value: recordValue(load.recordSizeBytes, index),
    timestamp,
    headers: {},
  }))
  const exchange = produce.exchange({
    acks: load.acks,
    timeout: 30_000,
    topicData: [{ topic, partitions: [{ partition, messages }] }],
  })
  const frame = await encodeFrame(exchange, 0)
  return {
    apiVersion: produce.version,
    slots: Array.from({ length: load.inFlight }, () => ({
      frame: Buffer.from(frame),
      records: load.recordsPerBatch,
      advance: () => undefined,
    })),
    createReader: (onResponse) => new ProduceResponseReader(topic, onResponse),
  }
}

/** Stands for the offset in an encoded fetch request, so that its place can be found. */
const MARK = 0x0123_4567_89ab

/**
 * Fetch v1 to v11, one request in flight per connection as Kafka's own consumer has it: walks the
 * partition from start to end, round and round.
 */
async function createFetchLoad(target: LoadTarget): Promise<Load> {
  const { load, topic, partition, offsets } = target
  const fetch = choosers.fetch(target.versions)
  const exchange = fetch.exchange({
    replicaId: -1,
    isolationLevel: 0,
    maxWaitTime: 500,
    minBytes: 1,
    maxBytes: load.fetchBytes,
    topics: [{ topic, partitions: [{ partition, fetchOffset: MARK, maxBytes: load.fetchBytes }] }],
  })
  const frame = await encodeFrame(exchange, 0)
  const mark = Buffer.alloc(8)
  mark.writeBigInt64BE(BigInt(MARK))
  const offsetAt = frame.indexOf(mark)
  return {
    apiVersion: fetch.version,
    slots: [createFetchSlot(frame, offsetAt, offsets)],
    createReader: (onResponse) => new FetchResponseReader(fetch.version, topic, onResponse),
  }
}

function createFetchSlot(
  frame: Buffer,
  offsetAt: number,
  { start, end }: LoadTarget['offsets'],
): Slot {
  const seek = (offset: number): void => {
    frame.writeInt32BE(Math.floor(offset / 2 ** 32), offsetAt)
    frame.writeUInt32BE(offset % 2 ** 32, offsetAt + 4)
  }
  seek(start)
  return {
    frame,
    records: 0,
    advance: ({ nextOffset, records }) => {
      // a fetch that would reach beyond the end starts again, so that all answers are full
      const isLast = nextOffset === null || nextOffset + records > end
      seek(isLast ? start : nextOffset)
    },
  }
}
