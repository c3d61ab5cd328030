import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64 } from 'hdr-histogram-js'
import type { SideName } from '../../model/words.ts'
import type { DriverJob } from '../job.ts'
import { LoadError } from './load-error.ts'
import type {
  OpenedTarget,
  ThreadAnswer,
  ThreadJob,
  ThreadOrder,
  ThreadTarget,
} from './thread-messages.ts'

/** What all threads together brought in one burst. */
export interface Burst {
  readonly records: number
  readonly bytes: number
  /** first request to last response */
  readonly elapsedMs: number
}

interface BurstRequest {
  readonly side: SideName
  readonly untilMs: number | null
  /** over all threads */
  readonly requests: number
  readonly isMeasured: boolean
}

/**
 * The driver's threads, one per connection, so that one thread's TLS or copying is not the limit. Each
 * holds a connection to either side and loads one side at a time.
 */
export class Crew implements AsyncDisposable {
  readonly #threads: readonly Thread[]
  readonly opened: Readonly<Partial<Record<SideName, OpenedTarget>>>

  private constructor(threads: readonly Thread[], opened: Partial<Record<SideName, OpenedTarget>>) {
    this.#threads = threads
    this.opened = opened
  }

  /** @throws LoadError */
  static async open(job: DriverJob, targets: readonly ThreadTarget[]): Promise<Crew> {
    const { cell, topic, load } = job
    const partitions = [...new Set(targets.map(({ partition }) => partition))]
    const threads = partitions.map((partition) => {
      const own = targets.filter((target) => target.partition === partition)
      return new Thread({ cell, topic, load, targets: own })
    })
    try {
      const answers = await Promise.all(threads.map((thread) => thread.expect('opened')))
      const [first] = answers
      if (first === undefined)
        throw new LoadError('NO_LEADER', null, 'there is no partition to load')
      return new Crew(threads, first.targets)
    } catch (error: unknown) {
      await Promise.all(threads.map((thread) => thread.end()))
      throw error
    }
  }

  get size(): number {
    return this.#threads.length
  }

  /** @throws LoadError */
  async burst({ requests, ...order }: BurstRequest): Promise<Burst> {
    const share = Math.ceil(requests / this.size)
    const answers = await Promise.all(
      this.#threads.map((thread) =>
        thread.ask({ kind: 'burst', requests: share, ...order }, 'burst'),
      ),
    )
    const bursts = answers.map((answer) => answer.burst)
    return {
      records: bursts.reduce((sum, { records }) => sum + records, 0),
      bytes: bursts.reduce((sum, { bytes }) => sum + bytes, 0),
      elapsedMs:
        Math.max(...bursts.map(({ endedMs }) => endedMs)) -
        Math.min(...bursts.map(({ startedMs }) => startedMs)),
    }
  }

  /** Latency histograms of all threads, merged without loss, per side. */
  async histograms(): Promise<(side: SideName) => string> {
    const answers = await Promise.all(
      this.#threads.map((thread) => thread.ask({ kind: 'histograms' }, 'histograms')),
    )
    return (side) => {
      const merged = build({
        numberOfSignificantValueDigits: 3,
        bitBucketSize: 32,
        autoResize: true,
      })
      for (const { encoded } of answers) {
        const text = encoded[side]
        if (text !== undefined) merged.add(decodeFromCompressedBase64(text, 32, false))
      }
      return encodeIntoCompressedBase64(merged)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }
}

type AnswerOf<Kind> = Extract<ThreadAnswer, { kind: Kind }>

class Thread {
  readonly #worker: Worker
  #answered: ((answer: ThreadAnswer | Error) => void) | null = null
  /** what came before somebody waited for it */
  #early: (ThreadAnswer | Error)[] = []

  constructor(job: ThreadJob) {
    this.#worker = startWorker()
    this.#worker.postMessage(job)
    this.#worker.on('message', (answer: ThreadAnswer) => {
      this.#deliver(answer)
    })
    this.#worker.on('error', (error: unknown) => {
      this.#deliver(error instanceof Error ? error : new Error(String(error)))
    })
    this.#worker.on('exit', (code) => {
      this.#deliver(new Error(`a driver thread ended with exit code ${code}`))
    })
  }

  ask<Kind extends ThreadAnswer['kind']>(order: ThreadOrder, kind: Kind): Promise<AnswerOf<Kind>> {
    this.#worker.postMessage(order)
    return this.expect(kind)
  }

  async expect<Kind extends ThreadAnswer['kind']>(kind: Kind): Promise<AnswerOf<Kind>> {
    const answer = await new Promise<ThreadAnswer | Error>((resolve) => {
      const early = this.#early.shift()
      if (early === undefined) this.#answered = resolve
      else resolve(early)
    })
    if (answer instanceof Error) throw answer
    if (answer.kind === 'failed') throw new LoadError(answer.class, answer.side, answer.message)
    if (!isKind(answer, kind))
      throw new Error(`a driver thread answered ${answer.kind}, not ${kind}`)
    return answer
  }

  async end(): Promise<void> {
    this.#worker.removeAllListeners()
    await this.#worker.terminate()
  }

  #deliver(answer: ThreadAnswer | Error): void {
    const waiting = this.#answered
    this.#answered = null
    if (waiting === null) this.#early.push(answer)
    else waiting(answer)
  }
}

/** Starts the driver's own entry: in a worker it runs a thread instead of a job. */
function startWorker(): Worker {
  const entry = process.argv[1] ?? ''
  if (!entry.endsWith('.ts')) return new Worker(entry)
  // run from sources: Node 20 does not hand a loader down to its workers
  const loader = import.meta.resolve('tsx/esm/api')
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => {
    register()
    return import(${JSON.stringify(pathToFileURL(entry).href)})
  })`
  return new Worker(start, { eval: true })
}

function isKind<Kind extends ThreadAnswer['kind']>(
  answer: ThreadAnswer,
  kind: Kind,
): answer is AnswerOf<Kind> {
  return answer.kind === kind
}
