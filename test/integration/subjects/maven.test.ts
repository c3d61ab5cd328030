import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { statOrNull } from '../../../src/lib/files.ts'
import { installSubject } from '../../../src/subjects/install-subject.ts'
import type { InstallOptions } from '../../../src/subjects/install-subject.ts'
import { codedError, mavenEnv, workbench } from './workbench.ts'
import type { Workbench } from './workbench.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await workbench()
})
afterEach(() => bench[Symbol.asyncDispose]())

const BOUND = ['slf4j-log4j12-1.7.25.jar']

function install(
  version: string,
  maven: Parameters<typeof mavenEnv>[0] = {},
  options: Partial<InstallOptions> = {},
) {
  return installSubject(
    { kind: 'maven', version },
    {
      javaFeature: 17,
      cacheDir: bench.cacheDir,
      env: mavenEnv({ calls: bench.calls, alongside: BOUND, ...maven }),
      ...options,
    },
  )
}

async function calls(): Promise<readonly string[]> {
  if ((await statOrNull(bench.calls)) === null) return []
  return (await readFile(bench.calls, 'utf8')).trimEnd().split('\n')
}

const entries = () => readdir(join(bench.cacheDir, 'maven'))
const namesOf = (jars: readonly string[]) => jars.map((jar) => basename(jar))

describe('installSubject() of a published Kafka', () => {
  it('lists broker, tools and what comes along, in order of their names', async () => {
    const progress: string[] = []
    const installed = await install('2.4.1', {}, { onProgress: (text) => progress.push(text) })
    expect(installed).toMatchObject({
      kafkaVersion: { text: '2.4.1' },
      scalaSuffix: '2.12',
      cures: [],
    })
    expect(namesOf(installed.jars)).toEqual([
      'kafka-tools-2.4.1.jar',
      'kafka_2.12-2.4.1.jar',
      'slf4j-log4j12-1.7.25.jar',
    ])
    expect(installed.classPathDigest).toMatch(/^[0-9a-f]{64}$/)
    expect(await entries()).toEqual(['kafka_2.12-2.4.1'])
    expect(progress).toEqual([
      'resolving org.apache.kafka:kafka_2.12:2.4.1 and org.apache.kafka:kafka-tools:2.4.1 with Maven',
    ])
  })

  it('asks Maven once and then uses the cache, even without Maven', async () => {
    const first = await install('2.4.1')
    const second = await install('2.4.1', {}, { env: { PATH: '' } })
    expect(second).toEqual(first)
    expect(await calls()).toHaveLength(1)
  })

  it('takes the Scala suffix that it is told to prefer', async () => {
    const installed = await install('2.4.1', {}, { scalaSuffix: '2.13' })
    expect(installed.scalaSuffix).toBe('2.13')
    expect(await entries()).toEqual(['kafka_2.13-2.4.1'])
  })

  it('goes on to the next Scala suffix when one was not published', async () => {
    const installed = await install('2.4.1', { absent: ['kafka_2.12:'] })
    expect(installed.scalaSuffix).toBe('2.13')
    expect(await entries()).toEqual(['kafka_2.13-2.4.1'])
  })

  it('does without the tools where they were not published', async () => {
    const installed = await install('2.4.1', { absent: ['kafka-tools:'] })
    expect(namesOf(installed.jars)).toEqual(['kafka_2.12-2.4.1.jar', ...BOUND])
  })

  it('asks anew for a SNAPSHOT, and keeps what an earlier one was', async () => {
    const first = await install('4.5.0-SNAPSHOT')
    const second = await install('4.5.0-SNAPSHOT', { alongside: [...BOUND, 'new.jar'] })
    expect(namesOf(second.jars)).toContain('new.jar')
    expect(await entries()).toHaveLength(2)
    for (const jar of first.jars) expect(await statOrNull(jar)).not.toBeNull()
  })

  it('adds cures without changing the entry that other Java versions share', async () => {
    const alongside = ['zookeeper-3.4.14.jar', 'slf4j-api-1.7.26.jar']
    const onJava8 = await install(
      '2.3.1',
      { alongside: [...alongside, ...BOUND] },
      { javaFeature: 8 },
    )
    const onJava17 = await install('2.3.1', {}, { javaFeature: 17 })
    expect(namesOf(onJava8.jars)).toContain('zookeeper-3.4.14.jar')
    expect(namesOf(onJava17.jars)).not.toContain('zookeeper-3.4.14.jar')
    expect(namesOf(onJava17.jars).at(-1)).toBe('zookeeper-3.4.10.jar')
    expect(onJava17.cures).toHaveLength(1)
    expect(onJava17.classPathDigest).not.toBe(onJava8.classPathDigest)
    expect(await calls()).toHaveLength(2)
  })

  it('adds a logging binding where none comes along', async () => {
    const installed = await install('4.4.0', { alongside: ['slf4j-api-1.7.36.jar'] })
    expect(namesOf(installed.jars).at(-1)).toBe('slf4j-simple-1.7.36.jar')
  })
})

