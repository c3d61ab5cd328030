import type { Layout, Listener, Outcome, Workload } from '../model/words.ts'
import type { PlanName, TlsProtocol } from '../model/plan.ts'

/** Keys that may stand at the top, for both sides, or under one side. */
export interface RawSideSettings {
  readonly java?: number | string
  readonly 'jvm-flags'?: readonly string[]
  readonly tls?: {
    readonly protocol?: TlsProtocol
    readonly cipher?: string
    readonly provider?: 'jdk'
  }
  readonly 'broker-config'?: Readonly<Record<string, string | number | boolean>>
}

export interface RawSide extends RawSideSettings {
  readonly kafka?: string
  readonly dir?: string
  readonly archive?: string
}

/** What src/model/schemas/config.json admits, once short forms are written out as mappings. */
export interface RawConfig extends RawSideSettings {
  readonly baseline?: RawSide
  readonly candidate?: RawSide
  readonly workloads?: readonly Workload[]
  readonly listeners?: readonly Listener[]
  readonly driver?: 'replay'
  readonly plan?: Exclude<PlanName, 'custom'>
  readonly looks?: readonly number[]
  readonly rounds?: number
  readonly alpha?: number
  readonly margin?: string
  readonly budget?: string
  readonly seed?: number
  readonly layout?: Layout
  readonly 'fail-on'?: 'none' | readonly (Outcome | 'none')[]
  readonly 'record-size'?: number
  readonly 'records-per-batch'?: number
  readonly acks?: 'all' | 1
  readonly connections?: number
  readonly 'in-flight'?: number
  readonly 'fetch-size'?: number | string
  readonly slice?: string
  readonly blocks?: number
  readonly 'warm-up'?: string
  readonly brokers?: 1 | 3
  readonly 'inter-broker'?: Listener
  readonly heap?: string
  readonly 'log-dirs'?: 'auto' | 'memory' | 'disk'
  readonly pin?: 'auto' | boolean
}

/** Keys and list positions that lead to a value. */
export type Path = readonly (string | number)[]

/** One source of configuration: the command line, or a file. */
export interface Layer {
  readonly config: RawConfig
  /** names the place of a value in messages, such as "kafka-duel.yml:3" or "--margin" */
  readonly locate: (path: Path) => string
  /** absolute; relative paths in this layer start here */
  readonly folder: string
}
