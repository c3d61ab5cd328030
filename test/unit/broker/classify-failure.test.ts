import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { classifyFailure } from '../../../src/broker/classify-failure.ts'

const context = { side: 'candidate', javaBuild: '17.0.15+6' } as const

function classifyCase(id: string): string {
  return describeFailure(readCase(id))
}

function readCase(id: string): string {
  return readFileSync(new URL(`../../../fixtures/cases/${id}.txt`, import.meta.url), 'utf8')
}

function describeFailure(log: string): string {
  const found = classifyFailure(log, context)
  if (found === null) return 'unknown'
  return [`${found.class}: ${found.message}`, ...(found.hint === null ? [] : [found.hint])].join(
    '\n',
  )
}

describe('classifyFailure() names the cause of every known log', () => {
  test('B01: the certificate has no name of the host', () => {
    expect(classifyCase('B01')).toMatchInlineSnapshot(`
      "TLS_HOSTNAME: the certificate does not name the host kafka-b.test
      give the certificate a subject alternative name for the host, or set ssl.endpoint.identification.algorithm to nothing on both sides"
    `)
  })
  test('B03: a TLS client on a plaintext port, seen from both ends', () => {
    expect(classifyCase('B03')).toMatchInlineSnapshot(`
      "PROTOCOL_MISMATCH: a TLS client talked to a plaintext port
      compare the port with the listener of that name"
    `)
  })
  test.each([0, 1, 2])('B03: line %i alone says so where it can', (line) => {
    const found = describeFailure(readCase('B03').split('\n')[line] ?? '')
    const isClassified = found.startsWith('PROTOCOL_MISMATCH: a TLS client')
    expect(isClassified).toBe(line !== 1)
  })
  test('B04: a trust store that looks empty to Java', () => {
    expect(classifyCase('B04')).toMatchInlineSnapshot(`
      "TLS_TRUSTSTORE_EMPTY: Java finds no trusted certificate in the trust store
      import the certificate with keytool -importcert, or use PEM: openssl pkcs12 -nokeys makes stores that look empty to Java"
    `)
  })
  test('B06: a plain PEM key with a password', () => {
    expect(classifyCase('B06')).toMatchInlineSnapshot(`
      "TLS_PEM_KEY: the private key is not encrypted, although a password is set for it
      remove ssl.key.password"
    `)
  })
  test('B07: a password for a PEM trust store', () => {
    expect(classifyCase('B07')).toMatchInlineSnapshot(`
      "TLS_PEM_CONFIG: a PEM trust store takes no password
      remove ssl.truststore.password"
    `)
  })
  test('B08: a key password that differs from that of the store', () => {
    expect(classifyCase('B08')).toMatchInlineSnapshot(`
      "TLS_KEY_PASSWORD: the password does not open the private key
      a PKCS12 store has one password: set ssl.key.password to the same as ssl.keystore.password"
    `)
  })
  test('B09: an expired certificate', () => {
    expect(classifyCase('B09')).toMatchInlineSnapshot(`
      "TLS_EXPIRED: the certificate has expired (Tue Apr 30 20:49:10 UTC 2024)
      renew the certificate"
    `)
  })
  test('B11: a protocol that the JDK has disabled', () => {
    expect(classifyCase('B11')).toMatchInlineSnapshot(`
      "TLS_PROTOCOL_DISABLED: the candidate's Java 17.0.15+6 has disabled the TLS protocol or cipher suite that is configured
      see jdk.tls.disabledAlgorithms in its java.security, or choose TLSv1.2 or TLSv1.3"
    `)
  })
  test('B12: an address that the certificate does not name; a deprecation warning is no failure', () => {
    expect(classifyCase('B12')).toMatchInlineSnapshot(`
      "TLS_HOSTNAME: the certificate does not name the host 10.9.0.12; it names none
      give the certificate a subject alternative name for the host, or set ssl.endpoint.identification.algorithm to nothing on both sides"
    `)
  })
  test('B13: an authority without CA:TRUE', () => {
    expect(classifyCase('B13')).toMatchInlineSnapshot(`
      "TLS_CA_INVALID: OpenSSL refuses the certificate authority, which Java accepts
      make it anew with basicConstraints CA:TRUE and keyUsage keyCertSign"
    `)
  })
  test('B14: 0.0.0.0 advertised on a TLS listener', () => {
    expect(classifyCase('B14')).toMatchInlineSnapshot(`
      "ADVERTISED_LISTENER: the broker advertises 0.0.0.0, an address that nobody can reach
      set advertised.listeners to a name or address of this machine"
    `)
  })
  test('C02: a port that another process has taken', () => {
    expect(classifyCase('C02')).toMatchInlineSnapshot(
      `"PORT_IN_USE: the port of localhost:49270 is taken by another process"`,
    )
  })
  test('C03: a data directory that was used before', () => {
    expect(classifyCase('C03')).toMatchInlineSnapshot(`
      "DATA_DIR_DIRTY: the data directory was used by another cluster before
      name an empty log.dirs, or leave it out: kafka-duel makes a fresh one"
    `)
  })
  test('C04: a stale ZooKeeper node', () => {
    expect(classifyCase('C04')).toMatchInlineSnapshot(
      `"ZK_STALE_NODE: ZooKeeper still holds /brokers/ids/1 of an earlier session"`,
    )
  })
  test('C05: a broker that needs a newer Java', () => {
    expect(classifyCase('C05')).toMatchInlineSnapshot(`
      "JAVA_TOO_OLD: it needs Java 17, found Java 11
      choose a newer Java for this side"
    `)
  })
  test('C06: an option that the JVM does not know', () => {
    expect(classifyCase('C06')).toMatchInlineSnapshot(`
      "JVM_OPTION: Java 17.0.15+6 refuses the option PrintGCDateStamps
      remove the option from the JVM flags, or unlock it with -XX:+UnlockDiagnosticVMOptions before it"
    `)
  })
  test('C07: a JDK that fails on the control groups', () => {
    expect(classifyCase('C07')).toMatchInlineSnapshot(`
      "JDK_CGROUP_BUG: Java 17.0.15+6 fails on the control groups of this kernel
      take a newer build of this Java, or add the JVM flag -XX:-UseContainerSupport to both sides"
    `)
  })
  test('C08: a Java that is too new', () => {
    expect(classifyCase('C08')).toMatchInlineSnapshot(`
      "JAVA_TOO_NEW: its SASL code needs a security manager, which Java 17.0.15+6 no longer has
      on Java 23 add the JVM flag -Djava.security.manager=allow; from Java 24 on take a Kafka release with KAFKA-17078"
    `)
  })
  test('C09: too little memory for the heap', () => {
    expect(classifyCase('C09')).toMatchInlineSnapshot(`
      "NO_MEMORY: the machine has not enough memory for the JVM: 1073741824 bytes wanted
      lower the heap, or take a machine with more memory"
    `)
  })
  test('C10: a full disk', () => {
    expect(classifyCase('C10')).toMatchInlineSnapshot(`
      "DISK_FULL: the disk is full
      free some space, or keep the log directories elsewhere"
    `)
  })
  test('C11: an advertised name that does not resolve', () => {
    expect(classifyCase('C11')).toMatchInlineSnapshot(`
      "ADVERTISED_LISTENER: the broker advertises a1b2c3d4e5f6:9092, and the name a1b2c3d4e5f6 does not resolve here
      set advertised.listeners to a name or address of this machine"
    `)
  })
  test('C13: a partition without a leader', () => {
    expect(classifyCase('C13')).toMatchInlineSnapshot(`"NO_LEADER: a partition got no leader"`)
  })
  test('C14: a stop script says nothing about a start', () => {
    expect(classifyCase('C14')).toMatchInlineSnapshot(`"unknown"`)
  })
  test('C17: a fatal error in a container that keeps running', () => {
    expect(classifyCase('C17')).toMatchInlineSnapshot(
      `"BROKER_START: it reports a fatal error while starting"`,
    )
  })
})

