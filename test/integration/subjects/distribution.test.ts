import { readdir, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { create } from 'tar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Subject } from '../../../src/model/plan.ts'
import { defaultCacheDir, installSubject } from '../../../src/subjects/install-subject.ts'
import { codedError, mavenEnv, workbench } from './workbench.ts'
import type { Workbench } from './workbench.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await workbench()
})
afterEach(() => bench[Symbol.asyncDispose]())

const JARS = ['kafka-clients-3.9.0.jar', 'kafka_2.13-3.9.0.jar', 'slf4j-reload4j-1.7.36.jar']

const install = (kind: 'directory' | 'archive', path: string, javaFeature = 17) => {
  const subject: Subject = { kind, path }
  const env = mavenEnv({ calls: bench.calls })
  return installSubject(subject, { javaFeature, cacheDir: bench.cacheDir, env })
}

const messageFor = async (kind: 'directory' | 'archive', path: string) => {
  const error = await codedError(install(kind, path))
  return `${error.code}: ${error.message}\n${error.hint ?? ''}`.replaceAll(bench.path, '<bench>')
}

describe('installSubject() of a directory', () => {
  it('lists libs/*.jar in order of their names, from a path with blanks and umlauts', async () => {
    const libs = await bench.makeJars('kafka_2.13-3.9.0 (copy)/libs', ...JARS, 'LICENSE')
    const installed = await install('directory', join(libs, '..'))
    expect(installed).toMatchObject({
      kafkaVersion: { text: '3.9.0' },
      scalaSuffix: '2.13',
      cures: [],
    })
    expect(installed.jars).toEqual(JARS.map((name) => join(libs, name)))
  })

  it('takes a folder of jars itself, and a version from the clients jar', async () => {
    const folder = await bench.makeJars(
      'jars',
      'kafka-clients-3.9.0-acme1.jar',
      'core.jar',
      'slf4j-simple-1.7.36.jar',
    )
    const installed = await install('directory', folder)
    expect(installed).toMatchObject({ kafkaVersion: { text: '3.9.0-acme1' }, scalaSuffix: null })
  })

  it('leaves out sources, tests and documentation', async () => {
    const code = ['kafka_2.11-0.9.0.1.jar', 'slf4j-log4j12-1.7.6.jar']
    const others = ['sources', 'javadoc', 'scaladoc', 'test'].map(
      (n) => `kafka_2.11-0.9.0.1-${n}.jar`,
    )
    const libs = await bench.makeJars('dist/libs', ...code, ...others)
    expect((await install('directory', join(libs, '..'))).jars.map((jar) => basename(jar))).toEqual(
      code,
    )
  })

  it('has the same digest wherever it lies, and another one for other content', async () => {
    const here = await bench.makeJars('here', ...JARS)
    const there = await bench.makeJars('there', ...JARS)
    const first = await install('directory', here)
    expect((await install('directory', there)).classPathDigest).toBe(first.classPathDigest)
    await writeFile(join(there, 'kafka_2.13-3.9.0.jar'), 'patched')
    expect((await install('directory', there)).classPathDigest).not.toBe(first.classPathDigest)
  })

  it('is cured on the class path only, never in its folder', async () => {
    const names = ['kafka_2.12-2.3.1.jar', 'slf4j-api-1.7.26.jar', 'zookeeper-3.4.14.jar']
    const libs = await bench.makeJars('dist/libs', ...names)
    const installed = await install('directory', join(libs, '..'))
    expect(installed.jars.map((jar) => basename(jar))).toEqual([
      'kafka_2.12-2.3.1.jar',
      'slf4j-api-1.7.26.jar',
      'slf4j-simple-1.7.26.jar',
      'zookeeper-3.4.10.jar',
    ])
    expect(installed.cures).toHaveLength(2)
    expect(await readdir(libs)).toEqual(names)
  })

  it('says what is wrong with a folder that is no distribution', async () => {
    expect(await messageFor('directory', join(bench.path, 'none'))).toMatchInlineSnapshot(`
      "KD_SUBJECT_NOT_FOUND: Cannot use "<bench>/none" as a Kafka distribution: there is no such folder
      give the folder that holds libs/ and bin/"
    `)
    const empty = await bench.makeJars('empty', 'build.gradle', 'some.jar')
    expect(await messageFor('directory', empty)).toMatchInlineSnapshot(`
      "KD_SUBJECT_BROKEN: Cannot use "<bench>/empty" as a Kafka distribution: it holds neither kafka_2.1x-VERSION.jar nor kafka-clients-VERSION.jar
      give an unpacked distribution; from a source tree, "./gradlew releaseTarGz" builds an archive of one"
    `)
    const two = await bench.makeJars('two', 'kafka_2.12-3.9.0.jar', 'kafka_2.13-3.9.0.jar')
    expect(await messageFor('directory', two)).toMatchInlineSnapshot(`
      "KD_SUBJECT_BROKEN: Cannot use "<bench>/two" as a Kafka distribution: it holds more than one Kafka (kafka_2.12-3.9.0.jar, kafka_2.13-3.9.0.jar)
      keep one kafka_2.1x jar"
    `)
    const colon = await bench.makeJars('a:b', ...JARS)
    expect(await messageFor('directory', colon)).toMatchInlineSnapshot(`
      "KD_SUBJECT_BROKEN: Cannot put "<bench>/a:b/kafka-clients-3.9.0.jar" on a class path: the path holds ":"
      use a folder without ":" in its path"
    `)
  })

  it('is refused on a Java that cannot run it', async () => {
    const folder = await bench.makeJars('jars', 'kafka_2.13-4.4.0.jar', 'slf4j-simple-1.7.36.jar')
    expect((await codedError(install('directory', folder, 11))).code).toBe('KD_JAVA_TOO_OLD')
  })
})