describe('a damaged cache', () => {
  const damages: readonly [string, (entry: string) => Promise<unknown>][] = [
    ['a truncated jar', (entry) => truncate(join(entry, 'kafka_2.12-2.4.1.jar'), 3)],
    [
      'a changed jar',
      (entry) => writeFile(join(entry, 'kafka_2.12-2.4.1.jar'), 'kafka_2.12 2.4.X'),
    ],
    ['a missing jar', (entry) => rm(join(entry, 'kafka_2.12-2.4.1.jar'))],
    ['no manifest', (entry) => rm(join(entry, 'manifest.json'))],
    ['half a manifest', (entry) => truncate(join(entry, 'manifest.json'), 50)],
    ['a foreign manifest', (entry) => writeFile(join(entry, 'manifest.json'), '{"jars":[]}')],
    [
      'a file instead of a folder',
      async (entry) => {
        await rm(entry, { recursive: true })
        await writeFile(entry, '')
      },
    ],
  ]
  it.each(damages)('with %s is resolved again', async (_, damage) => {
    const first = await install('2.4.1')
    await damage(join(bench.cacheDir, 'maven', 'kafka_2.12-2.4.1'))
    expect(await install('2.4.1')).toEqual(first)
    expect(await calls()).toHaveLength(2)
    expect(await install('2.4.1')).toEqual(first)
    expect(await calls()).toHaveLength(2)
  })

  it('loses what a killed process left half-written, once it is a day old', async () => {
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
    for (const name of ['.partial-old', '.partial-new']) {
      const folder = join(bench.cacheDir, 'maven', name)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'kafka_2.12-2.4.1.jar'), 'half')
      if (name === '.partial-old') await utimes(folder, yesterday, yesterday)
    }
    expect((await install('2.4.1')).jars).toHaveLength(3)
    expect(await entries()).toEqual(['.partial-new', 'kafka_2.12-2.4.1'])
  })

  it('that cannot be written is told with its folder', async () => {
    await writeFile(bench.cacheDir, 'a file')
    const error = await codedError(install('2.4.1'))
    expect(error.code).toBe('KD_OUTPUT')
    expect(error.message).toContain(`Cannot write to the cache folder "${bench.cacheDir}/maven": `)
  })
})

describe('several at once', () => {
  it('fill the same entry without harm: one wins, all use it', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const waiting: Socket[] = []
      const allWait = new Promise<void>((resolve) => {
        server.on('connection', (socket) => {
          waiting.push(socket)
          if (waiting.length === 3) resolve()
        })
      })
      const installs = [1, 2, 3].map(() => install('2.4.1', { port: portOf(server) }))
      await Promise.race([allWait, Promise.all(installs)])
      for (const socket of waiting) socket.end('go')
      const [first, ...others] = await Promise.all(installs)
      for (const other of others) expect(other).toEqual(first)
      expect(await entries()).toEqual(['kafka_2.12-2.4.1'])
      expect(await calls()).toHaveLength(3)
    } finally {
      server.close()
    }
  })

  it('leave alone an entry that appears while they are resolving', async () => {
    const elsewhere = join(bench.path, 'elsewhere')
    await install('2.4.1', {}, { cacheDir: elsewhere })
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const asked = new Promise<Socket>((resolve) => server.once('connection', resolve))
      const installing = install('2.4.1', {
        port: portOf(server),
        alongside: ['later.jar', ...BOUND],
      })
      await Promise.race([asked, installing])
      const socket = await asked
      await cp(elsewhere, bench.cacheDir, { recursive: true })
      socket.end('go')
      expect(namesOf((await installing).jars)).not.toContain('later.jar')
    } finally {
      server.close()
    }
  })
})

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

