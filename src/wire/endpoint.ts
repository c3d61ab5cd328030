import type { TlsProtocol } from '../model/plan.ts'

/** How a client of ours speaks TLS: pinned on both ends, with the run's CA as the only trusted one. */
export interface TlsClientSettings {
  /** PEM */
  readonly ca: string
  readonly protocol: TlsProtocol
  /** IANA name */
  readonly cipher: string
}

/** One listener of one broker. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  /** null = plaintext */
  readonly tls: TlsClientSettings | null
}
