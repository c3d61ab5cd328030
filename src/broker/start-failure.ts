import { EnvironmentError } from '../model/errors.ts'
import type { SidePlan } from '../model/plan.ts'
import { redact } from '../tls/redact.ts'
import type { BootOptions } from './boot.ts'
import { classifyFailure } from './classify-failure.ts'
import { logExcerpt } from './log-excerpt.ts'
import { NotReady } from './readiness.ts'
import { readLog } from './started-cluster.ts'
import type { ClusterJvm } from './started-cluster.ts'

interface FailedStart {
  readonly error: unknown
  readonly options: BootOptions
  readonly jvms: readonly ClusterJvm[]
  readonly elapsedMs: number
}

/**
 * Tells why a side did not start: what was awaited and for how long, the known cause where the logs
 * show one, and the lines that matter.
 *
 * @returns the error to throw
 */
export async function explainFailedStart(failed: FailedStart): Promise<unknown> {
  const { error, options, jvms, elapsedMs } = failed
  const { side, subject, java } = options
  if (!(error instanceof NotReady) && !(error instanceof EnvironmentError)) return error
  const logs = await Promise.all(
    jvms.map(async ({ id, logFile }) => ({ isBroker: id > 0, text: await readLog(logFile) })),
  )
  const textOf = (wanted: boolean): string =>
    logs.flatMap(({ isBroker, text }) => (isBroker === wanted ? [text] : [])).join('\n')
  const ofBrokers = textOf(true)
  const ofZooKeeper = textOf(false)
  const context = { side: side.name, javaBuild: java.build }
  // ZooKeeper is asked only where the brokers say nothing: it logs errors of its clients as its own
  const known = classifyFailure(ofBrokers, context) ?? classifyFailure(ofZooKeeper, context)
  const excerpt = logExcerpt(ofBrokers.trim() === '' ? ofZooKeeper : ofBrokers)
  const detail = redact(options.keyMaterial.redact(excerpt), secretsIn(side))

  const start = `Cannot start the ${side.name} (kafka ${subject.kafkaVersion.text}, Java ${java.build}): `
  if (error instanceof EnvironmentError) {
    return new EnvironmentError(error.code, start + error.message, {
      class: error.class,
      detail,
      cause: error,
      ...(error.hint === null ? {} : { hint: error.hint }),
    })
  }
  const failureClass = known?.class ?? 'BROKER_START'
  const awaited = `${error.message} after ${(elapsedMs / 1000).toFixed(1)} s`
  return new EnvironmentError(
    failureClass === 'PORT_IN_USE' ? 'KD_PORT_IN_USE' : 'KD_BROKER_START',
    start + awaited + (known === null ? '' : `: ${known.message}`),
    { class: failureClass, detail, ...(known?.hint == null ? {} : { hint: known.hint }) },
  )
}

/** Passwords that the user gave in lines of server.properties. */
function secretsIn({ brokerConfig }: SidePlan): readonly string[] {
  return Object.entries(brokerConfig)
    .filter(([key]) => /password|secret|jaas/i.test(key))
    .map(([, value]) => value)
}