describe('installSubject() of an archive', () => {
  async function pack(name: string, folder: string): Promise<string> {
    const archive = join(bench.path, name)
    await create({ file: archive, gzip: true, cwd: join(bench.path, folder) }, ['.'])
    return archive
  }

  it('unpacks the jars once, under the digest of the archive', async () => {
    await bench.makeJars('dist/kafka_2.13-3.9.0/libs', ...JARS)
    await bench.makeJars('dist/kafka_2.13-3.9.0/bin', 'kafka-run-class.sh')
    const archive = await pack('kafka größer.tgz', 'dist')
    const installed = await install('archive', archive)
    expect(installed).toMatchObject({ kafkaVersion: { text: '3.9.0' }, scalaSuffix: '2.13' })
    expect(installed.jars.map((jar) => basename(jar))).toEqual(JARS)
    expect(await install('archive', archive)).toEqual(installed)
    const entries = await readdir(join(bench.cacheDir, 'archives'))
    expect(entries).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(await readdir(join(bench.cacheDir, 'archives', entries[0] ?? ''))).toEqual(
      [...JARS, 'manifest.json'].sort(),
    )
  })

  it('gives the digest that the unpacked distribution has', async () => {
    const libs = await bench.makeJars('dist/libs', ...JARS)
    const packed = await install('archive', await pack('kafka.tar.gz', 'dist'))
    expect(packed.classPathDigest).toBe((await install('directory', libs)).classPathDigest)
  })

  it('is unpacked again when the cache is damaged', async () => {
    await bench.makeJars('dist/libs', ...JARS)
    const archive = await pack('kafka.tgz', 'dist')
    const installed = await install('archive', archive)
    await truncate(installed.jars[1] ?? '', 1)
    expect(await install('archive', archive)).toEqual(installed)
  })

  it('says what is wrong with a file that is none', async () => {
    expect(await messageFor('archive', join(bench.path, 'kafka.zip'))).toMatchInlineSnapshot(`
      "KD_SUBJECT_BROKEN: Cannot use the archive "<bench>/kafka.zip": its name ends neither in .tgz nor in .tar.gz
      pack it as .tgz, or unpack it and give the folder with "dir:""
    `)
    expect(await messageFor('archive', join(bench.path, 'none.tgz'))).toMatchInlineSnapshot(`
      "KD_SUBJECT_NOT_FOUND: Cannot use the archive "<bench>/none.tgz": there is no such file
      give the path of a built distribution, such as kafka_2.13-4.4.0.tgz"
    `)
    await bench.makeJars('dist/src', 'Main.java')
    const sources = await pack('src.tgz', 'dist')
    expect(await messageFor('archive', sources)).toMatchInlineSnapshot(`
      "KD_SUBJECT_BROKEN: Cannot use the archive "<bench>/src.tgz": it holds no libs/*.jar
      give a built distribution, such as kafka_2.13-4.4.0.tgz; "./gradlew releaseTarGz" makes one"
    `)
    await writeFile(join(bench.path, 'text.tgz'), 'no archive at all')
    expect(await messageFor('archive', join(bench.path, 'text.tgz'))).toMatchInlineSnapshot(`
      "KD_SUBJECT_BROKEN: Cannot use the archive "<bench>/text.tgz": it cannot be unpacked (TAR_BAD_ARCHIVE: Unrecognized archive format)
      give a built distribution, such as kafka_2.13-4.4.0.tgz; "./gradlew releaseTarGz" makes one"
    `)
  })

  it('says that an archive is cut off, and keeps nothing of it', async () => {
    await bench.makeJars('dist/libs', ...JARS)
    // content that does not compress, so that the cut falls inside of it
    const noise = Uint8Array.from({ length: 50_000 }, (_, n) => Math.imul(n, n ^ 0x9e3779b9) >>> 13)
    await writeFile(join(bench.path, 'dist/libs/noise.jar'), noise)
    const archive = await pack('cut.tgz', 'dist')
    await truncate(archive, 20_000)
    expect(await messageFor('archive', archive)).toMatchInlineSnapshot(`
      "KD_SUBJECT_BROKEN: Cannot use the archive "<bench>/cut.tgz": it cannot be unpacked (zlib: unexpected end of file)
      give a built distribution, such as kafka_2.13-4.4.0.tgz; "./gradlew releaseTarGz" makes one"
    `)
    expect(await readdir(join(bench.cacheDir, 'archives'))).toEqual([])
  })
})

describe('defaultCacheDir()', () => {
  it('follows XDG_CACHE_HOME when that is a full path', () => {
    expect(defaultCacheDir({ XDG_CACHE_HOME: '/var/cache', HOME: '/home/me' })).toBe(
      '/var/cache/kafka-duel',
    )
    for (const value of ['', 'relative']) {
      expect(defaultCacheDir({ XDG_CACHE_HOME: value, HOME: '/home/me' })).toBe(
        '/home/me/.cache/kafka-duel',
      )
    }
  })
})
