import { describe, expect, test } from 'vitest'
import { UserError } from '../../../src/model/errors.ts'
import { SIDES, planOf } from './fixed-probe.ts'

async function refusal(
  text: string,
  flags: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  try {
    await planOf(text, { flags })
  } catch (error: unknown) {
    if (error instanceof UserError) return error.message.replace('Cannot plan the run: ', '')
    throw error
  }
  return 'accepted'
}

const IN_FILE: readonly (readonly [line: string, message: string])[] = [
  ['workload: [produce]', '3: "workload" is not a known key, did you mean "workloads"?'],
  ['kafka: 4.4.0', '3: "kafka" is not a known key: it stands under a side'],
  [
    'qqqqqq: 1',
    '3: "qqqqqq" is not a known key, known are baseline, candidate, java, jvm-flags, tls, broker-config, workloads, listeners, driver, plan, looks, rounds, alpha, margin, budget, seed, layout, fail-on, record-size, records-per-batch, acks, connections, in-flight, fetch-size, slice, blocks, warm-up, brokers, inter-broker, heap, log-dirs, pin',
  ],
  [
    'image: apache/kafka:4.4.0',
    '3: "image" is not a known key: this release has not got it yet, use kafka, dir or archive',
  ],
  [
    'subject: kafka@4.4.0',
    '3: "subject" is not a known key: this release has not got it yet, name baseline and candidate',
  ],
  ['workloads: produce', '3: workloads is "produce", wanted a list of workloads, each once'],
  ['workloads: []', '3: workloads is [], wanted a list of workloads, each once'],
  [
    'workloads: [produce, produce]',
    '3: workloads is ["produce","produce"], wanted a list of workloads, each once',
  ],
  [
    'workloads: [produce, consum]',
    '3: workloads[1] is "consum", wanted one of produce, consume, did you mean "consume"?',
  ],
  [
    'workloads: [paced-produce]',
    '3: workloads[0] is "paced-produce" (this release has not got it yet), wanted one of produce, consume',
  ],
  ['driver: trogdor', '3: driver is "trogdor" (this release has not got it yet), wanted replay'],
  [
    'tls: { provider: conscrypt }',
    '3: tls.provider is "conscrypt" (this release has not got it yet), wanted jdk',
  ],
  [
    'tls: { protocol: TLSv1.1 }',
    '3: tls.protocol is "TLSv1.1", wanted one of TLSv1.2, TLSv1.3, did you mean "TLSv1.2"?',
  ],
  [
    'tls: {}',
    '3: tls is {}, wanted a mapping such as { protocol: TLSv1.3, cipher: TLS_AES_256_GCM_SHA384 }',
  ],
  ['tls: { ciphers: x }', '3: "ciphers" is not a known key of tls, did you mean "cipher"?'],
  ['plan: fast', '3: plan is "fast", wanted one of quick, mid, standard, nightly'],
  [
    'plan: standrd',
    '3: plan is "standrd", wanted one of quick, mid, standard, nightly, did you mean "standard"?',
  ],
  ['alpha: 0.1', '3: alpha is 0.1, wanted one of 0.05, 0.025, 0.01'],
  ['alpha: 0.025', '3: plan quick does not exist at alpha 0.025, wanted standard or nightly'],
  ['looks: [8, 6]', '3: looks is [8, 6], wanted rising numbers of rounds'],
  [
    'looks: [6, 6]',
    '3: looks is [6,6], wanted a rising list of 1 to 12 numbers of rounds, such as [8, 16, 24]',
  ],
  ['looks: [0, 6]', '3: looks[0] is 0, wanted a number of rounds from 1 to 100'],
  [
    'looks: 6',
    '3: looks is 6, wanted a rising list of 1 to 12 numbers of rounds, such as [8, 16, 24]',
  ],
  [
    'rounds: 2.5',
    '3: rounds is 2.5, wanted a number of rounds from 1 to 100, judged once after the last',
  ],
  [
    'rounds: 1000',
    '3: rounds is 1000, wanted a number of rounds from 1 to 100, judged once after the last',
  ],
  [
    'margin: 0.05',
    '3: margin is 0.05, wanted a tolerated loss of throughput such as 5% or 1.05x (a bare number is ambiguous)',
  ],
  [
    'margin: "0.05"',
    '3: margin is "0.05", wanted a tolerated loss of throughput such as 5% or 1.05x (a bare number is ambiguous)',
  ],
  [
    'margin: 200%',
    '3: margin is "200%", wanted a loss above 0% and below 50%, such as 5% or 1.05x (200% may mean twice as slow or worse)',
  ],
  [
    'margin: -5%',
    '3: margin is "-5%", wanted a tolerated loss of throughput such as 5% or 1.05x (a bare number is ambiguous)',
  ],
  [
    'margin: abc',
    '3: margin is "abc", wanted a tolerated loss of throughput such as 5% or 1.05x (a bare number is ambiguous)',
  ],
  [
    'margin: 0.95x',
    '3: margin is "0.95x", wanted a loss above 0% and below 50%, such as 5% or 1.05x',
  ],
  ['margin: 0%', '3: margin is "0%", wanted a loss above 0% and below 50%, such as 5% or 1.05x'],
  ['budget: 10', '3: budget is 10, wanted a duration such as 100ms, 90s, 10m or 1h30m'],
  [
    'budget: 10 minutes',
    '3: budget is "10 minutes", wanted a duration such as 100ms, 90s, 10m or 1h30m',
  ],
  ['budget: 0s', '3: budget is "0s", wanted a duration from 1s to 100h'],
  [
    'seed: -1',
    '3: seed is -1, wanted a seed for the order of everything, a whole number from 0 to 9007199254740991',
  ],
  [
    'seed: abc',
    '3: seed is "abc", wanted a seed for the order of everything, a whole number from 0 to 9007199254740991',
  ],
  ['layout: parallel', '3: layout is "parallel", wanted one of duel, sequential'],
  [
    'fail-on: regression',
    '3: fail-on is "regression", wanted a list of outcomes that exit non-zero, each once, or none',
  ],
  ['fail-on: [none, regression]', '3: fail-on has none beside regression, wanted none or outcomes'],
  [
    'fail-on: [regresion]',
    '3: fail-on[0] is "regresion", wanted one of regression, improvement, no-regression, inconclusive, invalid, none, did you mean "regression"?',
  ],
  ['record-size: 0', '3: record-size is 0, wanted a number of bytes per record from 1 to 500000'],
  [
    'record-size: 1k',
    '3: record-size is "1k", wanted a number of bytes per record from 1 to 500000',
  ],
  [
    'record-size: 100000\nrecords-per-batch: 100',
    '4: records-per-batch is 100, wanted at most 83: a batch holds up to 8m',
  ],
  [
    'acks: 0',
    '3: acks is 0 (records that nobody acknowledges cannot be checked), wanted one of all, 1',
  ],
  ['acks: -1', '3: acks is -1, wanted one of all, 1'],
  [
    'connections: two',
    '3: connections is "two", wanted a number of connections per side and cell from 1 to 32',
  ],
  [
    'in-flight: 1000',
    '3: in-flight is 1000, wanted a number of produce requests in flight per connection from 1 to 64',
  ],
  [
    'fetch-size: 1t',
    '3: fetch-size is "1t", wanted a size for one fetch such as 1m, 512k or 65536',
  ],
  ['fetch-size: 1', '3: fetch-size is 1, wanted a size from 1k to 64m'],
  ['slice: 1ms', '3: slice is "1ms", wanted a duration from 20ms to 10s'],
  ['slice: 100', '3: slice is 100, wanted a duration such as 100ms, 90s, 10m or 1h30m'],
  [
    'blocks: 0',
    '3: blocks is 0, wanted a number of blocks of four slices per train from 1 to 1000',
  ],
  ['warm-up: 1h', '3: warm-up is "1h", wanted a duration from 0s to 10m'],
  ['brokers: 2', '3: brokers is 2, wanted one of 1, 3'],
  ['inter-broker: ssl', '3: inter-broker is "ssl", wanted one of tls, plaintext'],
  ['heap: 1024', '3: heap is 1024, wanted a size for the heap of a broker such as 512m or 1g'],
  ['heap: 64m', '3: heap is "64m", wanted a size from 256m to 64g'],
  ['log-dirs: /tmp', '3: log-dirs is "/tmp", wanted one of auto, memory, disk'],
  ['pin: yes please', '3: pin is "yes please", wanted one of auto, true, false'],
  [
    'java: 1.8',
    '3: java is 1.8, wanted a feature version such as 17 (8 or newer), or the path of a Java home such as /opt/jdk-17',
  ],
  [
    'java: 7',
    '3: java is 7, wanted a feature version such as 17 (8 or newer), or the path of a Java home such as /opt/jdk-17',
  ],
  [
    'java: temurin',
    '3: java is "temurin", wanted a feature version such as 17 (8 or newer), or the path of a Java home such as /opt/jdk-17',
  ],
  ['jvm-flags: -Xint', '3: jvm-flags is "-Xint", wanted a list of JVM flags such as [-XX:+UseZGC]'],
  ['jvm-flags: [Xint]', '3: jvm-flags[0] is "Xint", wanted a JVM flag, which begins with a dash'],
  [
    'broker-config: [a]',
    '3: broker-config is ["a"], wanted a mapping of broker settings such as { num.io.threads: 4 }',
  ],
  [
    'broker-config: { a: [1] }',
    '3: broker-config.a is [1], wanted a text, a number, true or false',
  ],
  [
    'broker-config: { ssl.truststore.type: PEM, ssl.truststore.password: x }',
    '3: broker-config has ssl.truststore.password: SSL trust store password cannot be specified for PEM format',
  ],
  [
    'broker-config: { ssl.keystore.key: -----BEGIN RSA PRIVATE KEY----- }',
    '3: broker-config has ssl.keystore.key in PKCS#1, wanted PKCS#8: convert with openssl pkcs8 -topk8',
  ],
  [
    'broker-config: { ssl.keystore.key: -----BEGIN PRIVATE KEY-----, ssl.key.password: x }',
    '3: broker-config has a plain ssl.keystore.key: remove ssl.key.password',
  ],
  [
    'tls: { cipher: ECDHE-RSA-AES256-GCM-SHA384 }',
    '3: tls.cipher is "ECDHE-RSA-AES256-GCM-SHA384", did you mean "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"?',
  ],
  [
    'tls: { cipher: TLS_AES_256_GCM_SHA348 }',
    '3: tls.cipher is "TLS_AES_256_GCM_SHA348", did you mean "TLS_AES_256_GCM_SHA384"?',
  ],
  [
    'tls: { cipher: RC4 }',
    '3: tls.cipher is "RC4", wanted one of TLS_AES_256_GCM_SHA384, TLS_AES_128_GCM_SHA256, TLS_CHACHA20_POLY1305_SHA256, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384, TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256, TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
  ],
  [
    'tls: { protocol: TLSv1.2, cipher: TLS_AES_256_GCM_SHA384 }',
    '3: tls.cipher is "TLS_AES_256_GCM_SHA384" of TLSv1.3, wanted a suite of TLSv1.2',
  ],
]

