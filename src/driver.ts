import { PROTOCOL_VERSION } from './drivers/job.ts'
import type { DriverAnswer, DriverJob } from './drivers/job.ts'
import { runJob } from './drivers/replay/work.ts'
import { LoadError } from './drivers/replay/side.ts'
import { EnvironmentError, messageOf } from './model/errors.ts'

/** Entry of a driver process: says `ready`, takes one job, answers once, and goes. */
function say(answer: DriverAnswer, then: () => void): void {
  process.send?.(answer, then)
}

function leave(): void {
  // disconnecting inside the first message's handler kills the process on Node 20 and 24
  setImmediate(() => {
    process.disconnect()
  })
}

function failed(error: unknown): DriverAnswer {
  const side = error instanceof LoadError ? error.side : null
  const failureClass =
    error instanceof LoadError || error instanceof EnvironmentError ? error.class : 'DRIVER_BUG'
  const message =
    failureClass === 'DRIVER_BUG' && error instanceof Error
      ? (error.stack ?? error.message)
      : messageOf(error)
  return { kind: 'failed', class: failureClass, side, message }
}

process.once('message', (job: DriverJob) => {
  runJob(job).then(
    (result) => {
      say({ kind: 'done', result }, leave)
    },
    (error: unknown) => {
      say(failed(error), leave)
    },
  )
})
process.once('disconnect', () => process.exit())
say({ kind: 'ready', protocol: PROTOCOL_VERSION }, () => undefined)
