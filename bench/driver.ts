/**
 * The replay driver beside Kafka's own tools, on one broker in one run: records per second of wall time
 * and per second of the driver's CPU, produce and consume, TLS and plaintext.
 *
 *   npx tsx bench/driver.ts [--kafka 4.4.0] [--java 17] [--seconds 10]
 *
 * The tools' start-up does not count: their speed and CPU are taken between interim lines.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { StartedCluster } from '../src/broker/started-cluster.ts'
import { readCpuSeconds } from '../src/jvm/cpu-time.ts'
import { Scope } from '../src/lib/scope.ts'
import type { Cell } from '../src/model/words.ts'
import type { Arena } from '../src/rounds/arena.ts'
import { topicOf } from '../src/rounds/topics.ts'
import { isFailed, runJobOn } from '../src/rounds/train.ts'
import { bootSide, prepareData, warmUp } from '../src/rounds/visit.ts'
import { argument, withArena } from './arena.ts'

const seconds = Number(argument('seconds', '10'))
const side = `kafka@${argument('kafka', '4.4.0')},java@${argument('java', '17')}`

interface Speed {
  readonly recordsPerSecond: number
  readonly driverCores: number
}

await withArena(
  { baseline: side, candidate: side, pin: 'false', seed: '1' },
  async (arena) => {
    await using scope = new Scope()
    const cluster = scope.use(await bootSide(arena, 'baseline', 'bench'))
    const unfilled = await prepareData(arena, { baseline: cluster })
    if (unfilled !== null) throw new Error(unfilled.reason)
    await warmUp(arena, { baseline: cluster }, { first: 'baseline', turns: null })
    console.log(
      '| cell | driver | records/s | driver cores | records per driver-CPU-second | ratio |',
    )
    console.log('|---|---|---|---|---|---|')
    for (const cell of arena.plan.cells) {
      const tool = await runTool(arena, cluster, cell)
      const replay = await runReplay(arena, cluster, cell)
      const ratio = perCpu(replay) / perCpu(tool)
      const name = cell.workload === 'produce' ? 'ProducerPerformance' : 'ConsumerPerformance'
      console.log(row(cell, name, tool, ''))
      console.log(row(cell, 'replay', replay, `${ratio.toFixed(1)}x`))
    }
  },
  // the tool reads a topic once: it has to be long enough for some seconds
  (plan) => ({ ...plan, load: { ...plan.load, preloadBytes: 0.3e9 } }),
)

function perCpu({ recordsPerSecond, driverCores }: Speed): number {
  return recordsPerSecond / driverCores
}

function row(cell: Cell, driver: string, speed: Speed, ratio: string): string {
  const millions = (value: number): string => `${(value / 1e6).toFixed(2)} M`
  const { recordsPerSecond, driverCores } = speed
  return `| ${cell.name} | ${driver} | ${millions(recordsPerSecond)} | ${driverCores.toFixed(2)} | ${millions(perCpu(speed))} | ${ratio} |`
}

async function runReplay(arena: Arena, cluster: StartedCluster, cell: Cell): Promise<Speed> {
  const order = Array.from({ length: seconds * 10 }, () => 'baseline' as const)
  const outcome = await runJobOn(
    arena,
    { baseline: cluster },
    { cell, work: { kind: 'slices', sliceMs: 100, order }, expectedMs: seconds * 1000 },
  )
  if (isFailed(outcome)) throw new Error(outcome.reason)
  const { records = 0, elapsedMs = 1 } = outcome.sides.baseline ?? {}
  return {
    recordsPerSecond: (records / elapsedMs) * 1000,
    driverCores: outcome.driverCpuPerThread * arena.plan.load.connections,
  }
}

/** Runs Kafka's tool and watches records and CPU between its interim lines. */
async function runTool(arena: Arena, cluster: StartedCluster, cell: Cell): Promise<Speed> {
  const { java, subject } = arena.sides.baseline
  const { keyMaterial, plan } = arena
  const endpoint = cluster.endpoints[cell.listener][0]
  if (endpoint === undefined) throw new Error('no endpoint')
  const properties = {
    'bootstrap.servers': `localhost:${endpoint.port}`,
    ...(cell.listener === 'tls' && {
      'security.protocol': 'SSL',
      'ssl.truststore.location': keyMaterial.trustStoreFile,
      'ssl.truststore.password': keyMaterial.password,
      'ssl.truststore.type': 'JKS',
    }),
    ...(cell.workload === 'produce' && {
      acks: 'all',
      'linger.ms': '5',
      'batch.size': '65536',
      'buffer.memory': '67108864',
    }),
  }
  const file = join(arena.directory, 'tool.properties')
  await writeFile(
    file,
    Object.entries(properties)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  )
  const [mainClass, args] =
    cell.workload === 'produce'
      ? [
          'org.apache.kafka.tools.ProducerPerformance',
          [
            '--num-records',
            '1000000000',
            '--record-size',
            String(plan.load.recordSizeBytes),
            '--throughput',
            '-1',
            '--producer.config',
            file,
          ],
        ]
      : [
          'org.apache.kafka.tools.ConsumerPerformance',
          [
            '--bootstrap-server',
            properties['bootstrap.servers'],
            '--messages',
            '5800000',
            '--reporting-interval',
            '100',
            '--show-detailed-stats',
            '--consumer.config',
            file,
          ],
        ]
  const child = spawn(
    java.executable,
    [
      '-Xmx512m',
      '-Duser.language=en',
      '-Duser.country=US',
      '-cp',
      subject.jars.join(':'),
      mainClass,
      '--topic',
      topicOf(cell),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const { pid = 0 } = child
  const exited = once(child, 'exit')
  const seen: { atMs: number; cpu: number; records: number }[] = []
  let produced = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const records =
      cell.workload === 'produce' ? /^(\d+) records sent/.exec(line)?.[1] : consumedIn(line)
    const cpu = readCpuSeconds(pid)
    if (records === undefined || cpu === null) continue
    produced += Number(records)
    const total = cell.workload === 'produce' ? produced : Number(records)
    seen.push({ atMs: performance.now(), cpu, records: total })
    const first = seen[0]
    if (first !== undefined && performance.now() - first.atMs > seconds * 1000)
      child.kill('SIGKILL')
  }
  await exited
  const first = seen[0]
  const last = seen.at(-1)
  if (first === undefined || last === undefined || first === last) {
    throw new Error(`${mainClass} gave fewer than two interim lines`)
  }
  const wallSeconds = (last.atMs - first.atMs) / 1000
  return {
    recordsPerSecond: (last.records - first.records) / wallSeconds,
    driverCores: (last.cpu - first.cpu) / wallSeconds,
  }
}

/** Column 5 of a row of --show-detailed-stats: records so far. */
function consumedIn(line: string): string | undefined {
  const cells = line.split(',').map((cell) => cell.trim())
  return /^\d{4}-/.test(cells[0] ?? '') ? cells[4] : undefined
}