test.each(IN_FILE)('a file with %j is refused', async (line, message) => {
  expect(await refusal(`${SIDES}${line}`)).toBe(`kafka-duel.yml:${message}`)
})

const WHOLE_FILES: readonly (readonly [text: string, message: string])[] = [
  [
    'candidate: kafka@4.4.0',
    'kafka-duel.yml:1: baseline has no Kafka, wanted kafka, dir or archive',
  ],
  [
    'baseline: {}\ncandidate: kafka@4.4.0',
    'kafka-duel.yml:1: baseline has no Kafka, wanted kafka, dir or archive',
  ],
  [
    'baseline: { kafka: 4.0 }\ncandidate: kafka@4.4.0',
    'kafka-duel.yml:1: baseline.kafka is 4, wanted a full version such as 3.9.1 or 0.10.2.2',
  ],
  [
    'baseline: { kafka: 4.4 }\ncandidate: kafka@4.4.0',
    'kafka-duel.yml:1: baseline.kafka is 4.4, wanted a full version such as 3.9.1 or 0.10.2.2',
  ],
  [
    'baseline: { kafka: 0.8.2.2 }\ncandidate: kafka@4.4.0',
    'kafka-duel.yml:1: baseline is Kafka 0.8.2.2, wanted 0.9.0.0 or newer',
  ],
  [
    'baseline: { kafka: 4.4.0, dir: /d }\ncandidate: kafka@4.4.0',
    'kafka-duel.yml:1: baseline has kafka and dir, wanted one of them',
  ],
  [
    'baseline: { kafka: 4.4.0, javva: 17 }\ncandidate: kafka@4.4.0',
    'kafka-duel.yml:1: "javva" is not a known key of baseline, did you mean "java"?',
  ],
  [
    'baseline: { kafka: 4.4.0, plan: quick }\ncandidate: kafka@4.4.0',
    'kafka-duel.yml:1: "plan" is not a known key of baseline: it stands at the top',
  ],
  [
    'baseline: { image: apache/kafka }\ncandidate: kafka@4.4.0',
    'kafka-duel.yml:1: "image" is not a known key of baseline: this release has not got it yet, use kafka, dir or archive',
  ],
  [
    'baseline: kafka@4.4.0,java@x\ncandidate: kafka@4.4.0',
    'kafka-duel.yml:1: baseline.java is "x", wanted a feature version such as 17 (8 or newer), or the path of a Java home such as /opt/jdk-17',
  ],
  [
    'baseline: kafka@4.4.0,kafka@4.3.1\ncandidate: kafka@4.4.0',
    'kafka-duel.yml:1: "kafka@4.4.0,kafka@4.3.1" names kafka twice',
  ],
  [
    'baseline: kafak@4.4.0\ncandidate: image@x',
    '2 mistakes found\n  kafka-duel.yml:1: "kafak@4.4.0" is no part of a side, wanted kafka@4.4.0,java@17, dir:PATH or archive:PATH, did you mean "kafka"?\n  kafka-duel.yml:2: "image@x" is no part of a side: this release has not got it yet, use kafka, dir or archive',
  ],
  [
    'baseline: kafka@4.4.0,java@11\ncandidate: kafka@3.9.1,java@8',
    'kafka-duel.yml:1: baseline is Kafka 4.4.0, which needs Java 17 or newer, found Java 11',
  ],
  [
    'java: 11\nbaseline: kafka@4.4.0\ncandidate: kafka@4.3.1',
    '2 mistakes found\n  kafka-duel.yml:1: baseline is Kafka 4.4.0, which needs Java 17 or newer, found Java 11\n  kafka-duel.yml:1: candidate is Kafka 4.3.1, which needs Java 17 or newer, found Java 11',
  ],
  [
    'baseline: kafka@3.9.1,java@11\ncandidate: kafka@3.9.1,java@17\ntls: { cipher: TLS_CHACHA20_POLY1305_SHA256 }',
    'kafka-duel.yml:3: baseline runs on Java 11, but TLS_CHACHA20_POLY1305_SHA256 needs Java 12 or newer',
  ],
  [
    'baseline: kafka@3.9.1,java@8\ncandidate: kafka@2.4.1\ntls:\n  protocol: TLSv1.3',
    '2 mistakes found\n  kafka-duel.yml:4: baseline runs on Java 8, but TLS_AES_256_GCM_SHA384 needs Java 11 or newer\n  kafka-duel.yml:4: candidate is Kafka 2.4.1, but TLSv1.3 needs Kafka 2.5 or newer',
  ],
  [
    'rounds: 6\nplan: quick\nbaseline: kafka@3.9.1\ncandidate: kafka@2.4.1',
    'kafka-duel.yml:1: plan and rounds are given, wanted one of them',
  ],
]

