import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster } from '../../src/broker/cluster.ts'
import type { StartClusterOptions } from '../../src/broker/cluster.ts'
import { eraOf } from '../../src/broker/era.ts'
import { isFree } from '../../src/broker/ports.ts'
import type { StartedCluster } from '../../src/broker/started-cluster.ts'
import { formatStorage } from '../../src/broker/storage.ts'
import { resolveJava } from '../../src/jvm/find-java.ts'
import type { Java } from '../../src/jvm/java.ts'
import { statOrNull, temporaryDirectory } from '../../src/lib/files.ts'
import type { TemporaryDirectory } from '../../src/lib/files.ts'
import { EnvironmentError, InterruptedError } from '../../src/model/errors.ts'
import { isAtLeast, parseKafkaVersion } from '../../src/model/kafka-version.ts'
import type { ClusterPlan, SidePlan } from '../../src/model/plan.ts'
import { LISTENERS } from '../../src/model/words.ts'
import { defaultCacheDir, installSubject } from '../../src/subjects/install-subject.ts'
import { createKeyMaterial } from '../../src/tls/key-material.ts'
import type { KeyMaterial } from '../../src/tls/key-material.ts'
import { awaitLeaders, createTopics, readApiVersions, readOffsets } from '../../src/wire/admin.ts'
import { choosers } from '../../src/wire/api-versions.ts'
import { connect } from '../../src/wire/connection.ts'
import type { Endpoint } from '../../src/wire/endpoint.ts'

const ONE_PER_ERA = '0.9.0.1 0.10.0.0 0.11.0.3 1.1.1 2.3.1 2.8.2 3.9.1 4.0.0 4.4.0'.split(' ')
const EVERY_MINOR =
  '0.9.0.1 0.10.0.0 0.10.1.1 0.10.2.2 0.11.0.3 1.0.2 1.1.1 2.0.1 2.1.1 2.2.2 2.3.1 2.4.1 2.5.1 2.6.3 2.7.2 2.8.2 3.0.2 3.1.2 3.2.3 3.3.2 3.4.1 3.5.2 3.6.2 3.7.2 3.8.1 3.9.1 4.0.0 4.1.2 4.2.2 4.3.1 4.4.0'.split(
    ' ',
  )
const isFull = process.env['KAFKA_DUEL_ALL_VERSIONS'] === '1'
const CASES = (isFull ? ['17', '25'] : ['17']).flatMap((java) =>
  (isFull ? EVERY_MINOR : ONE_PER_ERA).map((version) => ({ version, java })),
)

