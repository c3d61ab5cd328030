import type { Problem } from './problems.ts'

type BrokerConfig = Readonly<Record<string, string>>

/** Settings that Kafka refuses only after it was started, and then with a message that hides the cause. */
export function brokerConfigProblems(
  settings: BrokerConfig,
  where: string | null,
): readonly Problem[] {
  const texts: string[] = []
  if (settings['ssl.truststore.type'] === 'PEM' && 'ssl.truststore.password' in settings) {
    texts.push(
      'broker-config has ssl.truststore.password: SSL trust store password cannot be specified for PEM format',
    )
  }
  const key = settings['ssl.keystore.key'] ?? ''
  if (key.includes('BEGIN RSA PRIVATE KEY')) {
    texts.push(
      'broker-config has ssl.keystore.key in PKCS#1, wanted PKCS#8: convert with openssl pkcs8 -topk8',
    )
  }
  if (key.includes('BEGIN PRIVATE KEY') && 'ssl.key.password' in settings) {
    texts.push('broker-config has a plain ssl.keystore.key: remove ssl.key.password')
  }
  return texts.map((text) => ({ where, text }))
}