test.each(WHOLE_FILES)('the file %j is refused', async (text, message) => {
  expect(await refusal(text)).toBe(message)
})

const ON_COMMAND_LINE: readonly (readonly [
  flags: Readonly<Record<string, unknown>>,
  message: string,
])[] = [
  [
    { margin: '0.05' },
    '--margin: margin is "0.05", wanted a tolerated loss of throughput such as 5% or 1.05x (a bare number is ambiguous)',
  ],
  [
    { rounds: 'many' },
    '--rounds: rounds is "many", wanted a number of rounds from 1 to 100, judged once after the last',
  ],
  [
    { workloads: 'produce,consum' },
    '--workloads: workloads[1] is "consum", wanted one of produce, consume, did you mean "consume"?',
  ],
  [{ looks: '6,x' }, '--looks: looks[1] is "x", wanted a number of rounds from 1 to 100'],
  [{ pin: 'maybe' }, '--pin: pin is "maybe", wanted one of auto, true, false'],
  [
    { baseline: 'kafka@4.4' },
    '--baseline: baseline.kafka is "4.4", wanted a full version such as 3.9.1 or 0.10.2.2',
  ],
  [
    { baseline: 'kafka' },
    '--baseline: "kafka" is no part of a side, wanted kafka@4.4.0,java@17, dir:PATH or archive:PATH',
  ],
  [
    { baseline: 'kafka@4.4.0,java@11' },
    '--baseline: baseline is Kafka 4.4.0, which needs Java 17 or newer, found Java 11',
  ],
  [
    { 'tls-cipher': 'TLS_AES_256_GCM_SHA348' },
    '--tls-cipher: tls.cipher is "TLS_AES_256_GCM_SHA348", did you mean "TLS_AES_256_GCM_SHA384"?',
  ],
  [
    { 'tls-protocol': 'TLSv1.3', java: '8', baseline: 'kafka@3.9.1', candidate: 'kafka@3.9.1' },
    '2 mistakes found\n  --tls-protocol: baseline runs on Java 8, but TLS_AES_256_GCM_SHA384 needs Java 11 or newer\n  --tls-protocol: candidate runs on Java 8, but TLS_AES_256_GCM_SHA384 needs Java 11 or newer',
  ],
  [{ margin: ['5%', '6%'] }, 'Cannot use --margin: it is given 2 times'],
  [
    { 'broker-config': 'num.io.threads' },
    'Cannot read --broker-config "num.io.threads": wanted KEY=VALUE',
  ],
  [
    { 'jvm-flags': 'Xint' },
    '--jvm-flags: jvm-flags[0] is "Xint", wanted a JVM flag, which begins with a dash',
  ],
  [
    { driver: 'kafkajs', workloads: 'mixed', acks: '0' },
    '3 mistakes found\n  --acks: acks is 0 (records that nobody acknowledges cannot be checked), wanted one of all, 1\n  --driver: driver is "kafkajs" (this release has not got it yet), wanted replay\n  --workloads: workloads[0] is "mixed" (this release has not got it yet), wanted one of produce, consume',
  ],
]

