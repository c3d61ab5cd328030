import { cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findJavas, resolveJava } from '../../../src/jvm/find-java.ts'
import { startJava } from '../../../src/jvm/start-java.ts'
import { installSubject } from '../../../src/subjects/install-subject.ts'
import type { InstalledSubject } from '../../../src/subjects/installed-subject.ts'
import { codedError, workbench } from './workbench.ts'
import type { Workbench } from './workbench.ts'

const javas = await findJavas(process.env)

let bench: Workbench
let resolved: InstalledSubject
beforeAll(async () => {
  bench = await workbench()
  resolved = await install('0.9.0.1')
})
afterAll(() => bench[Symbol.asyncDispose]())

const install = (version: string, signal?: AbortSignal) =>
  installSubject({ kind: 'maven', version }, { javaFeature: 17, cacheDir: bench.cacheDir, signal })

describe('installSubject() with the real Maven', () => {
  it('resolves Kafka 0.9.0.1 with all that it needs', async () => {
    expect(resolved).toMatchObject({ scalaSuffix: '2.11', cures: [] })
    expect(resolved.jars.length).toBeGreaterThan(20)
    for (const name of ['kafka_2.11-0.9.0.1', 'kafka-tools-0.9.0.1', 'zookeeper-3.4.6']) {
      expect(resolved.jars.some((jar) => jar.endsWith(`/${name}.jar`))).toBe(true)
    }
    expect(await install('0.9.0.1')).toEqual(resolved)
  })

  it('recognises a version that does not exist', async () => {
    const error = await codedError(install('0.9.0.77'))
    // offline the same question cannot be answered, and that is told apart
    const expected = error.class === 'MAVEN_FAILED' ? 'EnvironmentError' : 'UserError'
    expect(error).toMatchObject({ name: expected, code: 'KD_SUBJECT_NOT_FOUND' })
  })

  it('stops when it is aborted', async () => {
    const signal = AbortSignal.timeout(300)
    await expect(install('0.10.0.0', signal)).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

describe.each(javas)('a distribution on Java $feature', (java) => {
  it.each(['kafka dists/kafka_2.11-0.9.0.1 (copy)', 'kafka größer/kafka_2.11-0.9.0.1'])(
    'runs from "%s" with a Java home that holds a blank',
    async (folder) => {
      const libs = join(bench.path, folder, 'libs')
      await mkdir(libs, { recursive: true })
      await cp(dirname(resolved.jars[0] ?? ''), libs, { recursive: true })
      const home = join(bench.path, `my java ${java.feature} ${folder.length}`)
      await symlink(java.home, home)
      const subject = await installSubject(
        { kind: 'directory', path: join(bench.path, folder) },
        { javaFeature: java.feature, cacheDir: bench.cacheDir },
      )
      expect(subject.classPathDigest).toBe(resolved.classPathDigest)

      const logFile = join(bench.path, folder, `java ${java.feature}.log`)
      const jvm = await startJava({
        java: await resolveJava(home, process.env),
        jvmFlags: ['-Xmx64m'],
        classPath: subject.jars,
        mainClass: 'kafka.Kafka',
        args: [],
        cwd: bench.path,
        logFile,
      })
      expect(await jvm.exited).toEqual({ code: 1, signal: null })
      expect(await readFile(logFile, 'utf8')).toContain('USAGE: java [options] KafkaServer')
    },
  )
})
