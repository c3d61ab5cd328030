import type { Plan, SidePlan } from './plan.ts'
import type { Round } from './round.ts'
import type { Comparison, Verdict } from './verdict.ts'
import type { SideName } from './words.ts'

/** The machine and the tool, as far as they bear on the numbers. */
export interface Environment {
  readonly toolVersion: string
  readonly node: string
  readonly os: string
  readonly kernel: string
  readonly arch: string
  readonly cpuModel: string
  readonly cpus: number
  readonly memoryBytes: number
  readonly logDirs: 'memory' | 'disk'
}

interface JavaDescription {
  readonly home: string
  /** feature version, such as 17 */
  readonly feature: number
  /** full text such as "17.0.15+6-Debian-1deb12u1" */
  readonly build: string
  readonly vendor: string
}

/** A side as it really ran. */
export interface SideDescription {
  readonly plan: SidePlan
  readonly kafkaVersion: string
  readonly scalaSuffix: string | null
  readonly jars: number
  /** SHA-256 over names and digests of the jars */
  readonly classPathDigest: string
  readonly java: JavaDescription
  /** the whole command line flags of the broker's JVM */
  readonly jvmFlags: readonly string[]
  /** cures applied by kafka-duel itself, as sentences */
  readonly cures: readonly string[]
}

/** A side that could not be measured. */
export interface Failure {
  /** stable class such as TLS_HOSTNAME, PORT_IN_USE, JAVA_TOO_OLD, BROKER_DIED */
  readonly class: string
  readonly side: SideName | null
  readonly message: string
  readonly hint: string | null
}

/** What kafka-duel-result.json holds; every output is rendered from it. */
export interface Result {
  readonly schemaVersion: 1
  readonly plan: Plan
  readonly environment: Environment
  readonly sides: Readonly<Record<SideName, SideDescription>>
  readonly startedAt: string
  readonly finishedAt: string
  readonly wallMs: number
  readonly rounds: readonly Round[]
  readonly comparisons: readonly Comparison[]
  readonly verdict: Verdict
  readonly failure: Failure | null
}
