import encodeRequest from 'kafkajs/src/protocol/request.js'
import type { Exchange } from 'kafkajs/src/protocol/requests/index.js'

const CLIENT_ID = 'kafka-duel'

/** Where the correlation id stands in a request frame: after size (4), API key (2) and version (2). */
const CORRELATION_ID_AT = 8

/** A whole request frame, size prefix included, in a buffer of its own. */
export async function encodeFrame(
  exchange: Exchange<unknown>,
  correlationId: number,
): Promise<Buffer> {
  const encoded = await encodeRequest({
    correlationId,
    clientId: CLIENT_ID,
    request: exchange.request,
  })
  return Buffer.from(encoded.buffer)
}

export function setCorrelationId(frame: Buffer, correlationId: number): void {
  frame.writeInt32BE(correlationId, CORRELATION_ID_AT)
}
