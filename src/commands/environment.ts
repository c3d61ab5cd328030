import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import type { Plan } from '../model/plan.ts'
import type { Environment } from '../model/result.ts'

/** The machine and the tool, as the result file tells them. */
export function describeEnvironment(plan: Plan, toolVersion: string): Environment {
  return {
    toolVersion,
    node: process.version,
    os: type(),
    kernel: release(),
    arch: process.arch,
    cpuModel: cpus()[0]?.model.trim() ?? 'unknown',
    cpus: availableParallelism(),
    memoryBytes: totalmem(),
    logDirs: plan.cluster.logDirs,
  }
}
