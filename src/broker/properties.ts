import type { ClusterPlan, LoadPlan, SidePlan } from '../model/plan.ts'
import type { Listener } from '../model/words.ts'
import type { Era } from './era.ts'
import type { Properties } from './properties-text.ts'

/** Ports of one broker; `controller` is 0 where ZooKeeper does that work. */
export interface BrokerPorts {
  readonly plaintext: number
  readonly tls: number
  readonly controller: number
}

/** Stores of the run's key material, as a broker's configuration names them. */
interface TlsStores {
  readonly keyStoreFile: string
  readonly trustStoreFile: string
  /** of both stores and of the key */
  readonly password: string
}

export interface BrokerOptions {
  readonly era: Era
  /** 1-based */
  readonly id: number
  /** of all brokers of the side, in id order */
  readonly ports: readonly BrokerPorts[]
  /** 0 with KRaft */
  readonly zooKeeperPort: number
  readonly logDirectory: string
  readonly cluster: Pick<ClusterPlan, 'brokers' | 'interBrokerListener'>
  readonly connections: LoadPlan['connections']
  /** per partition; older segments are deleted */
  readonly retentionBytes: number
  readonly tls: SidePlan['tls']
  readonly stores: TlsStores
  readonly brokerConfig: Properties
}

/** Brokers listen here and nowhere else. */
const BIND_HOST = '127.0.0.1'
/** What brokers advertise: a name, since clients send no server name for an address. */
export const ADVERTISED_HOST = 'localhost'

const PROTOCOLS: Readonly<Record<Listener, string>> = { plaintext: 'PLAINTEXT', tls: 'SSL' }
/** Small segments: writing into new pages of a memory file system costs half the produce rate. */
const SEGMENT_BYTES = 64 * 1024 * 1024
const MESSAGE_BYTES = 16 * 1024 * 1024
/** Long enough for a broker that gets no CPU for a while not to be declared dead. */
const SESSION_MS = '30000'

/** server.properties of one broker; the side's own lines win and stand last. */
export function brokerProperties(options: BrokerOptions): Properties {
  const { era, brokerConfig } = options
  const ours: Properties = {
    ...(era.metadata === 'kraft' ? kraft(options) : zooKeeperClient(options)),
    ...listeners(options),
    ...replication(options),
    ...tls(options),
    ...storage(options),
    'message.max.bytes': String(MESSAGE_BYTES),
    'auto.create.topics.enable': String(!era.hasCreateTopics),
    'auto.leader.rebalance.enable': 'false',
    'controlled.shutdown.enable': 'false',
    ...(era.hasTransactions ? { 'group.initial.rebalance.delay.ms': '0' } : {}),
  }
  const kept = Object.entries(ours).filter(
    ([key]) => !(key in brokerConfig) && !isReplacedByPem(key, brokerConfig),
  )
  return { ...Object.fromEntries(kept), ...brokerConfig }
}

function portsOf({ id, ports }: BrokerOptions): BrokerPorts {
  const own = ports[id - 1]
  if (own === undefined) throw new RangeError(`no ports for broker ${id}`)
  return own
}

function zooKeeperClient({ id, zooKeeperPort }: BrokerOptions): Properties {
  return {
    'broker.id': String(id),
    'zookeeper.connect': `${BIND_HOST}:${zooKeeperPort}`,
    'zookeeper.session.timeout.ms': SESSION_MS,
    'zookeeper.connection.timeout.ms': SESSION_MS,
  }
}

/** Combined nodes with static voters: valid from 2.8 to 4.x. */
function kraft({ id, ports }: BrokerOptions): Properties {
  const voters = ports.map(({ controller }, index) => `${index + 1}@${BIND_HOST}:${controller}`)
  return {
    'process.roles': 'broker,controller',
    'node.id': String(id),
    'controller.quorum.voters': voters.join(','),
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SSL:SSL',
    'broker.session.timeout.ms': SESSION_MS,
    'controller.quorum.fetch.timeout.ms': SESSION_MS,
  }
}

