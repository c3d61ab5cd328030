import { describe, expect, test } from 'vitest'
import { eraOf } from '../../../src/broker/era.ts'
import { brokerProperties, zooKeeperProperties } from '../../../src/broker/properties.ts'
import type { BrokerOptions } from '../../../src/broker/properties.ts'
import { renderProperties } from '../../../src/broker/properties-text.ts'
import { parseKafkaVersion } from '../../../src/model/kafka-version.ts'

function optionsOf(version: string, changes: Partial<BrokerOptions> = {}): BrokerOptions {
  const era = eraOf(parseKafkaVersion(version))
  const controller = era.metadata === 'kraft' ? 10003 : 0
  return {
    era,
    id: 1,
    ports: [{ plaintext: 10001, tls: 10002, controller }],
    zooKeeperPort: era.metadata === 'kraft' ? 0 : 10000,
    logDirectory: '/run/data',
    cluster: { brokers: 1, interBrokerListener: 'plaintext' },
    connections: 2,
    retentionBytes: 268435456,
    tls: { protocol: 'TLSv1.2', cipher: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384' },
    stores: {
      keyStoreFile: '/tls/broker.jks',
      trustStoreFile: '/tls/trust.jks',
      password: 'secret',
    },
    brokerConfig: {},
    ...changes,
  }
}

function render(version: string, changes: Partial<BrokerOptions> = {}): string {
  return renderProperties(brokerProperties(optionsOf(version, changes)))
}

/** Three nodes on ports 1.. with the middle one looked at. */
const three = {
  id: 2,
  ports: [1, 4, 7].map((first) => ({
    plaintext: 11000 + first,
    tls: 11001 + first,
    controller: 11002 + first,
  })),
  cluster: { brokers: 3, interBrokerListener: 'tls' },
} as const

describe('brokerProperties()', () => {
  test('writes 0.9 with ZooKeeper and topics that come into being', () => {
    expect(render('0.9.0.1')).toMatchInlineSnapshot(`
      "broker.id=1
      zookeeper.connect=127.0.0.1:10000
      zookeeper.session.timeout.ms=30000
      zookeeper.connection.timeout.ms=30000
      listeners=PLAINTEXT://127.0.0.1:10001,SSL://127.0.0.1:10002
      advertised.listeners=PLAINTEXT://localhost:10001,SSL://localhost:10002
      security.inter.broker.protocol=PLAINTEXT
      num.partitions=2
      default.replication.factor=1
      min.insync.replicas=1
      replica.lag.time.max.ms=30000
      replica.fetch.max.bytes=16777216
      offsets.topic.replication.factor=1
      offsets.topic.num.partitions=1
      ssl.protocol=TLSv1.2
      ssl.enabled.protocols=TLSv1.2
      ssl.cipher.suites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384
      ssl.client.auth=none
      ssl.endpoint.identification.algorithm=
      ssl.keystore.type=JKS
      ssl.keystore.location=/tls/broker.jks
      ssl.keystore.password=secret
      ssl.key.password=secret
      ssl.truststore.type=JKS
      ssl.truststore.location=/tls/trust.jks
      ssl.truststore.password=secret
      log.dirs=/run/data
      log.segment.bytes=67108864
      log.retention.bytes=268435456
      log.retention.ms=-1
      log.retention.check.interval.ms=1000
      log.segment.delete.delay.ms=1000
      log.cleaner.enable=false
      message.max.bytes=16777216
      auto.create.topics.enable=true
      auto.leader.rebalance.enable=false
      controlled.shutdown.enable=false
      "
    `)
  })
  test('writes 3.9 with transactions and without auto-creation', () => {
    expect(render('3.9.1')).toMatchInlineSnapshot(`
      "broker.id=1
      zookeeper.connect=127.0.0.1:10000
      zookeeper.session.timeout.ms=30000
      zookeeper.connection.timeout.ms=30000
      listeners=PLAINTEXT://127.0.0.1:10001,SSL://127.0.0.1:10002
      advertised.listeners=PLAINTEXT://localhost:10001,SSL://localhost:10002
      security.inter.broker.protocol=PLAINTEXT
      num.partitions=2
      default.replication.factor=1
      min.insync.replicas=1
      replica.lag.time.max.ms=30000
      replica.fetch.max.bytes=16777216
      offsets.topic.replication.factor=1
      offsets.topic.num.partitions=1
      transaction.state.log.replication.factor=1
      transaction.state.log.min.isr=1
      transaction.state.log.num.partitions=1
      ssl.protocol=TLSv1.2
      ssl.enabled.protocols=TLSv1.2
      ssl.cipher.suites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384
      ssl.client.auth=none
      ssl.endpoint.identification.algorithm=
      ssl.keystore.type=JKS
      ssl.keystore.location=/tls/broker.jks
      ssl.keystore.password=secret
      ssl.key.password=secret
      ssl.truststore.type=JKS
      ssl.truststore.location=/tls/trust.jks
      ssl.truststore.password=secret
      log.dirs=/run/data
      log.segment.bytes=67108864
      log.retention.bytes=268435456
      log.retention.ms=-1
      log.retention.check.interval.ms=1000
      log.segment.delete.delay.ms=1000
      log.cleaner.enable=false
      message.max.bytes=16777216
      auto.create.topics.enable=false
      auto.leader.rebalance.enable=false
      controlled.shutdown.enable=false
      group.initial.rebalance.delay.ms=0
      "
    `)
  })
  test('writes 4.4 with three combined KRaft nodes and TLS between them', () => {
    expect(render('4.4.0', three)).toMatchInlineSnapshot(`
      "process.roles=broker,controller
      node.id=2
      controller.quorum.voters=1@127.0.0.1:11003,2@127.0.0.1:11006,3@127.0.0.1:11009
      controller.listener.names=CONTROLLER
      listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SSL:SSL
      broker.session.timeout.ms=30000
      controller.quorum.fetch.timeout.ms=30000
      listeners=PLAINTEXT://127.0.0.1:11004,SSL://127.0.0.1:11005,CONTROLLER://127.0.0.1:11006
      advertised.listeners=PLAINTEXT://localhost:11004,SSL://localhost:11005
      security.inter.broker.protocol=SSL
      num.partitions=2
      default.replication.factor=3
      min.insync.replicas=2
      replica.lag.time.max.ms=30000
      replica.fetch.max.bytes=16777216
      offsets.topic.replication.factor=3
      offsets.topic.num.partitions=1
      transaction.state.log.replication.factor=3
      transaction.state.log.min.isr=2
      transaction.state.log.num.partitions=1
      ssl.protocol=TLSv1.2
      ssl.enabled.protocols=TLSv1.2
      ssl.cipher.suites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384
      ssl.client.auth=none
      ssl.endpoint.identification.algorithm=
      ssl.keystore.type=JKS
      ssl.keystore.location=/tls/broker.jks
      ssl.keystore.password=secret
      ssl.key.password=secret
      ssl.truststore.type=JKS
      ssl.truststore.location=/tls/trust.jks
      ssl.truststore.password=secret
      log.dirs=/run/data
      log.segment.bytes=67108864
      log.retention.bytes=268435456
      log.retention.ms=-1
      log.retention.check.interval.ms=1000
      log.segment.delete.delay.ms=1000
      log.cleaner.enable=false
      message.max.bytes=16777216
      auto.create.topics.enable=false
      auto.leader.rebalance.enable=false
      controlled.shutdown.enable=false
      group.initial.rebalance.delay.ms=0
      "
    `)
  })
  test.each(['0.9.0.1', '0.10.0.0', '2.8.2', '3.9.1', '4.0.0', '4.4.0'])(
    'always advertises localhost: %s',
    (version) => {
      const written = brokerProperties(optionsOf(version))
      expect(written['advertised.listeners']).toBe(
        'PLAINTEXT://localhost:10001,SSL://localhost:10002',
      )
    },
  )
  test("lets the side's own lines win and stand last", () => {
    const written = brokerProperties(
      optionsOf('3.9.1', {
        brokerConfig: { 'num.io.threads': '2', 'log.segment.bytes': '1048576' },
      }),
    )
    expect(Object.entries(written).slice(-2)).toEqual([
      ['num.io.threads', '2'],
      ['log.segment.bytes', '1048576'],
    ])
  })
  test('leaves store passwords and locations out where the side brings PEM stores', () => {
    const written = brokerProperties(
      optionsOf('3.9.1', {
        brokerConfig: {
          'ssl.truststore.type': 'PEM',
          'ssl.truststore.certificates': 'pem',
          'ssl.keystore.type': 'PEM',
          'ssl.keystore.location': '/mine.pem',
        },
      }),
    )
    const ssl = Object.entries(written).filter(
      ([key]) => /store|key/.test(key) && key.startsWith('ssl.'),
    )
    expect(ssl).toEqual([
      ['ssl.truststore.type', 'PEM'],
      ['ssl.truststore.certificates', 'pem'],
      ['ssl.keystore.type', 'PEM'],
      ['ssl.keystore.location', '/mine.pem'],
    ])
  })
})

describe('zooKeeperProperties()', () => {
  test('listens on its own port only', () => {
    expect(renderProperties(zooKeeperProperties({ port: 10000, dataDirectory: '/run/zookeeper' })))
      .toMatchInlineSnapshot(`
      "dataDir=/run/zookeeper
      clientPort=10000
      clientPortAddress=127.0.0.1
      maxClientCnxns=0
      tickTime=500
      maxSessionTimeout=60000
      admin.enableServer=false
      "
    `)
  })
})

describe('renderProperties()', () => {
  test('escapes what java.util.Properties reads differently', () => {
    expect(renderProperties({ 'a b:c': ' größer\\x\ny', empty: '', plain: 'a=b c' })).toBe(
      'a\\ b\\:c=\\ gr\\u00f6\\u00dfer\\\\x\\ny\nempty=\nplain=a=b c\n',
    )
  })
})
