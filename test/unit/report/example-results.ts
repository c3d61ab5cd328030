import type { Result } from '../../../src/model/result.ts'
import type { Round } from '../../../src/model/round.ts'
import { make, withComparison } from './example-builder.ts'

const NOTHING = {
  'produce/tls': 0,
  'produce/plaintext': 0,
  'consume/tls': 0,
  'consume/plaintext': 0,
} as const

function regressionTlsOnly(): Result {
  return make(
    {
      changes: {
        ...NOTHING,
        'produce/tls': -0.01,
        'consume/tls': -0.25,
        'consume/plaintext': 0.01,
      },
      noise: 0.02,
      rounds: 6,
    },
    'regression',
    { produce: 'none', consume: 'tls-only' },
  )
}

/** Two factors, a warning and notes on top. */
function regressionBoth(): Result {
  const result = make(
    {
      changes: { ...NOTHING, 'produce/tls': -0.16, 'produce/plaintext': -0.24 },
      noise: 0.018,
      rounds: 6,
      plan: { factors: ['java', 'jvm-flags'], failOn: [] },
      baseline: { subject: { kind: 'maven', version: '4.4.0' }, java: '25' },
      candidate: {
        subject: { kind: 'maven', version: '4.4.0' },
        jvmFlags: ['-XX:+UnlockDiagnosticVMOptions', '-XX:-UseCRC32CIntrinsics'],
      },
    },
    'regression',
    { produce: 'both-plaintext-worse', consume: 'none' },
  )
  const [first, ...others] = result.rounds
  if (first === undefined) return result
  const warned: Round = {
    ...first,
    trains: first.trains.map((one) =>
      one.state === 'measured' && one.cell === 'consume/plaintext'
        ? { ...one, warnings: ['carry-over'], signals: { ...one.signals, idleShare: 0.061 } }
        : one,
    ),
    notes: ['port 40113 was taken: the candidate took 40127'],
  }
  return withComparison({ ...result, rounds: [warned, ...others] }, 'consume/plaintext', {
    labels: ['carry-over'],
  })
}

function improvement(): Result {
  return make(
    {
      changes: {
        'produce/tls': 0.69,
        'produce/plaintext': 0.22,
        'consume/tls': 0.9,
        'consume/plaintext': 0.13,
      },
      noise: 0.02,
      rounds: 6,
    },
    'improvement',
    { produce: 'none', consume: 'none' },
  )
}

function noRegression(): Result {
  return make(
    { changes: { ...NOTHING, 'consume/tls': 0.33 }, noise: 0.012, rounds: 6 },
    'no-regression',
    { produce: 'none', consume: 'none' },
  )
}

function inconclusive(): Result {
  const result = make(
    {
      changes: { ...NOTHING, 'produce/tls': -0.035, 'produce/plaintext': -0.015 },
      noise: 0.042,
      rounds: 10,
    },
    'inconclusive',
    { produce: 'inconclusive', consume: 'none' },
  )
  const needed = { 'produce/tls': 89, 'produce/plaintext': 22 } as const
  return {
    ...result,
    comparisons: result.comparisons.map((one) =>
      one.outcome === 'inconclusive' && one.gating
        ? {
            ...one,
            roundsNeeded:
              one.cell === 'produce/tls' ? needed['produce/tls'] : needed['produce/plaintext'],
            resolution: one.cell === 'produce/tls' ? 0.0612 : 0.048,
          }
        : one,
    ),
  }
}

/** Too few rounds for any bound. */
function inconclusiveLowN(): Result {
  const result = make(
    {
      changes: { ...NOTHING, 'consume/tls': -0.2 },
      noise: 0.02,
      rounds: 3,
      plan: { name: 'custom', looks: [{ rounds: 3, critical: null }] },
    },
    'inconclusive',
    { produce: 'inconclusive', consume: 'inconclusive' },
  )
  return {
    ...result,
    comparisons: result.comparisons.map((one) => ({ ...one, labels: ['cannot tell', 'low-N'] })),
  }
}

function invalidDriverBound(): Result {
  const result = noRegression()
  const reason = 'the driver was the limit in 6 of 6 rounds (94 % of a core per thread)'
  const rounds = result.rounds.map((round) => ({
    ...round,
    trains: round.trains.map((one): typeof one =>
      one.state === 'measured' && one.cell === 'consume/plaintext'
        ? {
            ...one,
            warnings: ['driver-bound'],
            signals: { ...one.signals, driverCpuPerThread: 0.94 },
          }
        : one,
    ),
  }))
  const changed = withComparison({ ...result, rounds }, 'consume/plaintext', {
    outcome: 'invalid',
    labels: ['driver-bound'],
    estimate: null,
    lower: null,
    upper: null,
    change: null,
    changeLower: null,
    changeUpper: null,
    provedMargin: null,
    decidedAtRounds: null,
    reasons: [reason],
  })
  return {
    ...changed,
    verdict: {
      ...changed.verdict,
      outcome: 'invalid',
      attribution: 'not-available',
      attributions: changed.verdict.attributions.map((one) =>
        one.workload === 'consume'
          ? {
              ...one,
              attribution: 'not-available',
              tlsExtra: null,
              tlsExtraLower: null,
              tlsExtraUpper: null,
            }
          : one,
      ),
      reasons: [`consume/plaintext: ${reason}`],
    },
  }
}

function invalidDidNotStart(): Result {
  const result = make(
    {
      changes: NOTHING,
      noise: 0.02,
      rounds: 0,
      baseline: { subject: { kind: 'maven', version: '3.9.1' } },
      candidate: { subject: { kind: 'maven', version: '4.4.0' }, java: '11' },
      plan: { factors: ['kafka', 'java'] },
    },
    'invalid',
    { produce: 'not-available', consume: 'not-available' },
  )
  const message = 'Cannot start the candidate broker: it needs Java 17, found Java 11'
  return {
    ...result,
    comparisons: [],
    wallMs: 9400,
    finishedAt: '2026-03-14T09:00:09.400Z',
    sides: {
      ...result.sides,
      candidate: {
        ...result.sides.candidate,
        java: {
          home: '/usr/lib/jvm/java-11-openjdk-amd64',
          feature: 11,
          build: '11.0.27+6',
          vendor: 'Debian',
        },
      },
    },
    verdict: {
      ...result.verdict,
      attribution: 'not-available',
      reasons: [`JAVA_TOO_OLD: ${message}`],
      stoppedBy: 'invalid',
    },
    failure: {
      class: 'JAVA_TOO_OLD',
      side: 'candidate',
      message,
      hint: 'choose a newer Java for this side',
    },
  }
}

function aa(): Result {
  return make(
    {
      changes: NOTHING,
      noise: 0.012,
      rounds: 6,
      plan: { factors: [] },
      candidate: { subject: { kind: 'maven', version: '2.5.1' } },
    },
    'no-regression',
    { produce: 'none', consume: 'none' },
  )
}

/** Every example by the name of its files, `fixtures/results/example-NAME.json`. */
export const EXAMPLES = {
  'regression-tls-only': regressionTlsOnly(),
  'regression-both': regressionBoth(),
  improvement: improvement(),
  'no-regression': noRegression(),
  inconclusive: inconclusive(),
  'inconclusive-low-n': inconclusiveLowN(),
  'invalid-driver-bound': invalidDriverBound(),
  'invalid-did-not-start': invalidDidNotStart(),
  aa: aa(),
} as const
