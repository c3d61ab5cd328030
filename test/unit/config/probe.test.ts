import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { machineProbe } from '../../../src/config/probe.ts'

describe('machineProbe', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kafka-duel-test-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test.each([
    ['JAVA_VERSION="17.0.15"', 17],
    ['IMPLEMENTOR="x"\nJAVA_VERSION="1.8.0_504"\n', 8],
    ['JAVA_VERSION="25"', 25],
    ['nothing of use', null],
  ])('reads the feature version from a release file with %j', async (text, feature) => {
    await writeFile(path.join(folder, 'release'), text)
    expect(await machineProbe.javaFeature(folder)).toBe(feature)
  })

  test('knows no feature version of a runtime without a release file', async () => {
    expect(await machineProbe.javaFeature(folder)).toBeNull()
    expect(await machineProbe.javaFeature('21')).toBe(21)
  })

  test("reads a distribution's version from the name of its broker jar", async () => {
    const libs = path.join(folder, 'libs')
    await mkdir(libs)
    for (const name of ['kafka-clients-3.9.1.jar', 'kafka_2.13-3.9.1-javadoc.jar']) {
      await writeFile(path.join(libs, name), '')
    }
    expect(await machineProbe.kafkaVersion({ kind: 'directory', path: folder })).toBeNull()
    await writeFile(path.join(libs, 'kafka_2.13-3.9.1.jar'), '')
    expect(await machineProbe.kafkaVersion({ kind: 'directory', path: folder })).toBe('3.9.1')
  })

  test.each([
    ['/d/kafka_2.13-4.4.0.tgz', '4.4.0'],
    ['/d/kafka_2.10-0.9.0.1.tar.gz', '0.9.0.1'],
    ['/d/kafka_2.13-4.4.0-SNAPSHOT.tgz', '4.4.0-SNAPSHOT'],
    ['/d/kafka.tgz', null],
  ])('reads the version of the archive %s', async (file, version) => {
    expect(await machineProbe.kafkaVersion({ kind: 'archive', path: file })).toBe(version)
  })

  test('tells files, directories and nothing apart', async () => {
    await writeFile(path.join(folder, 'x'), '')
    const kinds = ['.', 'x', 'y', 'x/y'].map((name) =>
      machineProbe.pathKind(path.join(folder, name)),
    )
    expect(await Promise.all(kinds)).toEqual(['directory', 'file', null, null])
  })

  test('draws seeds of 32 bits', () => {
    const seeds = Array.from({ length: 50 }, () => machineProbe.drawSeed())
    expect(new Set(seeds).size).toBe(50)
    expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)).toBe(true)
  })
})