/** Listeners named like their protocol: the one shape that 0.9 and 4.x both take. */
function listeners(options: BrokerOptions): Properties {
  const { plaintext, tls: tlsPort, controller } = portsOf(options)
  const clientListeners = (host: string): string =>
    `PLAINTEXT://${host}:${plaintext},SSL://${host}:${tlsPort}`
  const controllerListener =
    options.era.metadata === 'kraft' ? `,CONTROLLER://${BIND_HOST}:${controller}` : ''
  return {
    listeners: clientListeners(BIND_HOST) + controllerListener,
    'advertised.listeners': clientListeners(ADVERTISED_HOST),
    'security.inter.broker.protocol': PROTOCOLS[options.cluster.interBrokerListener],
  }
}

function replication({ era, cluster, connections }: BrokerOptions): Properties {
  const factor = String(cluster.brokers)
  const inSync = cluster.brokers === 1 ? '1' : '2'
  return {
    'num.partitions': String(connections),
    'default.replication.factor': factor,
    'min.insync.replicas': inSync,
    'replica.lag.time.max.ms': SESSION_MS,
    'replica.fetch.max.bytes': String(MESSAGE_BYTES),
    'offsets.topic.replication.factor': factor,
    'offsets.topic.num.partitions': '1',
    ...(era.hasTransactions
      ? {
          'transaction.state.log.replication.factor': factor,
          'transaction.state.log.min.isr': inSync,
          'transaction.state.log.num.partitions': '1',
        }
      : {}),
  }
}

/** Everything that decides what a handshake negotiates is pinned: the defaults moved with 2.6 and Java 11. */
function tls({ tls: { protocol, cipher }, stores }: BrokerOptions): Properties {
  return {
    'ssl.protocol': protocol,
    'ssl.enabled.protocols': protocol,
    'ssl.cipher.suites': cipher,
    'ssl.client.auth': 'none',
    'ssl.endpoint.identification.algorithm': '',
    'ssl.keystore.type': 'JKS',
    'ssl.keystore.location': stores.keyStoreFile,
    'ssl.keystore.password': stores.password,
    'ssl.key.password': stores.password,
    'ssl.truststore.type': 'JKS',
    'ssl.truststore.location': stores.trustStoreFile,
    'ssl.truststore.password': stores.password,
  }
}

/** Bounded: the load writes hundreds of megabytes a second. */
function storage({ logDirectory, retentionBytes }: BrokerOptions): Properties {
  return {
    'log.dirs': logDirectory,
    'log.segment.bytes': String(SEGMENT_BYTES),
    'log.retention.bytes': String(retentionBytes),
    // records carry the time at which they were encoded, once: only size may delete them
    'log.retention.ms': '-1',
    'log.retention.check.interval.ms': '1000',
    'log.segment.delete.delay.ms': '1000',
    'log.cleaner.enable': 'false',
  }
}

/** Kafka refuses store passwords beside PEM, and a location beside inline PEM. */
function isReplacedByPem(key: string, brokerConfig: Properties): boolean {
  const isPem = (store: string): boolean => brokerConfig[`ssl.${store}.type`] === 'PEM'
  switch (key) {
    case 'ssl.keystore.location':
    case 'ssl.keystore.password':
    case 'ssl.key.password':
      return isPem('keystore')
    case 'ssl.truststore.location':
    case 'ssl.truststore.password':
      return isPem('truststore')
    default:
      return false
  }
}

/** zookeeper.properties of a side's own ZooKeeper. */
export function zooKeeperProperties(options: {
  readonly port: number
  readonly dataDirectory: string
}): Properties {
  return {
    dataDir: options.dataDirectory,
    clientPort: String(options.port),
    clientPortAddress: BIND_HOST,
    maxClientCnxns: '0',
    tickTime: '500',
    maxSessionTimeout: '60000',
    // from 3.5 on it would take port 8080
    'admin.enableServer': 'false',
  }
}
