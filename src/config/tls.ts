import { nearest } from '../lib/nearest.ts'
import { isAtLeast } from '../model/kafka-version.ts'
import type { TlsSettings } from '../model/plan.ts'
import { TLS_SUITES } from '../model/tls-suites.ts'
import type { Problem } from './problems.ts'
import type { OpenSide, SideFacts } from './side.ts'

const MODERN: TlsSettings = { protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' }
const CLASSIC: TlsSettings = {
  protocol: 'TLSv1.2',
  cipher: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
}

/** TLS 1.3 where Kafka itself would choose it on every side, else TLS 1.2; what is not known counts as old. */
export function defaultTls(sides: readonly SideFacts[]): TlsSettings {
  const isModern = sides.every(
    ({ kafka, java }) => kafka !== null && isAtLeast(kafka, '2.6') && java !== null && java >= 11,
  )
  return isModern ? MODERN : CLASSIC
}

/** Completes what a side says about TLS, and adds what it cannot do to `problems`. */
export function resolveTls(
  side: OpenSide,
  fallback: TlsSettings,
  problems: Problem[],
): TlsSettings {
  const { facts, tls } = side
  if (tls?.protocol === undefined && tls?.cipher === undefined) return fallback
  const protocol =
    tls.protocol ??
    TLS_SUITES.find(({ iana }) => iana === tls.cipher)?.protocol ??
    fallback.protocol
  const cipher = tls.cipher ?? (protocol === 'TLSv1.3' ? MODERN : CLASSIC).cipher
  const where = side.tlsWhereOf(tls.cipher === undefined ? 'protocol' : 'cipher')
  problems.push(...faults(facts, { protocol, cipher }).map((text) => ({ where, text })))
  return { protocol, cipher }
}

function faults({ name, kafka, java }: SideFacts, { protocol, cipher }: TlsSettings): string[] {
  const suite = TLS_SUITES.find(({ iana }) => iana === cipher)
  if (suite === undefined) return [`tls.cipher is "${cipher}", ${knownSuites(cipher)}`]
  if (suite.protocol !== protocol) {
    return [`tls.cipher is "${cipher}" of ${suite.protocol}, wanted a suite of ${protocol}`]
  }
  const texts: string[] = []
  if (protocol === 'TLSv1.3' && kafka !== null && !isAtLeast(kafka, '2.5')) {
    texts.push(`${name} is Kafka ${kafka.text}, but TLSv1.3 needs Kafka 2.5 or newer`)
  }
  if (java !== null && java < suite.minJava) {
    texts.push(`${name} runs on Java ${java}, but ${cipher} needs Java ${suite.minJava} or newer`)
  }
  return texts
}

/** People also know suites by OpenSSL's names. */
function knownSuites(cipher: string): string {
  const names = TLS_SUITES.map(({ iana }) => iana)
  const near = TLS_SUITES.find(({ openssl }) => openssl === cipher)?.iana ?? nearest(cipher, names)
  if (near !== null) return `did you mean "${near}"?`
  return `wanted one of ${names.join(', ')}`
}