describe('when Maven fails', () => {
  it('a missing mvn is told with the cure', async () => {
    const error = await codedError(install('2.4.1', {}, { env: { PATH: bench.path } }))
    expect(error.code).toBe('KD_MAVEN_NOT_FOUND')
    expect(`${error.message}\n${error.hint ?? ''}`).toMatchInlineSnapshot(`
      "Cannot resolve Kafka with Maven: there is no "mvn" on PATH
      install Apache Maven, or give a built distribution with "dir:" or "archive:""
    `)
    expect(await entries()).toEqual([])
  })

  it('an unknown version is wrong use, and found out with one call', async () => {
    const error = await codedError(install('2.4.9', { absent: ['2.4.9'] }))
    expect(error).toMatchObject({ name: 'UserError', code: 'KD_SUBJECT_NOT_FOUND' })
    expect(`${error.message}\n${error.hint ?? ''}`).toMatchInlineSnapshot(`
      "Cannot find Kafka "2.4.9": no Maven repository has org.apache.kafka:kafka_2.12:2.4.9
      the released versions are listed at https://kafka.apache.org/downloads"
    `)
    expect(await calls()).toHaveLength(1)
    expect(await entries()).toEqual([])
  })

  it('a version without any of its Scala suffixes is unknown too', async () => {
    const error = await codedError(install('2.4.1', { absent: ['kafka_2'] }))
    expect(error.code).toBe('KD_SUBJECT_NOT_FOUND')
    expect(await calls()).toHaveLength(3)
  })

  it.each([
    'Could not transfer artifact org.apache.kafka:kafka_2.12:pom:2.4.1 from/to mirror: Connection refused',
    'Cannot access mirror in offline mode and the artifact org.apache.kafka:kafka_2.12:jar:2.4.1 has not been downloaded from it before.',
    'No plugin found for prefix',
  ])('"%s" is no unknown version', async (failure) => {
    const error = await codedError(install('2.4.1', { failure }))
    expect(error).toMatchObject({
      name: 'EnvironmentError',
      code: 'KD_SUBJECT_NOT_FOUND',
      class: 'MAVEN_FAILED',
      message: 'Cannot resolve Kafka with Maven: mvn failed',
      hint: 'check the network, and mirrors and proxies in ~/.m2/settings.xml',
      detail: failure,
    })
    expect(await calls()).toHaveLength(1)
    expect(await entries()).toEqual([])
  })

  it('a cure that the mirror does not have is told as such', async () => {
    const alongside = ['zookeeper-3.4.14.jar', ...BOUND]
    const error = await codedError(install('2.3.1', { alongside, absent: ['zookeeper:'] }))
    expect(error).toMatchObject({ name: 'EnvironmentError', class: 'MAVEN_FAILED' })
    expect(error.message).toMatchInlineSnapshot(
      `"Cannot find org.apache.zookeeper:zookeeper:3.4.10 in any Maven repository"`,
    )
  })

  it('a Kafka that the Java cannot run is refused before Maven is asked', async () => {
    const error = await codedError(install('4.4.0', {}, { javaFeature: 11, side: 'candidate' }))
    expect(error).toMatchObject({ code: 'KD_JAVA_TOO_OLD', side: 'candidate' })
    expect(await calls()).toEqual([])
  })
})

it('an abort kills Maven and leaves nothing behind', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const controller = new AbortController()
    const asked = new Promise<Socket>((resolve) => server.once('connection', resolve))
    const installing = install('2.4.1', { port: portOf(server) }, { signal: controller.signal })
    const outcome = expect(installing).rejects.toThrow(new RangeError('enough'))
    await Promise.race([asked, outcome])
    const socket = await asked
    socket.on('error', () => {
      // a killed program may reset it
    })
    const gone = once(socket.resume(), 'close')
    controller.abort(new RangeError('enough'))
    await Promise.all([outcome, gone])
    expect(await entries()).toEqual([])
  } finally {
    server.close()
  }
})
