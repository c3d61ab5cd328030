import type { CellName, SideName } from './words.ts'

/** 100 ms (by default) of one cell on one side, from the first request to the last response. */
export interface Slice {
  readonly side: SideName
  /** index of the block this slice belongs to; slices stand in time order */
  readonly block: number
  /** records acknowledged (produce) or read (consume) */
  readonly records: number
  /** bytes on the wire, both directions, above TLS */
  readonly bytes: number
  /** first request to last response, the drain included */
  readonly elapsedMs: number
  /** broker CPU seconds during the slice: of the loaded side and of the idle one; null = not readable */
  readonly loadedCpuSeconds: number | null
  readonly idleCpuSeconds: number | null
}

/** What a TLS connection negotiated, as read from the connection. */
export interface NegotiatedTls {
  readonly protocol: string
  /** IANA name */
  readonly cipher: string
  /** SHA-256 fingerprint of the certificate */
  readonly certificate: string
}

/** One side's part of a train. */
export interface TrainSide {
  readonly records: number
  readonly bytes: number
  /** sum over the side's slices */
  readonly elapsedMs: number
  /** CPU seconds of the side's brokers between the train's borders, own slices and idle ones; null = not readable */
  readonly cpuSeconds: number | null
  readonly apiVersion: number
  /** null on a plaintext listener */
  readonly tls: NegotiatedTls | null
  /** log end offset after the train minus before it, over all partitions; null for consume */
  readonly confirmedRecords: number | null
  /** HDR histogram of request latency in microseconds, V2 compressed, base64; a description, never gated */
  readonly latencyHistogram: string
}

/** What the machine and the driver did meanwhile. */
export interface TrainSignals {
  /** share of all CPU time stolen by the hypervisor, 0..1; null = not readable */
  readonly steal: number | null
  /** share of wall time in which something waited for a CPU (PSI "some"), 0..1; null = not readable */
  readonly cpuPressure: number | null
  /** CPU seconds of the driver during slices divided by their time and by its threads */
  readonly driverCpuPerThread: number
  /** CPU of the idle side as a share of what the loaded side burns; null = not readable */
  readonly idleShare: number | null
}

export const TRAIN_WARNINGS = ['driver-bound', 'carry-over', 'drift-inside-train'] as const
export type TrainWarning = (typeof TRAIN_WARNINGS)[number]

export interface MeasuredTrain {
  readonly state: 'measured'
  readonly cell: CellName
  readonly startedAt: string
  readonly wallMs: number
  readonly slices: readonly Slice[]
  readonly baseline: TrainSide
  readonly candidate: TrainSide
  readonly signals: TrainSignals
  readonly warnings: readonly TrainWarning[]
}

/** A train that must not be judged: it has a reason and no numbers. */
export interface InvalidTrain {
  readonly state: 'invalid'
  readonly cell: CellName
  readonly startedAt: string
  /** stable class such as DELIVERY_ERROR, OFFSET_MISMATCH, BROKER_DIED, DRIVER_DIED */
  readonly class: string
  /** the side at fault where it is known */
  readonly side: SideName | null
  readonly reason: string
}

export type Train = MeasuredTrain | InvalidTrain

/** What a round is busy with, in this order. */
export type RoundPhase = 'boot' | 'prepare' | 'warm-up' | 'train' | 'stop'

/** Where a round's wall time went, in ms. */
export interface RoundTimes {
  readonly bootMs: number
  readonly prepareMs: number
  readonly warmUpMs: number
  /** measured slices only */
  readonly sliceMs: number
  /** trains without their slices: driver start, connecting, checks */
  readonly trainOverheadMs: number
  readonly stopMs: number
  readonly totalMs: number
}

/** Both sides freshly started, every cell visited on both: the unit of replication. */
export interface Round {
  readonly index: number
  readonly startedAt: string
  readonly coins: RoundCoins
  readonly trains: readonly Train[]
  readonly times: RoundTimes
  /** things done on the way that a reader should know: ports tried again, a broker restarted */
  readonly notes: readonly string[]
}

/** All that chance decides in a round; drawn from the plan's seed, so that it can be repeated. */
export interface RoundCoins {
  /** which side boots first (and so gets the lower ports) */
  readonly bootFirst: SideName
  readonly cellOrder: readonly CellName[]
  /** per cell and block: the side whose slices stand outside, ABBA or BAAB */
  readonly blocks: Readonly<Partial<Record<CellName, readonly SideName[]>>>
}
