import type { Socket } from 'node:net'
import type { Exchange } from 'kafkajs/src/protocol/requests/index.js'
import { EnvironmentError } from '../model/errors.ts'
import type { NegotiatedTls } from '../model/round.ts'
import type { Endpoint } from './endpoint.ts'
import { encodeFrame } from './frame.ts'
import { openSocket } from './socket.ts'

interface Waiting {
  readonly correlationId: number
  resolve(payload: Buffer): void
  reject(error: Error): void
}

/**
 * A connection for admin requests: one answer per request, in order. The load has a leaner path of its
 * own (drivers/replay).
 */
export class Connection implements AsyncDisposable {
  readonly endpoint: Endpoint
  readonly tls: NegotiatedTls | null
  readonly #socket: Socket
  readonly #timeoutMs: number
  readonly #waiting: Waiting[]
  #correlationId = 0
  #failure: Error | null = null

  constructor(options: {
    endpoint: Endpoint
    tls: NegotiatedTls | null
    socket: Socket
    timeoutMs: number
    waiting: Waiting[]
  }) {
    this.endpoint = options.endpoint
    this.tls = options.tls
    this.#socket = options.socket
    this.#timeoutMs = options.timeoutMs
    this.#waiting = options.waiting
    this.#socket.on('error', (error) => {
      this.#fail(error)
    })
    this.#socket.on('close', () => {
      this.#fail(new Error('the broker closed the connection'))
    })
  }

  /** @throws EnvironmentError KD_WIRE when the connection breaks or nothing is answered in time */
  async send<Response>(exchange: Exchange<Response>): Promise<Response> {
    if (this.#failure !== null) throw this.#wireError(this.#failure)
    const correlationId = (this.#correlationId += 1)
    const frame = await encodeFrame(exchange, correlationId)
    const payload = await new Promise<Buffer>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#fail(new Error(`no answer within ${this.#timeoutMs} ms`))
      }, this.#timeoutMs)
      this.#waiting.push({
        correlationId,
        resolve: (answer) => {
          clearTimeout(timer)
          resolve(answer)
        },
        reject: (error) => {
          clearTimeout(timer)
          reject(this.#wireError(error))
        },
      })
      this.#socket.write(frame)
    })
    return exchange.response.decode(payload)
  }

  close(): void {
    this.#failure ??= new Error('the connection was closed')
    this.#socket.destroy()
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.close()
    return Promise.resolve()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
    this.#socket.destroy()
  }

  #wireError(error: Error): EnvironmentError {
    const { host, port } = this.endpoint
    return new EnvironmentError('KD_WIRE', `Cannot talk to ${host}:${port}: ${error.message}`, {
      class: 'CONNECTION_LOST',
      cause: error,
    })
  }
}

/** Opens a connection; every request on it has `timeoutMs` to be answered. */
export async function connect(
  endpoint: Endpoint,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<Connection> {
  const waiting: Waiting[] = []
  let unread: Buffer = Buffer.alloc(0)
  const onData = (buffer: Uint8Array, length: number): void => {
    unread = Buffer.concat([unread, buffer.subarray(0, length)])
    while (unread.length >= 8 && unread.length >= 4 + unread.readInt32BE(0)) {
      const end = 4 + unread.readInt32BE(0)
      const next = waiting.shift()
      const correlationId = unread.readInt32BE(4)
      if (next === undefined || next.correlationId !== correlationId) {
        next?.reject(new Error(`answer ${correlationId} came out of order`))
      } else {
        next.resolve(unread.subarray(8, end))
      }
      unread = unread.subarray(end)
    }
  }
  const { socket, tls } = await openSocket(endpoint, { timeoutMs, signal, onData })
  return new Connection({ endpoint, tls, socket, timeoutMs, waiting })
}
