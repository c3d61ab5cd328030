import { setTimeout as delay } from 'node:timers/promises'
import { EnvironmentError } from '../model/errors.ts'
import { API_KEYS, KAFKA_0_9_VERSIONS, apiVersionsExchange, choosers } from './api-versions.ts'
import type { ApiVersions } from './api-versions.ts'
import { connect } from './connection.ts'
import type { Connection } from './connection.ts'
import type { Endpoint } from './endpoint.ts'

/** Kafka's error codes that are met here; the rest is named by number. */
const ERROR_NAMES: Readonly<Record<number, string>> = {
  1: 'OFFSET_OUT_OF_RANGE',
  2: 'CORRUPT_MESSAGE',
  3: 'UNKNOWN_TOPIC_OR_PARTITION',
  5: 'LEADER_NOT_AVAILABLE',
  6: 'NOT_LEADER_OR_FOLLOWER',
  7: 'REQUEST_TIMED_OUT',
  10: 'MESSAGE_TOO_LARGE',
  19: 'NOT_ENOUGH_REPLICAS',
  20: 'NOT_ENOUGH_REPLICAS_AFTER_APPEND',
  35: 'UNSUPPORTED_VERSION',
  36: 'TOPIC_ALREADY_EXISTS',
  38: 'INVALID_REPLICATION_FACTOR',
  56: 'KAFKA_STORAGE_ERROR',
  87: 'INVALID_RECORD',
}
const TOPIC_ALREADY_EXISTS = 36

export function kafkaErrorName(code: number): string {
  return ERROR_NAMES[code] ?? `error ${code}`
}

export interface ClusterNode {
  readonly id: number
  readonly host: string
  readonly port: number
}

