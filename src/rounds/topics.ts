import type { StartedCluster } from '../broker/started-cluster.ts'
import type { Plan } from '../model/plan.ts'
import type { Cell } from '../model/words.ts'
import { awaitLeaders, createTopics, readApiVersions } from '../wire/admin.ts'
import { connect } from '../wire/connection.ts'
import type { PreparedSide } from './arena.ts'

/** Filled before the first train; both listeners read the same records. */
export const CONSUME_TOPIC = 'consume'

const ADMIN_TIMEOUT_MS = 20_000

export function topicOf(cell: Cell): string {
  return cell.workload === 'consume' ? CONSUME_TOPIC : `${cell.workload}-${cell.listener}`
}

/** Creates the topics of the plan's cells and waits until all are led and replicated. */
export async function prepareTopics(
  plan: Plan,
  side: PreparedSide,
  cluster: StartedCluster,
): Promise<void> {
  const [endpoint] = cluster.endpoints.plaintext
  if (endpoint === undefined) throw new Error('a cluster without a plaintext listener')
  const topics = [...new Set(plan.cells.map(topicOf))].map((topic) => ({
    topic,
    partitions: plan.load.connections,
    replication: plan.cluster.brokers,
  }))
  await using connection = await connect(endpoint, { timeoutMs: ADMIN_TIMEOUT_MS })
  const versions = await readApiVersions(connection, side.era.hasApiVersions)
  await createTopics(connection, versions, topics)
  await awaitLeaders(connection, versions, { topics, deadlineMs: ADMIN_TIMEOUT_MS })
}
