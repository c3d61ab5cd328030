import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkTlsConfig, pemFilesOf } from '../../../src/tls/preflight.ts'

const certificate = readFileSync(new URL('certificate.pem', import.meta.url), 'utf8')
const PLAIN_KEY = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n'
const PKCS1_KEY = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n'
const ENCRYPTED_KEY =
  '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIE\n-----END ENCRYPTED PRIVATE KEY-----\n'

function check(
  brokerConfig: Record<string, string>,
  { files = {}, now = '2026-06-01' }: { files?: Record<string, string>; now?: string } = {},
): readonly string[] {
  return checkTlsConfig({
    side: 'candidate',
    brokerConfig,
    files: new Map(Object.entries(files)),
    now: new Date(now),
  })
}

describe('checkTlsConfig()', () => {
  test('has nothing to say about a side without TLS settings of its own', () => {
    expect(check({ 'num.io.threads': '4' })).toEqual([])
  })

  test('refuses a password for a PEM trust store', () => {
    expect(() =>
      check({ 'ssl.truststore.type': 'PEM', 'ssl.truststore.password': 'x' }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[UserError: Cannot use ssl.truststore.password of the candidate: SSL trust store password cannot be specified for PEM format]`,
    )
  })

  test('refuses a password for the PEM key store of one listener', () => {
    expect(() =>
      check({
        'listener.name.ssl.ssl.keystore.type': 'PEM',
        'listener.name.ssl.ssl.keystore.password': 'x',
      }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[UserError: Cannot use ssl.keystore.password of the candidate: SSL key store password cannot be specified for PEM format]`,
    )
  })

  test('refuses a PKCS#1 key', () => {
    expect(() =>
      check(
        { 'ssl.keystore.type': 'PEM', 'ssl.keystore.location': '/my.pem' },
        { files: { '/my.pem': PKCS1_KEY + certificate } },
      ),
    ).toThrowErrorMatchingInlineSnapshot(
      `[UserError: Cannot use the private key of the candidate: found PKCS#1 ("BEGIN RSA PRIVATE KEY"), wanted PKCS#8]`,
    )
  })

  test('refuses a plain key together with a password', () => {
    expect(() =>
      check({
        'ssl.keystore.type': 'PEM',
        'ssl.keystore.key': PLAIN_KEY,
        'ssl.key.password': 'x',
      }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[UserError: Cannot use the private key of the candidate: found a plain key ("BEGIN PRIVATE KEY") together with a password]`,
    )
  })

  test('accepts an encrypted key with its password', () => {
    expect(
      check({
        'ssl.keystore.type': 'PEM',
        'ssl.keystore.key': ENCRYPTED_KEY,
        'ssl.key.password': 'x',
      }),
    ).toEqual([])
  })

  test('accepts a certificate that lives on', () => {
    expect(check({ 'ssl.truststore.certificates': certificate })).toEqual([])
  })

  test('warns of a certificate in its last 14 days', () => {
    expect(check({ 'ssl.truststore.certificates': certificate }, { now: '2036-11-20' }))
      .toMatchInlineSnapshot(`
      [
        "the certificate "CN=test certificate" of the candidate expires on Nov 27 22:29:48 2036 GMT",
      ]
    `)
  })

  test('refuses an expired certificate, with the date', () => {
    expect(() =>
      check({ 'ssl.truststore.certificates': certificate }, { now: '2037-01-01' }),
    ).toThrowErrorMatchingInlineSnapshot(
      `[UserError: Cannot use the certificate "CN=test certificate" of the candidate: it expired on Nov 27 22:29:48 2036 GMT]`,
    )
  })
})

test('pemFilesOf() names the stores that are PEM files', () => {
  expect(
    pemFilesOf({
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': '/key.pem',
      'ssl.truststore.location': '/trust.jks',
      'listener.name.ssl.ssl.truststore.type': 'PEM',
      'listener.name.ssl.ssl.truststore.location': '/trust.pem',
    }),
  ).toEqual(['/key.pem', '/key.pem', '/trust.pem'])
})
