import type { LoadPlan } from '../model/plan.ts'
import type { Slice, TrainSide } from '../model/round.ts'
import type { Cell, SideName } from '../model/words.ts'
import type { Endpoint } from '../wire/endpoint.ts'

/** Version of the messages between kafka-duel and its driver processes. */
export const PROTOCOL_VERSION = 1

/** Where the driver finds one side. */
export interface DriverSide {
  readonly endpoint: Endpoint
  /** false only for Kafka 0.9 */
  readonly hasApiVersions: boolean
  /** the brokers' processes, whose CPU time is read at the borders of slices */
  readonly pids: readonly number[]
}

/** Slices in time order; the requests of a slice stop at its end and are drained. */
export interface SliceWork {
  readonly kind: 'slices'
  readonly sliceMs: number
  /** side of every slice, four per block */
  readonly order: readonly SideName[]
}

/** The same number of requests on both sides, in turns, until the slower side was busy for `busyMs`. */
export interface WarmUpWork {
  readonly kind: 'warm-up'
  readonly busyMs: number
  /** a fixed number of turns instead, where sides are not alive together; null = as `busyMs` says */
  readonly turns: number | null
  readonly first: SideName
}

/** Writes the same records to every partition of the topic on both sides. */
interface PreloadWork {
  readonly kind: 'preload'
  readonly bytesPerPartition: number
}

export interface DriverJob {
  readonly protocol: typeof PROTOCOL_VERSION
  readonly cell: Cell
  readonly topic: string
  readonly load: LoadPlan
  /** both sides in the duel layout, one in the sequential layout */
  readonly sides: Readonly<Partial<Record<SideName, DriverSide>>>
  readonly work: SliceWork | WarmUpWork | PreloadWork
}

/** Numbers of a finished job; `slices` is empty but for slice work. */
export interface DriverResult {
  readonly slices: readonly Slice[]
  readonly sides: Readonly<Partial<Record<SideName, TrainSide>>>
  /** CPU seconds of the driver during slices, divided by their time and by its threads */
  readonly driverCpuPerThread: number
  /** turns of a warm-up; 0 for other work */
  readonly turns: number
  /** peak resident memory of the driver */
  readonly rssBytes: number
}

export type DriverAnswer =
  | { readonly kind: 'ready'; readonly protocol: typeof PROTOCOL_VERSION }
  | { readonly kind: 'done'; readonly result: DriverResult }
  | {
      readonly kind: 'failed'
      /** such as DELIVERY_ERROR, CONNECTION_LOST, TLS_HANDSHAKE, OFFSET_MISMATCH */
      readonly class: string
      readonly side: SideName | null
      readonly message: string
    }
