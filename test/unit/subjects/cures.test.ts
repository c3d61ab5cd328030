import { describe, expect, it } from 'vitest'
import { parseKafkaVersion } from '../../../src/model/kafka-version.ts'
import { applyCures, curesFor } from '../../../src/subjects/cures.ts'
import { digestOf } from '../../../src/subjects/jar.ts'
import type { Jar } from '../../../src/subjects/jar.ts'

const jarsNamed = (...names: readonly string[]): readonly Jar[] =>
  names.map((name) => ({ path: `/libs/${name}`, sha256: name }))

const curesOf = (version: string, java: number, ...names: readonly string[]) =>
  curesFor(parseKafkaVersion(version), java, jarsNamed(...names))

const BOUND = 'slf4j-log4j12-1.7.25.jar'

describe('curesFor()', () => {
  it.each([
    ['0.10.0.0', 17, false],
    ['0.10.1.0', 8, false],
    ['0.10.1.0', 10, false],
    ['0.10.1.0', 11, true],
    ['0.11.0.3', 25, true],
    ['1.0.0', 25, false],
  ])('Kafka %s on Java %d needs javax.xml.bind: %s', (version, java, isNeeded) => {
    const coordinates = curesOf(version, java, BOUND).flatMap((cure) => cure.coordinates)
    const jaxb = ['javax.xml.bind:jaxb-api:2.3.1', 'javax.activation:javax.activation-api:1.2.0']
    expect(coordinates).toEqual(isNeeded ? jaxb : [])
  })

  it('adds no javax.xml.bind where a distribution has brought its own', () => {
    expect(curesOf('0.11.0.3', 17, BOUND, 'jaxb-api-2.3.0.jar')).toEqual([])
  })

  it.each([
    ['zookeeper-3.4.13.jar', 13, false],
    ['zookeeper-3.4.13.jar', 14, true],
    ['zookeeper-3.4.14.jar', 25, true],
    ['zookeeper-3.4.10.jar', 25, false],
    ['zookeeper-3.5.6.jar', 25, false],
  ])('%s on Java %d has to be replaced: %s', (zookeeper, java, isNeeded) => {
    const coordinates = curesOf('2.3.1', java, BOUND, zookeeper).flatMap((cure) => cure.coordinates)
    expect(coordinates).toEqual(isNeeded ? ['org.apache.zookeeper:zookeeper:3.4.10'] : [])
  })

  it('adds a logging binding of the API version in use where there is none', () => {
    const [cure] = curesOf('4.4.0', 25, 'slf4j-api-1.7.36.jar', 'log4j-core-2.25.5.jar')
    expect(cure?.coordinates).toEqual(['org.slf4j:slf4j-simple:1.7.36'])
    expect(curesOf('5.0.0', 25, 'slf4j-api-2.0.9.jar')[0]?.coordinates).toEqual([
      'org.slf4j:slf4j-simple:2.0.9',
    ])
  })

  it.each([
    'slf4j-log4j12-1.7.30.jar',
    'slf4j-reload4j-1.7.36.jar',
    'slf4j-simple-1.7.36.jar',
    'logback-classic-1.2.3.jar',
    'log4j-slf4j-impl-2.25.5.jar',
  ])('knows %s for a logging binding', (binding) => {
    expect(curesOf('4.4.0', 25, 'slf4j-api-1.7.36.jar', binding)).toEqual([])
  })

  it('says what it does in sentences for the report', () => {
    const cures = [
      ...curesOf('0.11.0.3', 17, BOUND),
      ...curesOf('2.3.1', 17, BOUND, 'zookeeper-3.4.14.jar'),
      ...curesOf('4.4.0', 17, 'slf4j-api-1.7.36.jar'),
    ]
    expect(cures.map((cure) => cure.sentence)).toMatchInlineSnapshot(`
      [
        "jaxb-api 2.3.1 added: Java has had no javax.xml.bind since 11",
        "zookeeper 3.4.10 in place of its own: later 3.4 clients cannot connect on Java 14 and up",
        "slf4j-simple 1.7.36 added: the class path has no logging binding",
      ]
    `)
  })
})

describe('applyCures()', () => {
  it('takes the replaced jar out of the list and puts the new ones at its end', () => {
    const jars = jarsNamed('kafka_2.11-2.3.1.jar', 'zookeeper-3.4.14.jar', 'zstd-jni-1.4.0-1.jar')
    const cures = curesOf('2.3.1', 17, BOUND, 'zookeeper-3.4.14.jar')
    const extra = jarsNamed('zookeeper-3.4.10.jar')
    expect(applyCures(jars, cures, extra).map((jar) => jar.path)).toEqual([
      '/libs/kafka_2.11-2.3.1.jar',
      '/libs/zstd-jni-1.4.0-1.jar',
      '/libs/zookeeper-3.4.10.jar',
    ])
  })

  it('changes nothing without cures', () => {
    const jars = jarsNamed('a.jar', 'b.jar')
    expect(applyCures(jars, [], [])).toEqual(jars)
  })
})

describe('digestOf()', () => {
  it('is the digest of what sha256sum would print, wherever the jars lie', () => {
    const jars = [
      { path: '/here/a.jar', sha256: 'aa' },
      { path: '/there/b.jar', sha256: 'bb' },
    ]
    const moved = jars.map((jar) => ({ ...jar, path: `/else${jar.path}` }))
    // printf 'aa  a.jar\nbb  b.jar\n' | sha256sum
    expect(digestOf(jars)).toBe('077a373eab648f2868fd1e429505b29f46d7617c1e098ab2a1e3e9181f15ca67')
    expect(digestOf(moved)).toBe(digestOf(jars))
    expect(digestOf([...jars].reverse())).not.toBe(digestOf(jars))
  })
})
