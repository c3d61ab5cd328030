import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Java } from '../jvm/java.ts'
import { jvmEnvironment } from '../jvm/environment.ts'
import { findJavas } from '../jvm/find-java.ts'
import { statOrNull } from '../lib/files.ts'
import { runProgram } from '../lib/process.ts'
import { EnvironmentError } from '../model/errors.ts'
import { redact } from './redact.ts'

/** What brokers and drivers of one run need for TLS. */
export interface KeyMaterial {
  /** JKS with the broker's key and its chain */
  readonly keyStoreFile: string
  /** JKS with the certificate authority */
  readonly trustStoreFile: string
  /** of both stores and of the key */
  readonly password: string
  /** the certificate authority as PEM */
  readonly ca: string
  /** takes the password out of a text that people will see */
  redact(text: string): string
}

interface KeyMaterialOptions {
  readonly java: Java
  /** is created when missing; its files belong to the key material */
  readonly directory: string
  readonly signal: AbortSignal
}

const TIMEOUT_MS = 60_000
const VALID_DAYS = '30'
/** Clocks differ, and a certificate of the future is refused. */
const VALID_FROM = '-1d'
const RSA_2048 = ['-keyalg', 'RSA', '-keysize', '2048', '-sigalg', 'SHA256withRSA']
const VALIDITY = ['-startdate', VALID_FROM, '-validity', VALID_DAYS]
const HOSTS = 'san=dns:localhost,ip:127.0.0.1,ip:::1'
/** Nothing here is worth compiling well. */
const QUICK_START = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '-J-Duser.language=en']

/**
 * Makes a certificate authority and a broker's key (RSA-2048, for localhost) with Java's keytool.
 * JKS, since every Kafka from 0.9 on reads it on every Java; the authority's own key is not kept.
 *
 * @throws EnvironmentError KD_TLS when there is no keytool or it fails
 */
export async function createKeyMaterial(options: KeyMaterialOptions): Promise<KeyMaterial> {
  const { directory, signal } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = (name: string): string => join(directory, name)
  const password = randomBytes(18).toString('hex')
  await writeFile(file('password'), password, { mode: 0o600 })

  const program = await findKeytool(options.java)
  const keytool = async (store: string, ...args: readonly string[]): Promise<void> => {
    const storeArgs = ['-storetype', 'JKS', '-keystore', file(store)]
    const passwordArgs = ['-storepass:file', file('password')]
    const { exitCode, stdout, stderr } = await runProgram(
      program,
      [...QUICK_START, ...args, ...storeArgs, ...passwordArgs],
      { timeoutMs: TIMEOUT_MS, signal, env: jvmEnvironment(process.env) },
    )
    if (exitCode === 0) return
    throw new EnvironmentError(
      'KD_TLS',
      `Cannot make key material with "${program}": ${args[0] ?? ''} ended with exit code ${exitCode}`,
      { detail: redact(`${stdout}\n${stderr}`.trim(), [password]), class: 'KEYTOOL' },
    )
  }
  const keyPassword = ['-keypass:file', file('password')]

  await Promise.all([
    keytool(
      'authority.jks',
      ...['-genkeypair', '-alias', 'ca', '-dname', 'CN=kafka-duel CA', ...keyPassword],
      ...[...RSA_2048, ...VALIDITY],
      // without CA:TRUE and keyCertSign, OpenSSL (and so Node) refuses what Java accepts
      ...['-ext', 'bc:critical=ca:true', '-ext', 'ku:critical=keyCertSign,cRLSign'],
    ),
    keytool(
      'broker.jks',
      ...['-genkeypair', '-alias', 'broker', '-dname', 'CN=localhost', ...keyPassword],
      ...[...RSA_2048, ...VALIDITY],
    ),
  ])
  await Promise.all([
    keytool('authority.jks', '-exportcert', '-rfc', '-alias', 'ca', '-file', file('ca.pem')),
    keytool(
      'broker.jks',
      ...['-certreq', '-alias', 'broker', '-file', file('broker.csr'), ...keyPassword],
    ),
  ])
  await Promise.all([
    keytool('trust.jks', '-importcert', '-noprompt', '-alias', 'ca', '-file', file('ca.pem')),
    keytool(
      'authority.jks',
      ...['-gencert', '-rfc', '-alias', 'ca', '-sigalg', 'SHA256withRSA', ...keyPassword],
      ...[...VALIDITY, '-infile', file('broker.csr'), '-outfile', file('broker.pem')],
      ...['-ext', HOSTS, '-ext', 'eku=serverAuth,clientAuth', '-ext', 'bc=ca:false'],
      ...['-ext', 'ku:critical=digitalSignature,keyEncipherment'],
    ),
  ])
  const ca = await readFile(file('ca.pem'), 'utf8')
  await writeFile(file('chain.pem'), (await readFile(file('broker.pem'), 'utf8')) + ca)
  await keytool(
    'broker.jks',
    ...['-importcert', '-noprompt', '-alias', 'broker', '-file', file('chain.pem'), ...keyPassword],
  )

  const spent = ['authority.jks', 'password', 'ca.pem', 'broker.csr', 'broker.pem', 'chain.pem']
  await Promise.all(spent.map((name) => rm(file(name))))
  await Promise.all(['broker.jks', 'trust.jks'].map((name) => chmod(file(name), 0o600)))
  return {
    keyStoreFile: file('broker.jks'),
    trustStoreFile: file('trust.jks'),
    password,
    ca,
    redact: (text) => redact(text, [password]),
  }
}

/** The keytool of this Java, or of any other one here: a JRE has none, and all write the same JKS. */
async function findKeytool(java: Java): Promise<string> {
  const own = await keytoolIn(java)
  if (own !== null) return own
  for (const other of await findJavas(process.env)) {
    const found = await keytoolIn(other)
    if (found !== null) return found
  }
  throw new EnvironmentError(
    'KD_TLS',
    `Cannot make key material: found no keytool in "${java.home}" or another Java, wanted bin/keytool`,
    { class: 'KEYTOOL', hint: 'install a JDK: a bare JRE has no keytool' },
  )
}

async function keytoolIn({ home }: Java): Promise<string | null> {
  const path = join(home, 'bin', 'keytool')
  return (await statOrNull(path)) === null ? null : path
}