test.each(ON_COMMAND_LINE)('the flags %j are refused', async (flags, message) => {
  expect(await refusal(SIDES, flags)).toBe(message)
})

describe('a refusal', () => {
  test('lists all mistakes of file and command line at once', async () => {
    const file = `${SIDES}plam: quick\nmargin: 0.05\nbrokers: 2`
    expect(await refusal(file, { seed: 'x' })).toMatchInlineSnapshot(`
      "4 mistakes found
        --seed: seed is "x", wanted a seed for the order of everything, a whole number from 0 to 9007199254740991
        kafka-duel.yml:3: "plam" is not a known key, did you mean "plan"?
        kafka-duel.yml:4: margin is 0.05, wanted a tolerated loss of throughput such as 5% or 1.05x (a bare number is ambiguous)
        kafka-duel.yml:5: brokers is 2, wanted one of 1, 3"
    `)
  })

  test('carries the class JAVA_TOO_OLD when nothing else is wrong', async () => {
    const file = 'baseline: kafka@3.9.1\ncandidate: { kafka: 4.4.0, java: 11 }'
    await expect(planOf(file)).rejects.toMatchObject({
      code: 'KD_JAVA_TOO_OLD',
      class: 'JAVA_TOO_OLD',
      message:
        'Cannot plan the run: kafka-duel.yml:2: candidate is Kafka 4.4.0, which needs Java 17 or newer, found Java 11',
    })
  })

  test('names paths that are not there', async () => {
    const file = 'baseline: { dir: old, java: jdks/25 }\ncandidate: { archive: new.tgz }'
    await expect(planOf(file, { probe: { pathKind: () => Promise.resolve(null) } })).rejects
      .toThrowErrorMatchingInlineSnapshot(`
      [UserError: Cannot plan the run: 3 mistakes found
        kafka-duel.yml:1: baseline.dir is "/project/old", wanted an existing directory
        kafka-duel.yml:1: baseline.java is "/project/jdks/25", wanted an existing path
        kafka-duel.yml:2: candidate.archive is "/project/new.tgz", wanted an existing file]
    `)
  })

  test('names at most 20 mistakes', async () => {
    const keys = Array.from({ length: 25 }, (_, index) => `tls${index}: 1`)
    const lines = (await refusal(`${SIDES}${keys.join('\n')}`)).split('\n')
    expect(lines[0]).toBe('25 mistakes found')
    expect(lines[1]).toBe('  kafka-duel.yml:3: "tls0" is not a known key, did you mean "tls"?')
    expect(lines.at(-1)).toBe('  and 5 more')
    expect(lines).toHaveLength(22)
  })
})
