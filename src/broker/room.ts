import { readFile, statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import { EnvironmentError } from '../model/errors.ts'

const MB = 1024 * 1024
/** A JVM needs more than its heap: metaspace, code, threads, direct buffers. */
const BESIDE_HEAP_BYTES = 300 * MB

/**
 * Refuses to start more brokers than the memory holds.
 *
 * @throws EnvironmentError KD_NO_MEMORY
 */
export function checkMemory(need: {
  readonly heapMb: number
  /** brokers alive at once, of both sides */
  readonly brokersAlive: number
  readonly availableBytes: number
}): void {
  const wanted = need.brokersAlive * (need.heapMb * MB + BESIDE_HEAP_BYTES)
  if (wanted <= need.availableBytes) return
  throw new EnvironmentError(
    'KD_NO_MEMORY',
    `Cannot start ${need.brokersAlive} brokers with a heap of ${need.heapMb} MB each: found ${toMb(need.availableBytes)} MB of free memory, wanted ${toMb(wanted)} MB`,
    { hint: 'lower the heap, use the sequential layout, or take a machine with more memory' },
  )
}

/**
 * Refuses to write more than the file system holds.
 *
 * @throws EnvironmentError KD_NO_SPACE, class DISK_FULL
 */
export function checkSpace(need: {
  readonly directory: string
  readonly wantedBytes: number
  readonly availableBytes: number
}): void {
  if (need.wantedBytes <= need.availableBytes) return
  throw new EnvironmentError(
    'KD_NO_SPACE',
    `Cannot keep log directories in "${need.directory}": found ${toMb(need.availableBytes)} MB of free space, wanted ${toMb(need.wantedBytes)} MB`,
    { class: 'DISK_FULL', hint: 'free some space, or keep the log directories elsewhere' },
  )
}

/** Segments that outlive their retention: the one written to, and those that wait for deletion. */
const SEGMENTS_BEYOND_RETENTION = 8
const SEGMENT_BYTES = 64 * MB

/** Bytes on disk that a run of both sides may reach at any time, topics for each cell included. */
export function spaceNeeded(load: {
  readonly retentionBytes: number
  readonly partitions: number
  readonly replication: number
  readonly sides: number
}): number {
  const perPartition = load.retentionBytes + SEGMENTS_BEYOND_RETENTION * SEGMENT_BYTES
  return perPartition * load.partitions * load.replication * load.sides
}

/** Memory that programs can still get, in bytes: what Linux calls MemAvailable. */
export async function availableMemory(): Promise<number> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1]
  return kilobytes === undefined ? freemem() : Number(kilobytes) * 1024
}

/** Free bytes of the file system that holds the directory. */
export async function availableSpace(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

function toMb(bytes: number): number {
  return Math.round(bytes / MB)
}
