import { createHash } from 'node:crypto'
import { connect as connectPlain } from 'node:net'
import type { Socket, TcpNetConnectOpts } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ConnectionOptions, TLSSocket } from 'node:tls'
import { abortReason } from '../lib/abort.ts'
import { EnvironmentError, messageOf } from '../model/errors.ts'
import type { NegotiatedTls } from '../model/round.ts'
import { TLS_SUITES } from '../model/tls-suites.ts'
import type { Endpoint, TlsClientSettings } from './endpoint.ts'

export interface OpenedSocket {
  readonly socket: Socket
  /** null on a plaintext listener */
  readonly tls: NegotiatedTls | null
}

export interface OpenOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** receives every piece read; the buffer is used again after it returns */
  readonly onData: (buffer: Uint8Array, length: number) => void
}

/** Large, so that a plaintext connection needs few reads; TLS delivers records of 16 KiB at most. */
const READ_BUFFER_BYTES = 512 * 1024

/**
 * Opens a connection and, on a TLS listener, finishes the handshake with protocol and suite pinned.
 *
 * @throws EnvironmentError KD_WIRE (class CONNECT) or KD_TLS (class TLS_HANDSHAKE or PROTOCOL_MISMATCH)
 */
export function openSocket(endpoint: Endpoint, options: OpenOptions): Promise<OpenedSocket> {
  const { signal, timeoutMs } = options
  if (signal?.aborted === true) return Promise.reject(abortReason(signal))
  const onread = {
    buffer: Buffer.allocUnsafe(READ_BUFFER_BYTES),
    callback: (length: number, buffer: Uint8Array): boolean => {
      options.onData(buffer, length)
      return true
    },
  }
  const { host, port } = endpoint
  return new Promise((resolve, reject) => {
    const opened: { socket: Socket; negotiated: () => NegotiatedTls | null } = (() => {
      if (endpoint.tls === null) {
        return {
          socket: connectPlain({ host, port, onread, noDelay: true }),
          negotiated: () => null,
        }
      }
      const socket = connectTls(tlsOptions(endpoint.tls, { host, port, onread }))
      socket.setNoDelay(true)
      return { socket, negotiated: () => negotiatedTls(socket) }
    })()
    const { socket } = opened
    const finish = (error: Error | null): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      socket.removeListener('error', onError)
      if (error === null) {
        resolve({ socket, tls: opened.negotiated() })
      } else {
        socket.destroy()
        reject(error)
      }
    }
    const onError = (error: Error): void => {
      finish(connectError(endpoint, error))
    }
    const onAbort = (): void => {
      if (signal !== undefined) finish(abortReason(signal))
    }
    const timer = setTimeout(() => {
      onError(new Error(`no answer within ${timeoutMs} ms`))
    }, timeoutMs)
    signal?.addEventListener('abort', onAbort, { once: true })
    socket.once('error', onError)
    socket.once(endpoint.tls === null ? 'connect' : 'secureConnect', () => {
      finish(null)
    })
  })
}

/** `tls.connect` documents `onread`; its type declaration lacks it. */
type OnRead = Pick<TcpNetConnectOpts, 'host' | 'port' | 'onread'>

function tlsOptions(tls: TlsClientSettings, target: OnRead): ConnectionOptions & OnRead {
  const openssl = TLS_SUITES.find((suite) => suite.iana === tls.cipher)?.openssl ?? tls.cipher
  return {
    ...target,
    ca: tls.ca,
    servername: 'localhost',
    minVersion: tls.protocol,
    maxVersion: tls.protocol,
    ciphers: openssl,
  }
}

function negotiatedTls(socket: TLSSocket): NegotiatedTls {
  const cipher = socket.getCipher()
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    cipher: cipher.standardName,
    certificate: createHash('sha256').update(socket.getPeerCertificate().raw).digest('hex'),
  }
}

function connectError(endpoint: Endpoint, error: Error): EnvironmentError {
  const name = `${endpoint.host}:${endpoint.port}`
  const text = messageOf(error)
  if (endpoint.tls === null) {
    return new EnvironmentError('KD_WIRE', `Cannot connect to ${name}: ${text}`, {
      class: 'CONNECT',
      cause: error,
    })
  }
  const isPlainPort = /wrong version number/i.test(text)
  return new EnvironmentError('KD_TLS', `Cannot finish the TLS handshake with ${name}: ${text}`, {
    class: isPlainPort ? 'PROTOCOL_MISMATCH' : 'TLS_HANDSHAKE',
    cause: error,
  })
}
