import type { MessagePort } from 'node:worker_threads'
import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js'
import type { Histogram } from 'hdr-histogram-js'
import type { SideName } from '../../model/words.ts'
import { kafkaErrorName } from '../../wire/admin.ts'
import { openLane } from './lane.ts'
import type { Lane } from './lane.ts'
import { createLoad } from './load.ts'
import { LoadError, failedAnswer } from './load-error.ts'
import { nowMs } from './thread-messages.ts'
import type {
  BurstOrder,
  OpenedTarget,
  ThreadAnswer,
  ThreadBurst,
  ThreadJob,
  ThreadOrder,
} from './thread-messages.ts'

const CONNECT_TIMEOUT_MS = 30_000

interface OpenedSide {
  readonly lane: Lane
  readonly requestsAtOnce: number
  readonly latencyUs: Histogram
}

/** A thread's life: opens one connection per side, says so, then does bursts as they are ordered. */
export async function runThread(job: ThreadJob, port: MessagePort): Promise<void> {
  const say = (answer: ThreadAnswer): void => {
    port.postMessage(answer)
  }
  const sides = new Map<SideName, OpenedSide>()
  const opened: Partial<Record<SideName, OpenedTarget>> = {}
  try {
    for (const { side, leader, ...target } of job.targets) {
      const load = await createLoad(job.cell, { load: job.load, topic: job.topic, ...target })
      const lane = await openLane(leader, load, CONNECT_TIMEOUT_MS)
      sides.set(side, { lane, requestsAtOnce: load.slots.length, latencyUs: createHistogram() })
      opened[side] = { apiVersion: load.apiVersion, tls: lane.tls }
    }
  } catch (error: unknown) {
    say(failedAnswer(error))
    return
  }
  port.on('message', (order: ThreadOrder) => {
    if (order.kind === 'histograms') {
      const encoded: Partial<Record<SideName, string>> = {}
      for (const [name, side] of sides) encoded[name] = encodeIntoCompressedBase64(side.latencyUs)
      say({ kind: 'histograms', encoded })
      return
    }
    burst(order, sides.get(order.side)).then(
      (done) => {
        say({ kind: 'burst', burst: done })
      },
      (error: unknown) => {
        say(failedAnswer(error))
      },
    )
  })
  say({ kind: 'opened', targets: opened })
}

function createHistogram(): Histogram {
  return build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
    bitBucketSize: 32,
  })
}

/** @throws LoadError DELIVERY_ERROR or CONNECTION_LOST */
function burst(order: BurstOrder, side: OpenedSide | undefined): Promise<ThreadBurst> {
  if (side === undefined) throw new Error(`no connection to the ${order.side}`)
  const { lane, latencyUs } = side
  const { untilMs } = order
  let left = order.requests - side.requestsAtOnce
  const shouldSend = (): boolean => {
    if (untilMs !== null) return nowMs() < untilMs
    left -= 1
    return left >= 0
  }
  return new Promise((resolve, reject) => {
    let records = 0
    let bytes = 0
    const startedMs = nowMs()
    lane.start({
      shouldSend,
      onAnswered: (answered) => {
        records += answered.records
        bytes += answered.bytes
        if (order.isMeasured) {
          latencyUs.recordValue(Math.max(1, Math.round(answered.latencyMs * 1000)))
        }
      },
      onIdle: () => {
        resolve({ records, bytes, startedMs, endedMs: nowMs() })
      },
      onFailure: (reason, errorCode) => {
        const [failureClass, detail] =
          errorCode === null
            ? ['CONNECTION_LOST', reason]
            : ['DELIVERY_ERROR', `${reason}: ${kafkaErrorName(errorCode)}`]
        reject(new LoadError(failureClass, order.side, `${order.side}: ${detail}`))
      },
    })
  })
}
