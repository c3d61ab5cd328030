import type { Explanation, FailureRule } from './failure-rule.ts'

const SAN_HINT =
  'give the certificate a subject alternative name for the host, or set ssl.endpoint.identification.algorithm to nothing on both sides'

/** What goes wrong between TLS peers, or between one that speaks TLS and one that does not. */
export const TLS_FAILURE_RULES: readonly FailureRule[] = [
  {
    class: 'TLS_HOSTNAME',
    pattern:
      /No subject alternative (?:DNS name|names) matching (?:IP address )?(?<host>\S+) found|No subject alternative names present|No name matching (?<name>\S+) found/g,
    explain: ({ groups }) => ({
      message: `the certificate does not name the host ${groups['host'] ?? groups['name'] ?? 'that was asked for'}`,
      hint: SAN_HINT,
    }),
  },
  {
    class: 'TLS_HOSTNAME',
    pattern:
      /does not match certificate's altnames: (?:IP: |Host: )(?<host>\S+?)\.? is not (?:in the cert's (?:list|altnames)|cert's CN): ?(?<names>[^"\n]*)/g,
    explain: ({ groups }) => {
      const names = groups['names']?.trim() ?? ''
      return {
        message: `the certificate does not name the host ${groups['host'] ?? ''}; it names ${names === '' ? 'none' : names}`,
        hint: SAN_HINT,
      }
    },
  },
  {
    class: 'TLS_EXPIRED',
    pattern:
      /CertificateExpiredException: NotAfter: (?<date>[^\n]+)|certificate has expired|CERT_HAS_EXPIRED/g,
    explain: ({ groups }) => ({
      message: `the certificate has expired${groups['date'] === undefined ? '' : ` (${groups['date']})`}`,
      hint: 'renew the certificate',
    }),
  },
  {
    class: 'TLS_TRUSTSTORE_EMPTY',
    pattern: /the trustAnchors parameter must be non-empty/g,
    explain: () => ({
      message: 'Java finds no trusted certificate in the trust store',
      hint: 'import the certificate with keytool -importcert, or use PEM: openssl pkcs12 -nokeys makes stores that look empty to Java',
    }),
  },
  {
    class: 'TLS_PEM_CONFIG',
    pattern: /SSL (?<store>\w+) store password cannot be specified (?:for|with) PEM format/g,
    explain: ({ groups }) => ({
      message: `a PEM ${groups['store'] ?? 'trust'} store takes no password`,
      hint: `remove ssl.${groups['store'] ?? 'trust'}store.password`,
    }),
  },
  {
    class: 'TLS_PEM_KEY',
    pattern: /algid parse error, not a sequence|overrun, bytes = \d+|Invalid PEM keystore configs/g,
    // the wrapping message comes first; its cause, further down, says which kind
    explain: ({ log }) => {
      if (log.includes('algid parse error')) {
        return {
          message: 'the private key is PKCS#1, which Java does not read',
          hint: 'convert the key to PKCS#8: openssl pkcs8 -topk8 -nocrypt -in key.pem -out key.pk8.pem',
        }
      }
      return log.includes('overrun, bytes')
        ? {
            message: 'the private key is not encrypted, although a password is set for it',
            hint: 'remove ssl.key.password',
          }
        : { message: 'the private key or its certificates cannot be read as PEM', hint: null }
    },
  },
  {
    class: 'TLS_KEY_PASSWORD',
    pattern:
      /UnrecoverableKeyException|Given final block not properly padded|keystore password was incorrect/g,
    explain: () => ({
      message: 'the password does not open the private key',
      hint: 'a PKCS12 store has one password: set ssl.key.password to the same as ssl.keystore.password',
    }),
  },
  {
    class: 'TLS_PROTOCOL_DISABLED',
    pattern: /No appropriate protocol \(protocol is disabled or cipher suites are inappropriate\)/g,
    explain: ({ side, javaBuild }) => ({
      message: `the ${side}'s Java ${javaBuild} has disabled the TLS protocol or cipher suite that is configured`,
      hint: 'see jdk.tls.disabledAlgorithms in its java.security, or choose TLSv1.2 or TLSv1.3',
    }),
  },
  {
    class: 'TLS_CA_INVALID',
    pattern: /invalid CA certificate/gi,
    explain: () => ({
      message: 'OpenSSL refuses the certificate authority, which Java accepts',
      hint: 'make it anew with basicConstraints CA:TRUE and keyUsage keyCertSign',
    }),
  },
  {
    class: 'PROTOCOL_MISMATCH',
    pattern: /Invalid receive \(size = (?<size>-?\d+) larger than \d+\)/g,
    explain: ({ groups }) => explainSize(Number(groups['size'])),
  },
  {
    class: 'PROTOCOL_MISMATCH',
    pattern: /wrong version number/gi,
    explain: () => ({
      message: 'a TLS client talked to a plaintext port',
      hint: 'compare the port with the listener of that name',
    }),
  },
  {
    class: 'PROTOCOL_MISMATCH',
    pattern: /Unsupported or unrecognized SSL message/g,
    explain: () => ({
      message: 'a plaintext client talked to a TLS port',
      hint: 'compare the port with the listener of that name',
    }),
  },
]

/** A broker that reads four bytes of something else as a length says so by its size alone. */
function explainSize(size: number): Explanation | null {
  const hint = 'compare the port with the listener of that name'
  const TLS_HANDSHAKE_1_0 = 0x160301
  const TLS_HANDSHAKE_1_3 = 0x160304
  const head = size >>> 8
  if (head >= TLS_HANDSHAKE_1_0 && head <= TLS_HANDSHAKE_1_3) {
    return { message: 'a TLS client talked to a plaintext port', hint }
  }
  const HTTP = 0x48545450
  return size === HTTP ? { message: 'an HTTP server or client talked to a Kafka port', hint } : null
}
