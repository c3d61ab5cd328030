import protocol from 'kafkajs/src/protocol/requests/index.js'
import type { Definition, Exchange } from 'kafkajs/src/protocol/requests/index.js'
import { EnvironmentError } from '../model/errors.ts'

interface VersionRange {
  readonly min: number
  readonly max: number
}

/** What a broker speaks, by API key. */
export type ApiVersions = ReadonlyMap<number, VersionRange>

export const API_KEYS = {
  Produce: 0,
  Fetch: 1,
  ListOffsets: 2,
  Metadata: 3,
  ApiVersions: 18,
  CreateTopics: 19,
} as const
type ApiName = keyof typeof API_KEYS

/** Kafka 0.9 has no ApiVersions request: it closes the connection. This is what it speaks. */
export const KAFKA_0_9_VERSIONS: ApiVersions = new Map([
  [API_KEYS.Produce, { min: 0, max: 1 }],
  [API_KEYS.Fetch, { min: 0, max: 1 }],
  [API_KEYS.ListOffsets, { min: 0, max: 0 }],
  [API_KEYS.Metadata, { min: 0, max: 0 }],
])

/** An API version that both ends speak, with kafkajs's encoder and decoder for it. */
export interface Chosen<Options, Response> {
  readonly version: number
  exchange(options: Options): Exchange<Response>
}

/**
 * The highest version of an API that kafkajs encodes and the broker takes. Never the lowest: 4.x lists
 * Produce 0 for librdkafka's sake and refuses it.
 *
 * @throws EnvironmentError KD_WIRE when there is none
 */
function choose<Options, Response>(
  api: ApiName,
  definition: Definition<Options, Response>,
  versions: ApiVersions,
): Chosen<Options, Response> {
  const range = versions.get(API_KEYS[api])
  const own = definition.versions.map(Number)
  const version = Math.min(Math.max(...own), range?.max ?? -1)
  if (range === undefined || version < range.min || !own.includes(version)) {
    const offer = range === undefined ? 'does not offer it' : `takes ${range.min}-${range.max}`
    throw new EnvironmentError(
      'KD_WIRE',
      `Cannot agree on a version of ${api}: kafka-duel speaks ${Math.min(...own)}-${Math.max(...own)}, the broker ${offer}`,
      {
        class:
          range !== undefined && range.min > Math.max(...own) ? 'CLIENT_TOO_OLD' : 'BROKER_TOO_OLD',
      },
    )
  }
  return { version, exchange: definition.protocol({ version }) }
}

const { requests } = protocol

/** The requests of kafka-duel, each at the version that suits the broker. */
export const choosers = {
  produce: (versions: ApiVersions) => choose('Produce', requests.Produce, versions),
  fetch: (versions: ApiVersions) => choose('Fetch', requests.Fetch, versions),
  listOffsets: (versions: ApiVersions) => choose('ListOffsets', requests.ListOffsets, versions),
  metadata: (versions: ApiVersions) => choose('Metadata', requests.Metadata, versions),
  createTopics: (versions: ApiVersions) => choose('CreateTopics', requests.CreateTopics, versions),
}

/** ApiVersions itself, always at version 0. */
export function apiVersionsExchange(): ReturnType<
  ReturnType<typeof requests.ApiVersions.protocol>
> {
  return requests.ApiVersions.protocol({ version: 0 })({})
}
