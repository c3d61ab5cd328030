import { build } from 'hdr-histogram-js'
import type { Histogram } from 'hdr-histogram-js'
import type { NegotiatedTls } from '../../model/round.ts'
import type { Cell, SideName } from '../../model/words.ts'
import { awaitLeaders, kafkaErrorName, readApiVersions, readOffsets } from '../../wire/admin.ts'
import type { ApiVersions } from '../../wire/api-versions.ts'
import { connect } from '../../wire/connection.ts'
import type { Endpoint } from '../../wire/endpoint.ts'
import type { DriverJob, DriverSide } from '../job.ts'
import { openLane } from './lane.ts'
import type { Lane } from './lane.ts'
import { createLoad } from './load.ts'
import type { Load } from './load.ts'

const REQUEST_TIMEOUT_MS = 30_000

/** A train must end with what its class of failure is and, where known, whose it is. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  readonly class: string
  readonly side: SideName

  constructor(failureClass: string, side: SideName, message: string) {
    super(message)
    this.class = failureClass
    this.side = side
  }
}

/** What one burst of load (a slice, or a turn of the warm-up) brought. */
export interface Burst {
  readonly records: number
  readonly bytes: number
  /** first request to last response */
  readonly elapsedMs: number
}

interface Partition {
  readonly index: number
  readonly leader: Endpoint
}

/** All connections to one side for one cell. */
export class LoadedSide {
  readonly name: SideName
  readonly apiVersion: number
  readonly tls: NegotiatedTls | null
  /** requests that a burst sends before it first asks whether to go on */
  readonly requestsAtOnce: number
  readonly latencyUs: Histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
    bitBucketSize: 32,
  })
  readonly #lanes: readonly Lane[]
  readonly #topic: string
  readonly #partitions: readonly Partition[]
  readonly #versions: ApiVersions

  constructor(options: {
    name: SideName
    load: Load
    lanes: readonly Lane[]
    topic: string
    partitions: readonly Partition[]
    versions: ApiVersions
  }) {
    this.name = options.name
    this.apiVersion = options.load.apiVersion
    this.requestsAtOnce = options.lanes.length * options.load.slots.length
    this.#lanes = options.lanes
    this.tls = options.lanes[0]?.tls ?? null
    this.#topic = options.topic
    this.#partitions = options.partitions
    this.#versions = options.versions
  }

  /**
   * Loads the side until `shouldSend` says no, then waits for the requests in flight.
   *
   * @throws LoadError DELIVERY_ERROR or CONNECTION_LOST
   */
  burst(shouldSend: () => boolean): Promise<Burst> {
    return new Promise((resolve, reject) => {
      let records = 0
      let bytes = 0
      let busy = this.#lanes.length
      const startedAt = performance.now()
      for (const lane of this.#lanes) {
        lane.start({
          onAnswered: (answered) => {
            records += answered.records
            bytes += answered.bytes
            this.latencyUs.recordValue(Math.max(1, Math.round(answered.latencyMs * 1000)))
          },
          shouldSend,
          onIdle: () => {
            busy -= 1
            if (busy === 0) resolve({ records, bytes, elapsedMs: performance.now() - startedAt })
          },
          onFailure: (reason, errorCode) => {
            reject(
              errorCode === null
                ? new LoadError('CONNECTION_LOST', this.name, `${this.name}: ${reason}`)
                : new LoadError(
                    'DELIVERY_ERROR',
                    this.name,
                    `${this.name}: ${reason}: ${kafkaErrorName(errorCode)}`,
                  ),
            )
          },
        })
      }
    })
  }

  /** Sum of the log end offsets of all partitions. */
  async logEndOffset(): Promise<number> {
    let sum = 0
    for (const { index, leader } of this.#partitions) {
      await using connection = await connect(leader, { timeoutMs: REQUEST_TIMEOUT_MS })
      const offsets = await readOffsets(connection, this.#versions, {
        topic: this.#topic,
        partition: index,
      })
      sum += offsets.end
    }
    return sum
  }

  close(): void {
    for (const lane of this.#lanes) lane.close()
  }
}

/** Connects to a side: one connection per partition, to the partition's leader on this listener. */
export async function openSide(
  name: SideName,
  side: DriverSide,
  job: DriverJob,
): Promise<LoadedSide> {
  const { partitions, versions } = await findPartitions(side, job)
  const opened = await Promise.all(
    partitions.map(({ index, leader }) =>
      openPartition({ job, cell: job.cell, index, leader, versions }),
    ),
  )
  const [first] = opened
  if (first === undefined) throw new LoadError('NO_LEADER', name, `${name}: no partition to load`)
  return new LoadedSide({
    name,
    load: first.load,
    lanes: opened.map(({ lane }) => lane),
    topic: job.topic,
    partitions,
    versions,
  })
}

async function findPartitions(
  side: DriverSide,
  job: DriverJob,
): Promise<{ partitions: Partition[]; versions: ApiVersions }> {
  await using connection = await connect(side.endpoint, { timeoutMs: REQUEST_TIMEOUT_MS })
  const versions = await readApiVersions(connection, side.hasApiVersions)
  const topic = { topic: job.topic, partitions: job.load.connections, replication: 1 }
  const [found] = await awaitLeaders(connection, versions, {
    topics: [topic],
    deadlineMs: REQUEST_TIMEOUT_MS,
  })
  const partitions = (found?.leaders ?? []).map(({ host, port }, index) => ({
    index,
    leader: { host, port, tls: side.endpoint.tls },
  }))
  return { partitions, versions }
}

async function openPartition(options: {
  job: DriverJob
  cell: Cell
  index: number
  leader: Endpoint
  versions: ApiVersions
}): Promise<{ load: Load; lane: Lane }> {
  const { job, leader, versions } = options
  await using admin = await connect(leader, { timeoutMs: REQUEST_TIMEOUT_MS })
  const target = { topic: job.topic, partition: options.index }
  const offsets = await readOffsets(admin, versions, target)
  const load = await createLoad(options.cell, { load: job.load, versions, offsets, ...target })
  return { load, lane: await openLane(leader, load, REQUEST_TIMEOUT_MS) }
}
