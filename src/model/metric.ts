import type { Workload } from './words.ts'

export const METRIC_NAMES = ['recordsPerSecond', 'cpuSecondsPerGb'] as const
export type MetricName = (typeof METRIC_NAMES)[number]

/** What is measured in a cell, in which unit, which way is better, and what loss is tolerated. */
export interface Metric {
  readonly name: MetricName
  /** how it is called in a sentence, such as "throughput" */
  readonly title: string
  readonly unit: string
  readonly direction: 'higher' | 'lower'
  /** tolerated loss as a fraction: 0.05 is 5 % */
  readonly defaultMargin: number
  /** workloads in which the metric decides the verdict; in all others it is advisory */
  readonly gatingIn: readonly Workload[]
}

/** GB = 10^9 bytes on the wire between driver and broker. */
export const METRICS: Readonly<Record<MetricName, Metric>> = {
  recordsPerSecond: {
    name: 'recordsPerSecond',
    title: 'throughput',
    unit: 'records/s',
    direction: 'higher',
    defaultMargin: 0.05,
    gatingIn: ['produce', 'consume'],
  },
  cpuSecondsPerGb: {
    name: 'cpuSecondsPerGb',
    title: 'broker CPU',
    unit: 'CPU-s/GB',
    direction: 'lower',
    defaultMargin: 0.05,
    gatingIn: [],
  },
}
