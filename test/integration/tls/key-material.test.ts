import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findJavas, resolveJava } from '../../../src/jvm/find-java.ts'
import type { Java } from '../../../src/jvm/java.ts'
import { temporaryDirectory } from '../../../src/lib/files.ts'
import type { TemporaryDirectory } from '../../../src/lib/files.ts'
import { runProgram } from '../../../src/lib/process.ts'
import { EnvironmentError } from '../../../src/model/errors.ts'
import { createKeyMaterial } from '../../../src/tls/key-material.ts'
import type { KeyMaterial } from '../../../src/tls/key-material.ts'

let folder: TemporaryDirectory
let java: Java
let made: KeyMaterial

beforeAll(async () => {
  folder = await temporaryDirectory(tmpdir(), 'kafka-duel-tls-')
  java = await resolveJava('17', process.env)
  const directory = join(folder.path, 'tls')
  made = await createKeyMaterial({ java, directory, signal: AbortSignal.timeout(60_000) })
})

afterAll(async () => {
  await folder[Symbol.asyncDispose]()
})

async function keytool(home: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await runProgram(
    join(home, 'bin', 'keytool'),
    [...args, '-storepass', made.password, '-J-Duser.language=en'],
    { timeoutMs: 30_000 },
  )
  return `${stdout}\n${stderr}`
}

/** Serves TLS with the key store's content on any port. */
async function startServer(): Promise<AsyncDisposable & { readonly port: number }> {
  const pfx = join(folder.path, 'broker.p12')
  await keytool(
    java.home,
    ...['-importkeystore', '-noprompt', '-srckeystore', made.keyStoreFile],
    ...['-srcstorepass', made.password, '-destkeystore', pfx, '-deststoretype', 'PKCS12'],
    ...['-deststorepass', made.password],
  )
  const server = createServer({ pfx: await readFile(pfx), passphrase: made.password }, (socket) => {
    socket.end('hello')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

describe('createKeyMaterial()', () => {
  test('keeps only the two stores, for our eyes', async () => {
    const directory = join(folder.path, 'tls')
    expect((await readdir(directory)).sort()).toEqual(['broker.jks', 'trust.jks'])
    for (const file of [made.keyStoreFile, made.trustStoreFile]) {
      expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
    }
  })

  test('makes an authority that OpenSSL accepts: CA:TRUE', () => {
    const authority = new X509Certificate(made.ca)
    expect(authority.ca).toBe(true)
    expect(authority.checkIssued(authority)).toBe(true)
    expect(Date.parse(authority.validFrom)).toBeLessThan(Date.now() - 23 * 3600 * 1000)
  })

  test('makes stores that every Java of this machine reads', async () => {
    const javas = await findJavas(process.env)
    expect(javas.length).toBeGreaterThan(0)
    for (const { home } of javas) {
      const keyStore = await keytool(home, '-list', '-v', '-keystore', made.keyStoreFile)
      expect(keyStore).toContain('Certificate chain length: 2')
      expect(keyStore).toContain('DNSName: localhost')
      expect(keyStore).toContain('IPAddress: 127.0.0.1')
      expect(keyStore).toContain('IPAddress: 0:0:0:0:0:0:0:1')
      expect(keyStore).toMatch(/ExtendedKeyUsages \[\s+serverAuth\s+clientAuth\s+\]/)
      const trustStore = await keytool(home, '-list', '-keystore', made.trustStoreFile)
      expect(trustStore).toContain('trustedCertEntry')
    }
  })

  test.each(['localhost', '127.0.0.1'])(
    'lets Node finish a handshake with %s and nobody else trusted',
    async (host) => {
      await using server = await startServer()
      const socket = connect({ host, port: server.port, ca: made.ca })
      await once(socket, 'secureConnect')
      expect(socket.authorized).toBe(true)
      socket.destroy()
    },
  )

  test('takes its password out of texts', () => {
    expect(made.redact(`keytool -storepass ${made.password} -list`)).toBe(
      'keytool -storepass [hidden] -list',
    )
  })

  test('names the step at which keytool fails, without the password', async () => {
    const directory = join(folder.path, 'twice')
    const signal = AbortSignal.timeout(60_000)
    await createKeyMaterial({ java, directory, signal })
    const again = await createKeyMaterial({ java, directory, signal }).catch((e: unknown) => e)
    if (!(again instanceof EnvironmentError)) throw again
    expect(again.class).toBe('KEYTOOL')
    expect(again.message).toMatch(/^Cannot make key material with ".*keytool": -genkeypair/)
    expect(again.detail).not.toMatch(/[0-9a-f]{36}/)
  })
})
