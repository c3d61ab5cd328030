import type { LoadPlan } from '../../model/plan.ts'
import type { NegotiatedTls } from '../../model/round.ts'
import type { Cell, SideName } from '../../model/words.ts'
import type { ApiVersions } from '../../wire/api-versions.ts'
import type { Endpoint } from '../../wire/endpoint.ts'

/** One partition of one side: who leads it, and what it holds. */
export interface ThreadTarget {
  readonly side: SideName
  readonly leader: Endpoint
  readonly versions: ApiVersions
  readonly partition: number
  readonly offsets: { readonly start: number; readonly end: number }
}

/** What a thread is born with: one connection to each side. */
export interface ThreadJob {
  readonly cell: Cell
  readonly topic: string
  readonly load: LoadPlan
  readonly targets: readonly ThreadTarget[]
}

/** Loads a side until a moment, or with a number of requests; then drains. */
export interface BurstOrder {
  readonly kind: 'burst'
  readonly side: SideName
  /** monotonic clock of the machine in ms, see `nowMs`; null = by `requests` */
  readonly untilMs: number | null
  readonly requests: number
  /** whether latencies count */
  readonly isMeasured: boolean
}

export type ThreadOrder = BurstOrder | { readonly kind: 'histograms' }

/** What a burst brought, between `startedMs` and `endedMs` of the machine's monotonic clock. */
export interface ThreadBurst {
  readonly records: number
  readonly bytes: number
  readonly startedMs: number
  readonly endedMs: number
}

export interface OpenedTarget {
  readonly apiVersion: number
  readonly tls: NegotiatedTls | null
}

export type ThreadAnswer =
  | { readonly kind: 'opened'; readonly targets: Partial<Record<SideName, OpenedTarget>> }
  | { readonly kind: 'burst'; readonly burst: ThreadBurst }
  | { readonly kind: 'histograms'; readonly encoded: Partial<Record<SideName, string>> }
  | {
      readonly kind: 'failed'
      readonly class: string
      readonly side: SideName | null
      readonly message: string
    }

/** The machine's monotonic clock in ms: the same in every thread. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