const TLS_1_2 = { protocol: 'TLSv1.2', cipher: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384' } as const
const TLS_1_3 = { protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' } as const
const ONE_BROKER: ClusterPlan = {
  brokers: 1,
  interBrokerListener: 'plaintext',
  heapMb: 512,
  logDirs: 'disk',
  isPinned: false,
}
const TIMEOUT_MS = 20_000

let folder: TemporaryDirectory
let keyMaterial: KeyMaterial
const outcomes: string[] = []
let prepared = 0

beforeAll(async () => {
  folder = await temporaryDirectory(tmpdir(), 'kafka-duel-e2e-')
  keyMaterial = await createKeyMaterial({
    java: await resolveJava('17', process.env),
    directory: join(folder.path, 'tls'),
    signal: AbortSignal.timeout(60_000),
  })
})

afterAll(async () => {
  await folder[Symbol.asyncDispose]()
  console.log(['kafka    java start  serve  stop  TLS', ...outcomes].join('\n'))
})

interface Wanted {
  readonly version: string
  readonly java: string
  readonly cluster?: ClusterPlan
  readonly side?: Partial<SidePlan>
  readonly deadlineMs?: number
}

/** All that a start needs, with jars and formatted storage in place. */
async function prepare(options: Wanted): Promise<StartClusterOptions> {
  const { version, cluster = ONE_BROKER } = options
  const signal = AbortSignal.timeout(300_000)
  const java: Java = await resolveJava(options.java, process.env)
  const subject = await installSubject(
    { kind: 'maven', version },
    { javaFeature: java.feature, cacheDir: defaultCacheDir(process.env), signal },
  )
  const side: SidePlan = {
    name: 'candidate',
    subject: { kind: 'maven', version },
    java: options.java,
    jvmFlags: [],
    tls: isAtLeast(parseKafkaVersion(version), '2.6') ? TLS_1_3 : TLS_1_2,
    brokerConfig: {},
    ...options.side,
  }
  const parts = { side, subject, java, keyMaterial, cluster, signal }
  prepared += 1
  const label = `start-${prepared}`
  const storage = await formatStorage({
    ...parts,
    directory: join(folder.path, `${label}-storage`),
  })
  return {
    ...parts,
    connections: 2,
    retentionBytes: 256 * 1024 * 1024,
    directory: join(folder.path, label),
    storage,
    cpus: null,
    deadlineMs: options.deadlineMs ?? 180_000,
  }
}

/** Sends one record over a listener and asks for the log's end before and after. */
async function produceOne(
  endpoint: Endpoint,
  { hasApiVersions, replication }: { hasApiVersions: boolean; replication: number },
): Promise<{ added: number; tls: string }> {
  const topic = `topic-${endpoint.port}`
  await using bootstrap = await connect(endpoint, { timeoutMs: TIMEOUT_MS })
  const versions = await readApiVersions(bootstrap, hasApiVersions)
  const topics = [{ topic, partitions: 2, replication }]
  await createTopics(bootstrap, versions, topics)
  const [found] = await awaitLeaders(bootstrap, versions, { topics, deadlineMs: TIMEOUT_MS })
  const leader = found?.leaders[0]
  if (leader === undefined) throw new Error('no leader')
  const target = { ...endpoint, host: leader.host, port: leader.port }
  await using connection = await connect(target, { timeoutMs: TIMEOUT_MS })
  const before = await onceLed(() => readOffsets(connection, versions, { topic, partition: 0 }))
  const messages = [{ key: null, value: Buffer.from('hello'), timestamp: Date.now(), headers: {} }]
  await connection.send(
    choosers.produce(versions).exchange({
      acks: -1,
      timeout: TIMEOUT_MS,
      topicData: [{ topic, partitions: [{ partition: 0, messages }] }],
    }),
  )
  const after = await readOffsets(connection, versions, { topic, partition: 0 })
  const { tls } = connection
  return {
    added: after.end - before.end,
    tls: tls === null ? 'none' : `${tls.protocol} ${tls.cipher}`,
  }
}

/** The leader may hear of its office a little later than the broker that named it. */
async function onceLed<T>(ask: () => Promise<T>): Promise<T> {
  const endMs = performance.now() + TIMEOUT_MS
  for (;;) {
    try {
      return await ask()
    } catch (error: unknown) {
      const isEarly = error instanceof EnvironmentError && error.class === 'OFFSETS'
      if (!isEarly || performance.now() > endMs) throw error
      await delay(50)
    }
  }
}

/** Nothing may be left: no process, no port, no directory. */
async function expectGone(cluster: StartedCluster, directory: string): Promise<void> {
  for (const pid of cluster.pids) expect(await statOrNull(`/proc/${pid}`)).toBeNull()
  for (const listener of LISTENERS) {
    for (const { port } of cluster.endpoints[listener]) expect(await isFree(port)).toBe(true)
  }
  expect(await statOrNull(directory)).toBeNull()
}

async function checkListeners(
  cluster: StartedCluster,
  version: string,
  replication: number,
): Promise<string> {
  const { hasApiVersions } = eraOf(parseKafkaVersion(version))
  const expected = isAtLeast(parseKafkaVersion(version), '2.6') ? TLS_1_3 : TLS_1_2
  const negotiated = { plaintext: 'none', tls: `${expected.protocol} ${expected.cipher}` }
  for (const listener of LISTENERS) {
    const endpoint = cluster.endpoints[listener][0]
    if (endpoint === undefined) throw new Error('no endpoint')
    const produced = await produceOne(endpoint, { hasApiVersions, replication })
    expect(produced).toEqual({ added: 1, tls: negotiated[listener] })
  }
  return negotiated.tls
}

describe('startCluster()', () => {
  test.each(CASES)(
    'starts Kafka $version on Java $java, serves both listeners and leaves nothing behind',
    async ({ version, java }) => {
      const options = await prepare({ version, java })
      const times = [performance.now()]
      let served = 'FAILED'
      try {
        await using cluster = await startCluster(options)
        times.push(performance.now())
        expect(cluster.isAlive()).toBe(true)
        const tls = await checkListeners(cluster, version, 1)
        times.push(performance.now())
        await cluster.stop()
        times.push(performance.now())
        await expectGone(cluster, options.directory)
        served = tls
      } finally {
        const steps = times.slice(1).map((ms, index) => ms - (times[index] ?? ms))
        const seconds = steps.map((ms) => (ms / 1000).toFixed(1).padStart(6))
        outcomes.push([version.padEnd(9), java.padEnd(4), ...seconds, ` ${served}`].join(''))
      }
    },
  )

  test.each(['0.10.0.0', '4.4.0'])(
    'starts three brokers of Kafka %s that replicate over TLS',
    async (version) => {
      const cluster = { ...ONE_BROKER, brokers: 3, interBrokerListener: 'tls' } as const
      await using started = await startCluster(await prepare({ version, java: '17', cluster }))
      expect(started.pids).toHaveLength(3)
      await checkListeners(started, version, 3)
    },
  )

  test('tells when a broker dies unasked, and not when it is stopped', async () => {
    await using cluster = await startCluster(await prepare({ version: '2.8.2', java: '17' }))
    const [pid] = cluster.pids
    if (pid === undefined) throw new Error('no broker')
    process.kill(pid, 'SIGKILL')
    expect(await cluster.firstExit).toEqual({ title: 'broker 1', code: null, signal: 'SIGKILL' })
    expect(cluster.isAlive()).toBe(false)
  })

  test('tries again with new ports when another process takes one, and says so', async () => {
    const options = await prepare({ version: '2.8.2', java: '17' })
    const starting = startCluster(options)
    const taken = await takePort(
      join(options.directory, 'start-1', 'broker-1', 'server.properties'),
    )
    await using cluster = await starting
    expect(cluster.notes).toHaveLength(1)
    expect(cluster.notes[0]).toMatch(
      /^the candidate was started again: Cannot start the candidate \(.*\): broker 1 ended with exit code 1 after [\d.]+ s: the port of \S+ is taken by another process$/,
    )
    taken.close()
    await once(taken, 'close')
  })

  test('gives up at once when the run is cancelled, and leaves nothing behind', async () => {
    const cancel = new AbortController()
    const options = { ...(await prepare({ version: '2.8.2', java: '17' })), signal: cancel.signal }
    const starting = startCluster(options)
    await readWhenThere(join(options.directory, 'start-1', 'broker-1', 'server.properties'))
    cancel.abort(new InterruptedError('interrupted'))
    await expect(starting).rejects.toThrow(InterruptedError)
    expect(await statOrNull(options.directory)).toBeNull()
  })

  test('names side, time and cause of a start that fails, with the lines that matter', async () => {
    const error = await failedStart({ brokerConfig: { 'num.io.threads': 'many' } })
    expect({ code: error.code, class: error.class }).toEqual({
      code: 'KD_BROKER_START',
      class: 'BROKER_START',
    })
    expect(
      error.message.replace(/Java \S+\)/, 'Java X)').replace(/[\d.]+ s:/, 'N s:'),
    ).toMatchInlineSnapshot(
      `"Cannot start the candidate (kafka 2.8.2, Java X): broker 1 ended with exit code 1 after N s: its configuration is refused: Invalid value many for configuration num.io.threads: Not a number of type INT"`,
    )
    expect(error.detail?.split('\n').length).toBeLessThan(40)
    expect(error.detail).not.toContain(keyMaterial.password)
    const left = await readdir(folder.path)
    expect(left.filter((name) => !name.endsWith('-storage'))).toEqual(['tls'])
  })

  test('refuses a broker that advertises an address nobody can reach', async () => {
    const error = await failedStart({
      brokerConfig: {
        'advertised.listeners': 'PLAINTEXT://0.0.0.0:9092,SSL://0.0.0.0:9093',
      },
    })
    expect(error.class).toBe('ADVERTISED_LISTENER')
  })

  test('reports a wrong key password as such', async () => {
    const error = await failedStart({ brokerConfig: { 'ssl.key.password': 'not-the-one' } })
    expect(error.class).toBe('TLS_KEY_PASSWORD')
    expect(error.detail).not.toContain('not-the-one')
  })
})

/** Listens on the plaintext port of a broker whose configuration has just been written. */
async function takePort(configFile: string): Promise<Server> {
  const text = await readWhenThere(configFile)
  const port = /PLAINTEXT:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]
  const server = createServer((socket) => socket.destroy()).listen(Number(port), '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function readWhenThere(file: string): Promise<string> {
  const signal = AbortSignal.timeout(60_000)
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text !== '') return text
    await delay(5, undefined, { signal })
  }
}

async function failedStart(side: Partial<SidePlan>): Promise<EnvironmentError> {
  const wanted = await prepare({ version: '2.8.2', java: '17', side, deadlineMs: 60_000 })
  const found = await startCluster(wanted).then(
    (cluster) => cluster.stop(),
    (error: unknown) => error,
  )
  if (found instanceof EnvironmentError) return found
  throw new Error('the start did not fail as expected', { cause: found })
}
