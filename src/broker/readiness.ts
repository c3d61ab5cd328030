import { setTimeout as delay } from 'node:timers/promises'
import { EnvironmentError, messageOf } from '../model/errors.ts'
import { LISTENERS } from '../model/words.ts'
import type { Listener } from '../model/words.ts'
import { probeBroker } from '../wire/admin.ts'
import type { ClusterNode } from '../wire/admin.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { classifyFailure } from './classify-failure.ts'
import type { FailureContext } from './failure-rule.ts'

interface ReadinessOptions {
  readonly endpoints: Readonly<Record<Listener, readonly Endpoint[]>>
  readonly hasApiVersions: boolean
  /** on the clock of performance.now() */
  readonly endMs: number
  readonly context: FailureContext
  readonly signal: AbortSignal
}

/** A cluster did not become ready: its time is over, or one of its JVMs has ended. */
export class NotReady extends Error {
  override readonly name = 'NotReady'
}

const PROBE_TIMEOUT_MS = 5_000
const POLL_MS = 50

/**
 * Waits until every listener of every broker answers and names all brokers, and all that they advertise
 * can be reached. An open port or a live process says nothing yet.
 *
 * @throws NotReady when the time is over
 * @throws EnvironmentError for what more waiting does not cure: a TLS fault, an address that nobody can reach
 */
export async function awaitReady(options: ReadinessOptions): Promise<void> {
  await Promise.all(
    LISTENERS.map(async (listener) => {
      for (const endpoint of options.endpoints[listener]) {
        const nodes = await awaitEndpoint(endpoint, listener, options)
        await checkAdvertised(nodes, endpoint, options)
      }
    }),
  )
}

async function awaitEndpoint(
  endpoint: Endpoint,
  listener: Listener,
  { endpoints, hasApiVersions, endMs, context, signal }: ReadinessOptions,
): Promise<readonly ClusterNode[]> {
  const wanted = endpoints[listener].length
  for (;;) {
    const leftMs = endMs - performance.now()
    const probe = { hasApiVersions, timeoutMs: Math.min(PROBE_TIMEOUT_MS, leftMs), signal }
    const answer = await probeBroker(endpoint, probe).catch((error: unknown) => {
      signal.throwIfAborted()
      const text = messageOf(error)
      const known = classifyFailure(text, context)
      if (known?.class.startsWith('TLS_') !== true) return text
      throw new EnvironmentError('KD_TLS', text, { class: known.class, cause: error })
    })
    if (typeof answer !== 'string' && answer.brokers.length >= wanted) return answer.brokers
    if (performance.now() + POLL_MS > endMs) {
      const found =
        typeof answer === 'string'
          ? answer
          : `it names ${answer.brokers.length} of ${wanted} brokers`
      throw new NotReady(`no answer on the ${listener} listener, port ${endpoint.port} (${found}),`)
    }
    await delay(POLL_MS, undefined, { signal })
  }
}

const UNREACHABLE = ['', '0.0.0.0', '::', '0:0:0:0:0:0:0:0']

/** Clients leave the address they know for those that the metadata names. */
async function checkAdvertised(
  nodes: readonly ClusterNode[],
  reached: Endpoint,
  { endpoints, hasApiVersions, signal }: ReadinessOptions,
): Promise<void> {
  const known = LISTENERS.flatMap((listener) => endpoints[listener])
  for (const { host, port } of nodes) {
    if (known.some((endpoint) => endpoint.host === host && endpoint.port === port)) continue
    const refuse = (reason: string): EnvironmentError =>
      new EnvironmentError(
        'KD_BROKER_START',
        `it advertises ${host}:${port} on the listener ${reached.host}:${reached.port}: ${reason}`,
        {
          class: 'ADVERTISED_LISTENER',
          hint: 'set advertised.listeners to a name or address of this machine',
        },
      )
    if (UNREACHABLE.includes(host)) throw refuse('nobody can reach that address')
    await probeBroker(
      { ...reached, host, port },
      { hasApiVersions, timeoutMs: PROBE_TIMEOUT_MS, signal },
    ).catch((error: unknown) => {
      signal.throwIfAborted()
      throw refuse(messageOf(error))
    })
  }
}