describe('classifyFailure()', () => {
  test.each([369295616, 369296639])('takes a receive of %i bytes for a TLS ClientHello', (size) => {
    expect(describeFailure(invalidReceive(size))).toContain(
      'a TLS client talked to a plaintext port',
    )
  })
  test.each([369295615, 369296640, 123456789])('does not know a receive of %i bytes', (size) => {
    expect(describeFailure(invalidReceive(size))).toBe('unknown')
  })
  test('takes a receive of 1213486160 bytes for HTTP', () => {
    expect(describeFailure(invalidReceive(1213486160))).toContain('HTTP')
  })
  test('sees a ClientHello behind a receive that it does not know', () => {
    const log = `${invalidReceive(123456789)}\n${invalidReceive(369296128)}`
    expect(describeFailure(log)).toContain('a TLS client talked to a plaintext port')
  })
  test('reads the Java that is needed from the old text as well', () => {
    expect(
      describeFailure(
        'java.lang.UnsupportedClassVersionError: kafka/Kafka : Unsupported major.minor version 51.0',
      ),
    ).toMatchInlineSnapshot(`
      "JAVA_TOO_OLD: it needs Java 7, found Java 17.0.15+6
      choose a newer Java for this side"
    `)
  })
  test('tells PKCS#1 keys from plain keys with a password', () => {
    expect(
      describeFailure(
        'InvalidConfigurationException: Invalid PEM keystore configs\nCaused by: java.io.IOException: algid parse error, not a sequence',
      ),
    ).toMatchInlineSnapshot(`
      "TLS_PEM_KEY: the private key is PKCS#1, which Java does not read
      convert the key to PKCS#8: openssl pkcs8 -topk8 -nocrypt -in key.pem -out key.pk8.pem"
    `)
  })
  test('names a diagnostic flag that is locked', () => {
    expect(
      describeFailure(
        "Error: VM option 'UseAESCTRIntrinsics' is diagnostic and must be enabled via -XX:+UnlockDiagnosticVMOptions.",
      ),
    ).toMatchInlineSnapshot(`
      "JVM_OPTION: Java 17.0.15+6 refuses the option UseAESCTRIntrinsics
      remove the option from the JVM flags, or unlock it with -XX:+UnlockDiagnosticVMOptions before it"
    `)
  })
  test('names the module that newer Javas lack', () => {
    expect(describeFailure('java.lang.NoClassDefFoundError: javax/xml/bind/DatatypeConverter'))
      .toMatchInlineSnapshot(`
      "JAVA_TOO_NEW: it needs javax.xml.bind, which Java 17.0.15+6 no longer has
      add jaxb-api 2.3.1 to its libraries, or choose Java 8"
    `)
  })
  test('knows the ZooKeeper client that fails on Java 14 and later', () => {
    expect(
      describeFailure(
        "java.lang.IllegalArgumentException: Unable to canonicalize address localhost/<unresolved>:2181 because it's not resolvable",
      ),
    ).toMatchInlineSnapshot(`
      "JAVA_TOO_NEW: its ZooKeeper client cannot resolve addresses on Java 17.0.15+6 (ZOOKEEPER-3779)
      replace its zookeeper library by 3.4.10, or choose Java 8 or 11"
    `)
  })
  test('repeats what Kafka says about its configuration', () => {
    expect(
      describeFailure(
        'ERROR Exiting Kafka due to fatal exception (kafka.Kafka$)\norg.apache.kafka.common.config.ConfigException: Invalid value many for configuration num.io.threads: Not a number of type INT\n',
      ),
    ).toMatchInlineSnapshot(`
      "BROKER_START: its configuration is refused: Invalid value many for configuration num.io.threads: Not a number of type INT
      correct the lines under broker-config"
    `)
  })
  test("knows Kafka's own refusal to advertise 0.0.0.0", () => {
    expect(
      describeFailure(
        'java.lang.IllegalArgumentException: requirement failed: advertised.listeners cannot use the nonroutable meta-address 0.0.0.0. Use a routable IP address.',
      ),
    ).toMatchInlineSnapshot(`
      "ADVERTISED_LISTENER: the broker advertises 0.0.0.0, an address that nobody can reach
      set advertised.listeners to a name or address of this machine"
    `)
  })
  test('names an advertised host that the brokers themselves cannot find', () => {
    expect(
      describeFailure(
        'WARN [Controller id=1, targetBrokerId=1] Error connecting to node a1b2c3d4e5f6:9093 (id: 1 rack: null) (org.apache.kafka.clients.NetworkClient)\njava.net.UnknownHostException: a1b2c3d4e5f6\n',
      ),
    ).toMatchInlineSnapshot(`
      "ADVERTISED_LISTENER: the broker advertises a1b2c3d4e5f6:9093, and the name a1b2c3d4e5f6 does not resolve here
      set advertised.listeners to a name or address of this machine"
    `)
  })
  test('knows nothing about a log without an error', () => {
    expect(
      describeFailure('[2024-01-01] INFO [KafkaServer id=1] started (kafka.server.KafkaServer)'),
    ).toBe('unknown')
  })
})

function invalidReceive(size: number): string {
  return `org.apache.kafka.common.network.InvalidReceiveException: Invalid receive (size = ${size} larger than 104857600)`
}
