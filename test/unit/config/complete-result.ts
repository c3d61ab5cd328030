import type { Plan } from '../../../src/model/plan.ts'
import type { Result, SideDescription } from '../../../src/model/result.ts'
import type { Comparison } from '../../../src/model/verdict.ts'
import type { SideName } from '../../../src/model/words.ts'

/** A result in which every field of every type occurs, and every union with all its members. */
export function completeResult(plan: Plan): Result {
  return {
    schemaVersion: 1,
    plan: {
      ...plan,
      baseline: {
        ...plan.baseline,
        subject: { kind: 'directory', path: '/d' },
        brokerConfig: { 'num.io.threads': '4' },
      },
      looks: [...plan.looks, { rounds: 99, critical: null }],
    },
    environment: {
      toolVersion: '0.1.0',
      node: 'v20.20.2',
      os: 'Linux',
      kernel: '6.1.0',
      arch: 'x64',
      cpuModel: 'Example CPU',
      cpus: 2,
      memoryBytes: 25_769_803_776,
      logDirs: 'memory',
    },
    sides: { baseline: side(plan, 'baseline'), candidate: side(plan, 'candidate') },
    startedAt: '2026-01-31T12:00:00.000Z',
    finishedAt: '2026-01-31T12:10:00.000Z',
    wallMs: 600_000,
    rounds: [
      {
        index: 0,
        startedAt: '2026-01-31T12:00:01.500Z',
        coins: {
          bootFirst: 'candidate',
          cellOrder: ['produce/tls', 'consume/plaintext'],
          blocks: { 'produce/tls': ['baseline', 'candidate'] },
        },
        trains: [
          {
            state: 'measured',
            cell: 'produce/tls',
            startedAt: '2026-01-31T12:00:20Z',
            wallMs: 16_500,
            slices: [
              {
                side: 'baseline',
                block: 0,
                records: 120_000,
                bytes: 13_200_000,
                elapsedMs: 101.5,
                loadedCpuSeconds: 0.1,
                idleCpuSeconds: null,
              },
            ],
            baseline: {
              records: 9_000_000,
              bytes: 990_000_000,
              elapsedMs: 8000,
              cpuSeconds: 7.5,
              apiVersion: 7,
              tls: {
                protocol: 'TLSv1.3',
                cipher: 'TLS_AES_256_GCM_SHA384',
                certificate: 'AB:CD',
              },
              confirmedRecords: 9_000_000,
              latencyHistogram: 'HISTFAAAAB',
            },
            candidate: {
              records: 8_000_000,
              bytes: 880_000_000,
              elapsedMs: 8000,
              cpuSeconds: null,
              apiVersion: 7,
              tls: null,
              confirmedRecords: null,
              latencyHistogram: 'HISTFAAAAB',
            },
            signals: { steal: 0.001, cpuPressure: null, driverCpuPerThread: 0.3, idleShare: 0.03 },
            warnings: ['driver-bound', 'carry-over', 'drift-inside-train'],
          },
          {
            state: 'invalid',
            cell: 'consume/plaintext',
            startedAt: '2026-01-31T12:00:40Z',
            class: 'DELIVERY_ERROR',
            side: null,
            reason: 'the broker answered KAFKA_STORAGE_ERROR',
          },
        ],
        times: {
          bootMs: 3000,
          prepareMs: 500,
          warmUpMs: 20_000,
          sliceMs: 64_000,
          trainOverheadMs: 2000,
          stopMs: 1000,
          totalMs: 90_500,
        },
        notes: ['a port was taken: tried again'],
      },
    ],
    comparisons: [comparison(), { ...comparison(), ...WITHOUT_NUMBERS }],
    verdict: {
      outcome: 'inconclusive',
      attribution: 'mixed',
      attributions: [
        {
          workload: 'produce',
          metric: 'recordsPerSecond',
          attribution: 'tls-only',
          tlsExtra: -0.1,
          tlsExtraLower: -0.2,
          tlsExtraUpper: null,
        },
      ],
      reasons: ['produce/tls is open'],
      roundsCompleted: 1,
      roundsJudged: 0,
      stoppedBy: 'budget',
    },
    failure: { class: 'BROKER_DIED', side: 'candidate', message: 'it died', hint: null },
  }
}

function side(plan: Plan, name: SideName): SideDescription {
  return {
    plan: plan[name],
    kafkaVersion: '4.4.0',
    scalaSuffix: '2.13',
    jars: 91,
    classPathDigest: 'ab12',
    java: { home: '/opt/jdk-17', feature: 17, build: '17.0.15+6', vendor: 'Example' },
    jvmFlags: ['-Xmx1024m'],
    cures: ['the zookeeper jar was replaced by 3.4.10'],
  }
}

const WITHOUT_NUMBERS = {
  estimate: null,
  lower: null,
  upper: null,
  change: null,
  changeLower: null,
  changeUpper: null,
  provedMargin: null,
  decidedAtRounds: null,
  baselineMedian: null,
  candidateMedian: null,
  deviation: null,
  roundsNeeded: null,
  resolution: null,
} as const

function comparison(): Comparison {
  return {
    cell: 'produce/tls',
    metric: 'recordsPerSecond',
    direction: 'higher',
    unit: 'records/s',
    gating: true,
    outcome: 'inconclusive',
    labels: ['probably slower', 'low-N'],
    estimate: -0.02,
    lower: -0.06,
    upper: 0.01,
    change: -0.02,
    changeLower: -0.06,
    changeUpper: 0.01,
    margin: 0.05,
    provedMargin: 0.06,
    rounds: 6,
    decidedAtRounds: 6,
    differences: [-0.02, 0.01],
    baselineMedian: 1_200_000,
    candidateMedian: 1_180_000,
    deviation: 0.03,
    roundsNeeded: 16,
    resolution: 0.05,
    reasons: [],
  }
}
