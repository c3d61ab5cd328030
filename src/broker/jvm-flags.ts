import { normaliseFlags } from '../jvm/flags.ts'
import type { ClusterPlan, SidePlan } from '../model/plan.ts'

const COLLECTOR = /^-XX:\+Use\w+GC$/

/**
 * Flags of a broker's JVM: one set for both sides, as Kafka's scripts would give them, then the side's
 * own; unlocking flags stand first. Valid on Java 8 to 25.
 */
export function brokerJvmFlags(
  { jvmFlags }: Pick<SidePlan, 'jvmFlags'>,
  { heapMb }: Pick<ClusterPlan, 'heapMb'>,
): readonly string[] {
  // two collectors at once would stop the JVM
  const collector = jvmFlags.some((flag) => COLLECTOR.test(flag)) ? [] : ['-XX:+UseG1GC']
  return normaliseFlags([
    '-server',
    `-Xms${heapMb}m`,
    `-Xmx${heapMb}m`,
    ...collector,
    '-XX:MaxGCPauseMillis=20',
    '-XX:InitiatingHeapOccupancyPercent=35',
    '-XX:+ExplicitGCInvokesConcurrent',
    '-XX:MaxInlineLevel=15',
    // its file would outlive a JVM that is killed
    '-XX:-UsePerfData',
    '-Djava.awt.headless=true',
    ...jvmFlags,
  ])
}

/** Flags of JVMs that are not measured: ZooKeeper and the storage tool. */
export const HELPER_JVM_FLAGS = [
  '-Xmx256m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-XX:-UsePerfData',
  '-Djava.awt.headless=true',
] as const
