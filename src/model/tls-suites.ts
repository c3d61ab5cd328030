import type { TlsProtocol } from './plan.ts'

export interface TlsSuite {
  /** IANA name: what Java and reports use */
  readonly iana: string
  /** what Node's `tls` uses */
  readonly openssl: string
  readonly protocol: TlsProtocol
  /** oldest Java feature version whose own TLS offers it */
  readonly minJava: number
}

/** The suites that can be pinned, strongest first. */
export const TLS_SUITES: readonly TlsSuite[] = [
  suite('TLS_AES_256_GCM_SHA384', 'TLS_AES_256_GCM_SHA384', 'TLSv1.3', 11),
  suite('TLS_AES_128_GCM_SHA256', 'TLS_AES_128_GCM_SHA256', 'TLSv1.3', 11),
  suite('TLS_CHACHA20_POLY1305_SHA256', 'TLS_CHACHA20_POLY1305_SHA256', 'TLSv1.3', 12),
  suite('TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', 'ECDHE-RSA-AES256-GCM-SHA384', 'TLSv1.2', 8),
  suite('TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'ECDHE-RSA-AES128-GCM-SHA256', 'TLSv1.2', 8),
  suite(
    'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'TLSv1.2',
    12,
  ),
  suite('TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384', 'ECDHE-RSA-AES256-SHA384', 'TLSv1.2', 8),
  suite('TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256', 'ECDHE-RSA-AES128-SHA256', 'TLSv1.2', 8),
  suite('TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA', 'ECDHE-RSA-AES128-SHA', 'TLSv1.2', 8),
]

function suite(iana: string, openssl: string, protocol: TlsProtocol, minJava: number): TlsSuite {
  return { iana, openssl, protocol, minJava }
}
