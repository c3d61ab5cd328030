import { describe, expect, test } from 'vitest'
import { parsePlan } from '../../../src/config/load-plan.ts'
import { SIDES, planOf } from './fixed-probe.ts'

describe('resolvePlan()', () => {
  test('fills in every default', async () => {
    expect(await planOf(SIDES)).toMatchInlineSnapshot(`
      {
        "alphaPerBound": 0.05,
        "baseline": {
          "brokerConfig": {},
          "java": "17",
          "jvmFlags": [],
          "name": "baseline",
          "subject": {
            "kind": "maven",
            "version": "4.3.1",
          },
          "tls": {
            "cipher": "TLS_AES_256_GCM_SHA384",
            "protocol": "TLSv1.3",
          },
        },
        "budgetMs": null,
        "candidate": {
          "brokerConfig": {},
          "java": "17",
          "jvmFlags": [],
          "name": "candidate",
          "subject": {
            "kind": "maven",
            "version": "4.4.0",
          },
          "tls": {
            "cipher": "TLS_AES_256_GCM_SHA384",
            "protocol": "TLSv1.3",
          },
        },
        "cells": [
          {
            "listener": "tls",
            "name": "produce/tls",
            "workload": "produce",
          },
          {
            "listener": "plaintext",
            "name": "produce/plaintext",
            "workload": "produce",
          },
          {
            "listener": "tls",
            "name": "consume/tls",
            "workload": "consume",
          },
          {
            "listener": "plaintext",
            "name": "consume/plaintext",
            "workload": "consume",
          },
        ],
        "cluster": {
          "brokers": 1,
          "heapMb": 1024,
          "interBrokerListener": "plaintext",
          "isPinned": true,
          "logDirs": "memory",
        },
        "factors": [
          "kafka",
        ],
        "failOn": [
          "regression",
          "inconclusive",
          "invalid",
        ],
        "layout": "duel",
        "listeners": [
          "tls",
          "plaintext",
        ],
        "load": {
          "acks": -1,
          "connections": 2,
          "fetchBytes": 2097152,
          "inFlight": 2,
          "preloadBytes": 16777216,
          "recordSizeBytes": 100,
          "recordsPerBatch": 600,
        },
        "looks": [
          {
            "critical": 1,
            "rounds": 6,
          },
          {
            "critical": 8,
            "rounds": 10,
          },
        ],
        "margins": {
          "cpuSecondsPerGb": 0.05,
          "recordsPerSecond": 0.05,
        },
        "name": "quick",
        "schedule": {
          "blocks": 40,
          "sliceMs": 100,
          "warmUpSeconds": 10,
        },
        "schemaVersion": 1,
        "seed": 42,
        "workloads": [
          "produce",
          "consume",
        ],
      }
    `)
  })

  test('gives a plan that survives JSON and its own schema', async () => {
    const plan = await planOf(SIDES)
    expect(parsePlan(JSON.stringify(plan), 'plan.json')).toEqual(plan)
  })

  test('takes every key of the configuration', async () => {
    const plan = await planOf(`
baseline: { dir: dists/kafka, java: /opt/jdk-25, jvm-flags: [-Xlog:gc], broker-config: { num.io.threads: 4 } }
candidate: { archive: dists/kafka_2.13-4.4.0.tgz, tls: { cipher: TLS_AES_128_GCM_SHA256 } }
java: 21
jvm-flags: [-XX:+UseZGC]
tls: { protocol: TLSv1.2 }
broker-config: { num.network.threads: 3, log.preallocate: true }
workloads: [consume]
listeners: [plaintext, tls]
driver: replay
looks: [8, 12]
alpha: 0.025
margin: 1.1x
budget: 1h30m
seed: 7
layout: sequential
fail-on: [improvement]
record-size: 1000
records-per-batch: 10
acks: 1
connections: 3
in-flight: 4
fetch-size: 512k
slice: 200ms
blocks: 10
warm-up: 5s
brokers: 3
inter-broker: tls
heap: 512m
log-dirs: disk
pin: false
`)
    expect(plan).toMatchInlineSnapshot(`
      {
        "alphaPerBound": 0.025,
        "baseline": {
          "brokerConfig": {
            "log.preallocate": "true",
            "num.io.threads": "4",
            "num.network.threads": "3",
          },
          "java": "/opt/jdk-25",
          "jvmFlags": [
            "-XX:+UseZGC",
            "-Xlog:gc",
          ],
          "name": "baseline",
          "subject": {
            "kind": "directory",
            "path": "/project/dists/kafka",
          },
          "tls": {
            "cipher": "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "protocol": "TLSv1.2",
          },
        },
        "budgetMs": 5400000,
        "candidate": {
          "brokerConfig": {
            "log.preallocate": "true",
            "num.network.threads": "3",
          },
          "java": "21",
          "jvmFlags": [
            "-XX:+UseZGC",
          ],
          "name": "candidate",
          "subject": {
            "kind": "archive",
            "path": "/project/dists/kafka_2.13-4.4.0.tgz",
          },
          "tls": {
            "cipher": "TLS_AES_128_GCM_SHA256",
            "protocol": "TLSv1.3",
          },
        },
        "cells": [
          {
            "listener": "plaintext",
            "name": "consume/plaintext",
            "workload": "consume",
          },
          {
            "listener": "tls",
            "name": "consume/tls",
            "workload": "consume",
          },
        ],
        "cluster": {
          "brokers": 3,
          "heapMb": 512,
          "interBrokerListener": "tls",
          "isPinned": false,
          "logDirs": "disk",
        },
        "factors": [
          "kafka",
          "java",
          "jvm-flags",
          "tls",
          "broker-config",
        ],
        "failOn": [
          "improvement",
        ],
        "layout": "sequential",
        "listeners": [
          "plaintext",
          "tls",
        ],
        "load": {
          "acks": 1,
          "connections": 3,
          "fetchBytes": 524288,
          "inFlight": 4,
          "preloadBytes": 16777216,
          "recordSizeBytes": 1000,
          "recordsPerBatch": 10,
        },
        "looks": [
          {
            "critical": 2,
            "rounds": 8,
          },
          {
            "critical": 12,
            "rounds": 12,
          },
        ],
        "margins": {
          "cpuSecondsPerGb": 0.05,
          "recordsPerSecond": 0.1,
        },
        "name": "custom",
        "schedule": {
          "blocks": 10,
          "sliceMs": 200,
          "warmUpSeconds": 5,
        },
        "schemaVersion": 1,
        "seed": 7,
        "workloads": [
          "consume",
        ],
      }
    `)
  })

  test('names the factors in which the sides differ', async () => {
    const factors = async (text: string): Promise<readonly string[]> => (await planOf(text)).factors
    expect(await factors('baseline: kafka@4.4.0\ncandidate: kafka@4.4.0')).toEqual([])
    expect(await factors(SIDES)).toEqual(['kafka'])
    expect(
      await factors(`
baseline: { kafka: 4.3.1, java: 17, jvm-flags: [-Xint], tls: { protocol: TLSv1.2 }, broker-config: { a: 1 } }
candidate: { kafka: 4.4.0, java: 25 }`),
    ).toEqual(['kafka', 'java', 'jvm-flags', 'tls', 'broker-config'])
  })

  test('adds flags and settings under a side to those at the top', async () => {
    const { baseline, candidate } = await planOf(`
baseline: { kafka: 4.4.0 }
candidate: { kafka: 4.4.0, jvm-flags: [-Xint], broker-config: { a: 2, b: 3 } }
jvm-flags: [-XX:+UseZGC]
broker-config: { a: 1 }`)
    expect(baseline.jvmFlags).toEqual(['-XX:+UseZGC'])
    expect(candidate.jvmFlags).toEqual(['-XX:+UseZGC', '-Xint'])
    expect(candidate.brokerConfig).toEqual({ a: '2', b: '3' })
  })

  test.each([
    ['2.6.0', '2.8.2', 11, 'TLSv1.3'],
    ['2.5.1', '2.6.0', 17, 'TLSv1.2'],
    ['2.6.0', '2.8.2', 8, 'TLSv1.2'],
    ['0.9.0.1', '0.10.0.0', 17, 'TLSv1.2'],
  ])('speaks TLS with %s and %s on Java %i by %s', async (baseline, candidate, java, protocol) => {
    const plan = await planOf(
      `{ baseline: { kafka: ${baseline} }, candidate: { kafka: ${candidate} }, java: ${java} }`,
    )
    expect([plan.baseline.tls.protocol, plan.candidate.tls.protocol]).toEqual([protocol, protocol])
  })

  test('falls back to TLS 1.2 where a version cannot be told before the run', async () => {
    const { baseline } = await planOf('{ baseline: { dir: /d }, candidate: { kafka: 4.4.0 } }')
    expect(baseline.tls).toEqual({
      protocol: 'TLSv1.2',
      cipher: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
    })
  })

  test('keeps logs on disk and shares the CPUs on a small machine', async () => {
    const probe = { freeMemoryBytes: () => Promise.resolve(2 ** 30), cpus: () => 1 }
    const { cluster } = await planOf(SIDES, { probe })
    expect([cluster.logDirs, cluster.isPinned]).toEqual(['disk', false])
    const forced = await planOf(`${SIDES}log-dirs: memory\npin: true`, { probe })
    expect([forced.cluster.logDirs, forced.cluster.isPinned]).toEqual(['memory', true])
  })

  test('lets flags win over the file, at the top and under a side', async () => {
    const plan = await planOf(`${SIDES}plan: standard\nmargin: 5%\nworkloads: [produce]`, {
      flags: {
        rounds: '12',
        margin: '2%',
        candidate: 'kafka@4.2.2,java@21',
        workloads: 'consume,produce',
      },
    })
    expect(plan.name).toBe('custom')
    expect(plan.looks.map(({ rounds }) => rounds)).toEqual([12])
    expect(plan.margins.recordsPerSecond).toBe(0.02)
    expect(plan.workloads).toEqual(['consume', 'produce'])
    expect(plan.baseline.java).toBe('17')
    expect(plan.candidate).toMatchObject({ subject: { version: '4.2.2' }, java: '21' })
  })

  test('lets a flag for both sides win over what the file has under a side', async () => {
    const file = 'baseline: { kafka: 4.4.0, java: 25 }\ncandidate: { kafka: 4.4.0, java: 17 }'
    const { baseline, candidate } = await planOf(file, { flags: { java: '21' } })
    expect([baseline.java, candidate.java]).toEqual(['21', '21'])
  })

  test('takes empty flags as not given', async () => {
    const { margins } = await planOf(SIDES, { flags: { margin: '', plan: ' ' } })
    expect(margins.recordsPerSecond).toBe(0.05)
  })

  test('starts relative paths at the file, or at the shell for flags', async () => {
    const { baseline, candidate } = await planOf('baseline: { dir: k }\ncandidate: { dir: k }', {
      flags: { candidate: 'dir:k' },
    })
    expect(baseline.subject).toEqual({ kind: 'directory', path: '/project/k' })
    expect(candidate.subject).toEqual({ kind: 'directory', path: '/shell/k' })
  })

  test.each([
    ['fail-on: none', []],
    ['fail-on: [none]', []],
    ['fail-on: []', []],
    ['fail-on: [invalid]', ['invalid']],
  ])('reads %s', async (line, outcomes) => {
    expect((await planOf(`${SIDES}${line}`)).failOn).toEqual(outcomes)
  })
})
