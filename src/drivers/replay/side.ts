import type { SideName } from '../../model/words.ts'
import { awaitLeaders, readApiVersions, readOffsets } from '../../wire/admin.ts'
import { connect } from '../../wire/connection.ts'
import type { DriverJob, DriverSide } from '../job.ts'
import type { ThreadTarget } from './thread-messages.ts'

const REQUEST_TIMEOUT_MS = 30_000

/** Finds the leader and the offsets of every partition of the job's topic on a side. */
export async function findTargets(
  name: SideName,
  side: DriverSide,
  { topic, load }: DriverJob,
): Promise<readonly ThreadTarget[]> {
  await using connection = await connect(side.endpoint, { timeoutMs: REQUEST_TIMEOUT_MS })
  const versions = await readApiVersions(connection, side.hasApiVersions)
  const [found] = await awaitLeaders(connection, versions, {
    topics: [{ topic, partitions: load.connections, replication: 1 }],
    deadlineMs: REQUEST_TIMEOUT_MS,
  })
  const targets: ThreadTarget[] = []
  for (const [partition, { host, port }] of (found?.leaders ?? []).entries()) {
    const leader = { host, port, tls: side.endpoint.tls }
    await using toLeader = await connect(leader, { timeoutMs: REQUEST_TIMEOUT_MS })
    const offsets = await readOffsets(toLeader, versions, { topic, partition })
    targets.push({ side: name, leader, versions, partition, offsets })
  }
  return targets
}

/** Sum of the log end offsets of a side's partitions. */
export async function logEndOffset(
  topic: string,
  targets: readonly ThreadTarget[],
): Promise<number> {
  let sum = 0
  for (const { leader, versions, partition } of targets) {
    await using connection = await connect(leader, { timeoutMs: REQUEST_TIMEOUT_MS })
    sum += (await readOffsets(connection, versions, { topic, partition })).end
  }
  return sum
}
