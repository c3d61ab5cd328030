import { X509Certificate } from 'node:crypto'
import { UserError } from '../model/errors.ts'
import type { SideName } from '../model/words.ts'

interface PreflightOptions {
  readonly side: SideName
  readonly brokerConfig: Readonly<Record<string, string>>
  /** text of the files that the configuration names as PEM stores; see `pemFilesOf` */
  readonly files: ReadonlyMap<string, string>
  readonly now: Date
}

const DAY_MS = 24 * 60 * 60 * 1000
const WARN_DAYS = 14
const LISTENER_PREFIX = /^listener\.name\.[^.]+\.(?=ssl\.)/
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** Paths of the PEM stores in a broker configuration. */
export function pemFilesOf(brokerConfig: Readonly<Record<string, string>>): readonly string[] {
  return sslScopes(brokerConfig).flatMap((ssl) =>
    ['keystore', 'truststore'].flatMap((store) => {
      const location = ssl[`ssl.${store}.location`]
      return ssl[`ssl.${store}.type`] === 'PEM' && location !== undefined ? [location] : []
    }),
  )
}

/**
 * Checks TLS settings of the user's own that Kafka would refuse with words that hide the cause, and
 * certificates that have expired, before anything starts.
 *
 * @returns warnings about certificates that expire soon
 * @throws UserError KD_CONFIG
 */
export function checkTlsConfig(options: PreflightOptions): readonly string[] {
  const { side, files, now } = options
  return sslScopes(options.brokerConfig).flatMap((ssl) => {
    const textOf = (store: string, inline: readonly string[]): string =>
      [files.get(ssl[`ssl.${store}.location`] ?? ''), ...inline.map((key) => ssl[key])]
        .filter((text) => text !== undefined)
        .join('\n')
    refuseStorePassword(ssl, 'truststore', side)
    refuseStorePassword(ssl, 'keystore', side)
    const keyText = textOf('keystore', ['ssl.keystore.key', 'ssl.keystore.certificate.chain'])
    if (ssl['ssl.keystore.type'] === 'PEM') checkKey(keyText, ssl['ssl.key.password'], side)
    const trustText = textOf('truststore', ['ssl.truststore.certificates'])
    return [...`${keyText}\n${trustText}`.matchAll(CERTIFICATE)].flatMap(([pem]) =>
      checkDates(new X509Certificate(pem), side, now),
    )
  })
}

/** The settings as each listener sees them: its own win over the general ones. */
function sslScopes(
  brokerConfig: Readonly<Record<string, string>>,
): readonly Readonly<Record<string, string>>[] {
  const entries = Object.entries(brokerConfig)
  const general = Object.fromEntries(entries.filter(([key]) => key.startsWith('ssl.')))
  const prefixes = new Set(entries.flatMap(([key]) => LISTENER_PREFIX.exec(key) ?? []))
  const ofListener = (prefix: string): Record<string, string> => ({
    ...general,
    ...Object.fromEntries(
      entries
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, value]) => [key.slice(prefix.length), value]),
    ),
  })
  return [general, ...[...prefixes].map(ofListener)]
}

function refuseStorePassword(
  ssl: Readonly<Record<string, string>>,
  store: 'keystore' | 'truststore',
  side: SideName,
): void {
  if (ssl[`ssl.${store}.type`] !== 'PEM' || ssl[`ssl.${store}.password`] === undefined) return
  const name = store === 'truststore' ? 'trust store' : 'key store'
  throw new UserError(
    'KD_CONFIG',
    `Cannot use ssl.${store}.password of the ${side}: SSL ${name} password cannot be specified for PEM format`,
    { hint: `remove ssl.${store}.password` },
  )
}

function checkKey(text: string, password: string | undefined, side: SideName): void {
  if (text.includes('-----BEGIN RSA PRIVATE KEY-----')) {
    throw new UserError(
      'KD_CONFIG',
      `Cannot use the private key of the ${side}: found PKCS#1 ("BEGIN RSA PRIVATE KEY"), wanted PKCS#8`,
      {
        hint: 'convert with openssl pkcs8 -topk8 -nocrypt -in key.pem -out key.pk8.pem',
      },
    )
  }
  if (text.includes('-----BEGIN PRIVATE KEY-----') && password !== undefined) {
    throw new UserError(
      'KD_CONFIG',
      `Cannot use the private key of the ${side}: found a plain key ("BEGIN PRIVATE KEY") together with a password`,
      { hint: 'remove ssl.key.password' },
    )
  }
}

function checkDates(certificate: X509Certificate, side: SideName, now: Date): readonly string[] {
  const daysLeft = (Date.parse(certificate.validTo) - now.getTime()) / DAY_MS
  const subject = certificate.subject.replaceAll('\n', ', ')
  if (daysLeft < 0) {
    throw new UserError(
      'KD_CONFIG',
      `Cannot use the certificate "${subject}" of the ${side}: it expired on ${certificate.validTo}`,
      { hint: 'renew the certificate' },
    )
  }
  return daysLeft < WARN_DAYS
    ? [`the certificate "${subject}" of the ${side} expires on ${certificate.validTo}`]
    : []
}
