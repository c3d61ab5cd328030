import { readFile } from 'node:fs/promises'
import type { TrainSignals } from '../model/round.ts'

/** Counters of the machine at one moment; null = not readable here. */
export interface MachineCounters {
  readonly atMs: number
  readonly stealTicks: number | null
  readonly allTicks: number | null
  readonly pressureUs: number | null
}

/**
 * Reads the CPU line of /proc/stat and the total of /proc/pressure/cpu.
 *
 * @see proc_stat(5): user nice system idle iowait irq softirq steal; guest time is part of user time
 */
export async function readMachineCounters(): Promise<MachineCounters> {
  const [stat, pressure] = await Promise.all([
    readFile('/proc/stat', 'latin1').catch(() => ''),
    readFile('/proc/pressure/cpu', 'latin1').catch(() => ''),
  ])
  const ticks = (/^cpu +([\d ]+)$/m.exec(stat)?.[1] ?? '').split(' ').slice(0, 8).map(Number)
  const total = /^some .*total=(\d+)$/m.exec(pressure)?.[1]
  return {
    atMs: performance.now(),
    stealTicks: ticks[7] ?? null,
    allTicks: ticks.length === 8 ? ticks.reduce((sum, value) => sum + value, 0) : null,
    pressureUs: total === undefined ? null : Number(total),
  }
}

/** What the machine did between two moments, as shares. */
export function machineSignals(
  before: MachineCounters,
  after: MachineCounters,
): Pick<TrainSignals, 'steal' | 'cpuPressure'> {
  return {
    steal: share(
      minus(after.stealTicks, before.stealTicks),
      minus(after.allTicks, before.allTicks),
    ),
    cpuPressure: share(
      minus(after.pressureUs, before.pressureUs),
      (after.atMs - before.atMs) * 1000,
    ),
  }
}

function minus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b
}

function share(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole <= 0 ? null : part / whole
}
