// kafkajs publishes types for its client only. These are the few internal modules we build on and the
// shapes we rely on; the version is pinned exactly, since nothing of this is a public interface there.

declare module 'kafkajs/src/protocol/requests/index.js' {
  /** One request of one API version with the decoder of its response. */
  interface Exchange<Response> {
    readonly request: {
      readonly apiKey: number
      readonly apiVersion: number
      encode(): Promise<unknown>
    }
    readonly response: { decode(payload: Buffer): Promise<Response> }
  }

  interface Definition<Options, Response> {
    /** own versions, as decimal text */
    readonly versions: readonly string[]
    protocol(wanted: { version: number }): (options: Options) => Exchange<Response>
  }

  interface ProduceOptions {
    acks: number
    timeout: number
    topicData: {
      topic: string
      partitions: {
        partition: number
        firstSequence?: number
        messages: { key: null; value: Buffer; timestamp?: number; headers?: object }[]
      }[]
    }[]
  }

  interface FetchOptions {
    replicaId: number
    isolationLevel: number
    maxWaitTime: number
    minBytes: number
    maxBytes: number
    topics: {
      topic: string
      partitions: { partition: number; fetchOffset: number | string; maxBytes: number }[]
    }[]
  }

  interface ListOffsetsOptions {
    replicaId: number
    isolationLevel: number
    topics: { topic: string; partitions: { partition: number; timestamp: number }[] }[]
  }

  interface ListOffsetsResponse {
    responses: {
      topic: string
      partitions: {
        partition: number
        errorCode: number
        /** version 0 */
        offsets?: string[]
        /** from version 1 on */
        offset?: string
      }[]
    }[]
  }

  interface MetadataResponse {
    brokers: { nodeId: number; host: string; port: number }[]
    /** from version 1 on */
    controllerId?: number
    topicMetadata: {
      topicErrorCode: number
      topic: string
      partitionMetadata: {
        partitionErrorCode: number
        partitionId: number
        leader: number
        isr: number[]
      }[]
    }[]
  }

  interface ApiVersionsResponse {
    apiVersions: { apiKey: number; minVersion: number; maxVersion: number }[]
  }

  interface CreateTopicsOptions {
    timeout: number
    validateOnly: boolean
    topics: { topic: string; numPartitions: number; replicationFactor: number }[]
  }

  interface CreateTopicsResponse {
    topicErrors: { topic: string; errorCode: number; errorMessage?: string | null }[]
  }

  interface Requests {
    readonly Produce: Definition<ProduceOptions, unknown>
    readonly Fetch: Definition<FetchOptions, unknown>
    readonly ListOffsets: Definition<ListOffsetsOptions, ListOffsetsResponse>
    readonly Metadata: Definition<
      { topics: string[]; allowAutoTopicCreation: boolean },
      MetadataResponse
    >
    readonly ApiVersions: Definition<object, ApiVersionsResponse>
    readonly CreateTopics: Definition<CreateTopicsOptions, CreateTopicsResponse>
  }

  const protocol: { readonly requests: Requests }
  export default protocol
  export type { Definition, Exchange }
}

declare module 'kafkajs/src/protocol/request.js' {
  import type { Exchange } from 'kafkajs/src/protocol/requests/index.js'
  const encodeRequest: (options: {
    correlationId: number
    clientId: string
    request: Exchange<unknown>['request']
  }) => Promise<{ readonly buffer: Buffer }>
  export default encodeRequest
}
