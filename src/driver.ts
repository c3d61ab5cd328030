import { isMainThread, parentPort } from 'node:worker_threads'
import { PROTOCOL_VERSION } from './drivers/job.ts'
import type { DriverAnswer, DriverJob } from './drivers/job.ts'
import { failedAnswer } from './drivers/replay/load-error.ts'
import { runThread } from './drivers/replay/thread.ts'
import type { ThreadJob } from './drivers/replay/thread-messages.ts'
import { runJob } from './drivers/replay/work.ts'

/** Entry of a driver process, and of each of its threads. A process takes one job, answers once, and goes. */
if (!isMainThread && parentPort !== null) {
  const port = parentPort
  port.once('message', (job: ThreadJob) => {
    void runThread(job, port)
  })
} else {
  process.once('message', (job: DriverJob) => {
    runJob(job).then(
      (result) => {
        say({ kind: 'done', result }, leave)
      },
      (error: unknown) => {
        say(failedAnswer(error), leave)
      },
    )
  })
  process.once('disconnect', () => process.exit())
  say({ kind: 'ready', protocol: PROTOCOL_VERSION }, () => undefined)
}

function say(answer: DriverAnswer, then: () => void): void {
  process.send?.(answer, then)
}

function leave(): void {
  // disconnecting inside the first message's handler kills the process on Node 20 and 24
  setImmediate(() => {
    process.disconnect()
  })
}
