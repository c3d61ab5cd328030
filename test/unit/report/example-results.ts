import type { Result } from '../../../src/model/result.ts'
import type { MeasuredTrain, Round } from '../../../src/model/round.ts'
import type { CellName } from '../../../src/model/words.ts'
import { make } from './example-builder.ts'

const NOTHING = {
  'produce/tls': 0,
  'produce/plaintext': 0,
  'consume/tls': 0,
  'consume/plaintext': 0,
} as const

const regressionTlsOnly = make({
  changes: { ...NOTHING, 'produce/tls': -0.01, 'consume/tls': -0.25, 'consume/plaintext': 0.01 },
  noise: 0.02,
  rounds: 6,
})

/** Two factors, a label, a warning and a note on top. */
const regressionBoth = make(
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
  {
    reshape: (rounds) =>
      withTrains(rounds, 'consume/plaintext', (train) => ({
        ...train,
        warnings: ['carry-over'],
        signals: { ...train.signals, idleShare: 0.061 },
      })).map((round, index) =>
        index === 0
          ? { ...round, notes: ['port 40113 was taken: the candidate took 40127'] }
          : round,
      ),
  },
)

const improvement = make({
  changes: {
    'produce/tls': 0.69,
    'produce/plaintext': 0.22,
    'consume/tls': 0.9,
    'consume/plaintext': 0.13,
  },
  noise: 0.02,
  rounds: 6,
  baseline: { subject: { kind: 'maven', version: '2.4.1' } },
  candidate: { subject: { kind: 'maven', version: '2.5.1' } },
})

const noRegression = make({
  changes: { ...NOTHING, 'consume/tls': 0.33 },
  noise: 0.012,
  rounds: 6,
})

const inconclusive = make(
  {
    changes: { ...NOTHING, 'produce/tls': -0.05, 'produce/plaintext': -0.015 },
    noise: 0.042,
    rounds: 10,
  },
  { stoppedBy: 'last-look' },
)

/** Too few rounds for any bound. */
const inconclusiveLowN = make(
  {
    changes: { ...NOTHING, 'consume/tls': -0.2 },
    noise: 0.02,
    rounds: 3,
    plan: { name: 'custom', looks: [{ rounds: 3, critical: null }] },
  },
  { stoppedBy: 'last-look' },
)

const invalidDriverBound = make(
  { changes: NOTHING, noise: 0.012, rounds: 6 },
  {
    reshape: (rounds) =>
      withTrains(rounds, 'consume/plaintext', (train) => ({
        ...train,
        warnings: ['driver-bound'],
        signals: { ...train.signals, driverCpuPerThread: 0.94 },
      })),
  },
)

const invalidDidNotStart = make(
  {
    changes: NOTHING,
    noise: 0.02,
    rounds: 0,
    baseline: { subject: { kind: 'maven', version: '3.9.1' } },
    candidate: { subject: { kind: 'maven', version: '4.4.0' }, java: '11' },
    plan: { factors: ['kafka', 'java'] },
  },
  {
    stoppedBy: 'invalid',
    failure: {
      class: 'JAVA_TOO_OLD',
      side: 'candidate',
      message: 'Cannot start the candidate broker: it needs Java 17, found Java 11',
      hint: 'choose a newer Java for this side',
    },
  },
)

const aa = make({
  changes: NOTHING,
  noise: 0.012,
  rounds: 6,
  plan: { factors: [] },
  candidate: { subject: { kind: 'maven', version: '2.5.1' } },
})

function withTrains(
  rounds: readonly Round[],
  cell: CellName,
  change: (train: MeasuredTrain) => MeasuredTrain,
): readonly Round[] {
  return rounds.map((round) => ({
    ...round,
    trains: round.trains.map((train) =>
      train.state === 'measured' && train.cell === cell ? change(train) : train,
    ),
  }))
}

/** Every example by the name of its files, `fixtures/results/example-NAME.json`. */
export const EXAMPLES = {
  'regression-tls-only': regressionTlsOnly,
  'regression-both': regressionBoth,
  improvement,
  'no-regression': noRegression,
  inconclusive,
  'inconclusive-low-n': inconclusiveLowN,
  'invalid-driver-bound': invalidDriverBound,
  'invalid-did-not-start': invalidDidNotStart,
  aa,
} as const satisfies Readonly<Record<string, Result>>