interface ProbeOptions {
  /** false only for Kafka 0.9 */
  readonly hasApiVersions: boolean
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Asks ApiVersions (where the broker has it) on a connection. */
export async function readApiVersions(
  connection: Connection,
  hasApiVersions: boolean,
): Promise<ApiVersions> {
  if (!hasApiVersions) return KAFKA_0_9_VERSIONS
  const { apiVersions } = await connection.send(apiVersionsExchange())
  return new Map(
    apiVersions.map(({ apiKey, minVersion, maxVersion }) => [
      apiKey,
      { min: minVersion, max: maxVersion },
    ]),
  )
}

/**
 * Resolves once a broker has answered ApiVersions (from 0.10 on) and Metadata on this listener.
 *
 * @returns the brokers as the metadata names them for this listener, and the controller where it is told
 * @throws EnvironmentError KD_WIRE or KD_TLS
 */
export async function probeBroker(
  endpoint: Endpoint,
  { hasApiVersions, timeoutMs, signal }: ProbeOptions,
): Promise<{ brokers: readonly ClusterNode[]; controllerId: number | null }> {
  await using connection = await connect(endpoint, { timeoutMs, signal })
  const versions = await readApiVersions(connection, hasApiVersions)
  const metadata = choosers.metadata(versions)
  const answer = await connection.send(
    metadata.exchange({ topics: [], allowAutoTopicCreation: false }),
  )
  return {
    brokers: answer.brokers.map(({ nodeId, host, port }) => ({ id: nodeId, host, port })),
    controllerId: answer.controllerId ?? null,
  }
}

/** Where each partition of a topic is led, in partition order. */
export interface TopicLeaders {
  readonly topic: string
  readonly leaders: readonly ClusterNode[]
}

export interface TopicPlan {
  readonly topic: string
  readonly partitions: number
  readonly replication: number
}

/** Creates topics, or has them created by asking for their metadata (Kafka up to 0.10.0). */
export async function createTopics(
  connection: Connection,
  versions: ApiVersions,
  topics: readonly TopicPlan[],
): Promise<void> {
  if (!versions.has(API_KEYS.CreateTopics)) {
    const metadata = choosers.metadata(versions)
    await connection.send(
      metadata.exchange({
        topics: topics.map(({ topic }) => topic),
        allowAutoTopicCreation: true,
      }),
    )
    return
  }
  const answer = await connection.send(
    choosers.createTopics(versions).exchange({
      timeout: 10_000,
      validateOnly: false,
      topics: topics.map(({ topic, partitions, replication }) => ({
        topic,
        numPartitions: partitions,
        replicationFactor: replication,
      })),
    }),
  )
  const failed = answer.topicErrors.find(
    ({ errorCode }) => errorCode !== 0 && errorCode !== TOPIC_ALREADY_EXISTS,
  )
  if (failed !== undefined) {
    const reason = failed.errorMessage ?? kafkaErrorName(failed.errorCode)
    throw new EnvironmentError('KD_WIRE', `Cannot create topic "${failed.topic}": ${reason}`, {
      class: 'TOPIC',
    })
  }
}

/**
 * Waits until every partition has a leader and all its replicas in sync.
 *
 * @throws EnvironmentError KD_WIRE, class NO_LEADER, when that takes longer than `deadlineMs`
 */
export async function awaitLeaders(
  connection: Connection,
  versions: ApiVersions,
  { topics, deadlineMs }: { topics: readonly TopicPlan[]; deadlineMs: number },
): Promise<readonly TopicLeaders[]> {
  const metadata = choosers.metadata(versions)
  const end = Date.now() + deadlineMs
  for (;;) {
    const answer = await connection.send(
      metadata.exchange({
        topics: topics.map(({ topic }) => topic),
        allowAutoTopicCreation: false,
      }),
    )
    const nodes = new Map(
      answer.brokers.map(({ nodeId, host, port }) => [nodeId, { id: nodeId, host, port }]),
    )
    const found = topics.map(({ topic, partitions, replication }) => {
      const described = answer.topicMetadata.find((entry) => entry.topic === topic)
      const leaders = (described?.partitionMetadata ?? [])
        .filter(({ isr }) => isr.length >= replication)
        .sort((a, b) => a.partitionId - b.partitionId)
        .map(({ leader }) => nodes.get(leader))
        .filter((node) => node !== undefined)
      return { topic, leaders, isComplete: leaders.length === partitions }
    })
    if (found.every(({ isComplete }) => isComplete)) return found
    if (Date.now() > end) {
      const open = found.filter(({ isComplete }) => !isComplete).map(({ topic }) => topic)
      throw new EnvironmentError(
        'KD_WIRE',
        `Cannot use topic "${open.join('", "')}": no leader with all replicas in sync within ${deadlineMs} ms`,
        { class: 'NO_LEADER' },
      )
    }
    await delay(50)
  }
}

const LATEST = -1
const EARLIEST = -2
/** UNKNOWN_TOPIC_OR_PARTITION, LEADER_NOT_AVAILABLE, NOT_LEADER_OR_FOLLOWER: a new leader may not know yet. */
const NOT_YET = [3, 5, 6]
const LED_WITHIN_MS = 15_000

/**
 * First and next offset of a partition, asked of its leader; a leader that does not know of its role yet
 * is asked again for a while.
 *
 * @param connection to the partition's leader
 * @throws EnvironmentError KD_WIRE
 */
export async function readOffsets(
  connection: Connection,
  versions: ApiVersions,
  { topic, partition }: { topic: string; partition: number },
): Promise<{ start: number; end: number }> {
  const listOffsets = choosers.listOffsets(versions)
  const end = Date.now() + LED_WITHIN_MS
  const ask = async (timestamp: number): Promise<number> => {
    const answer = await connection.send(
      listOffsets.exchange({
        replicaId: -1,
        isolationLevel: 0,
        topics: [{ topic, partitions: [{ partition, timestamp }] }],
      }),
    )
    const found = answer.responses[0]?.partitions[0]
    const offset = found?.offset ?? found?.offsets?.[0]
    if (found !== undefined && NOT_YET.includes(found.errorCode) && Date.now() < end) {
      await delay(50)
      return ask(timestamp)
    }
    if (found?.errorCode !== 0 || offset === undefined) {
      const reason = kafkaErrorName(found?.errorCode ?? -1)
      throw new EnvironmentError(
        'KD_WIRE',
        `Cannot read the offsets of ${topic}-${partition}: ${reason}`,
        { class: 'OFFSETS' },
      )
    }
    return Number(offset)
  }
  return { start: await ask(EARLIEST), end: await ask(LATEST) }
}
