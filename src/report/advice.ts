import { formatShare, joinWords, plainText, plural } from '../lib/format.ts'
import type { PlanName, SidePlan } from '../model/plan.ts'
import type { Failure, Result } from '../model/result.ts'
import type { Comparison } from '../model/verdict.ts'
import { assertNever, type Attribution } from '../model/words.ts'
import { gatingOf } from './headline.ts'
import { intervalOf } from './wording.ts'

/** What to do next, as a sentence; the most useful one stands first. */
export interface Advice {
  readonly text: string
  /** to be copied to a shell; made of safe characters only */
  readonly command: string | null
}

export function adviceOf(result: Result): readonly Advice[] {
  const sentences = sentencesOf(result).map((text) => ({ text, command: null }))
  return result.verdict.outcome === 'regression' ? [...sentences, reproduce(result)] : sentences
}

function sentencesOf(result: Result): readonly string[] {
  switch (result.verdict.outcome) {
    case 'regression':
      return [...lookAt(result), ...factorAdvice(result)]
    case 'improvement':
    case 'no-regression':
      return [...factorAdvice(result), NO_REGRESSION_SCOPE]
    case 'inconclusive':
      return [...settleAdvice(result), ...factorAdvice(result), NO_PEEKING]
    case 'invalid':
      return result.failure === null ? invalidAdvice(result) : failureAdvice(result.failure)
    default:
      return assertNever(result.verdict.outcome)
  }
}

const NO_REGRESSION_SCOPE =
  'nothing to do: the finding holds for these two sides, these workloads and this machine'
const TOO_FEW =
  'there were too few rounds for an interval: declare --plan quick (10 rounds at most) or a larger one'
const NO_PEEKING =
  'do not repeat this run until it passes: two tries err nearly twice as often; a second run is a new comparison, and both are reported'

function lookAt({ verdict, plan }: Result): string[] {
  if (plan.factors.length === 0) return []
  return verdict.attributions
    .filter(({ metric }) => metric === 'recordsPerSecond')
    .flatMap(({ attribution, workload }) => {
      const shared = `look at the shared path of ${workload}: ${SHARED_PATH[workload]}`
      const tls = `look at the TLS path of ${workload}: ${TLS_PATH[workload]}`
      const plaintext = `look at what ${workload} does without TLS: ${PLAINTEXT_PATH[workload]}`
      return pathsOf(attribution, { shared, tls, plaintext })
    })
}

interface Paths {
  readonly shared: string
  readonly tls: string
  readonly plaintext: string
}

function pathsOf(attribution: Attribution, { shared, tls, plaintext }: Paths): string[] {
  switch (attribution) {
    case 'tls-only':
    case 'tls-worse-plaintext-unsettled':
      return [tls]
    case 'plaintext-only':
    case 'plaintext-worse-tls-unsettled':
      return [plaintext]
    case 'both':
    case 'unsettled':
      return [shared]
    case 'both-tls-worse':
      return [shared, tls]
    case 'both-plaintext-worse':
      return [shared, plaintext]
    case 'none':
    case 'inconclusive':
    case 'not-available':
      return []
    default:
      return assertNever(attribution)
  }
}

const TLS_PATH = {
  produce:
    "decryption in Kafka's SslTransportLayer, its buffers, Java's TLS provider and cipher intrinsics",
  consume:
    "encryption in Kafka's SslTransportLayer (no zero-copy with TLS), its buffers, Java's TLS provider and cipher intrinsics",
} as const
const PLAINTEXT_PATH = {
  produce: 'reading from the socket in PlaintextTransportLayer, and the append, which TLS may hide',
  consume: 'zero-copy from the log to the socket (sendfile), and whether it is still taken',
} as const
const SHARED_PATH = {
  produce:
    'request handling, the append, checksums, record format and its size, JVM flags and garbage collection',
  consume:
    'request handling, reading the log, record format and its size, JVM flags and garbage collection',
} as const

function factorAdvice({ plan, verdict }: Result): string[] {
  const { factors } = plan
  if (factors.length === 0) {
    return verdict.outcome === 'regression' || verdict.outcome === 'improvement'
      ? [
          'the sides do not differ (A/A), so this is a false alarm or a biased machine: see the rounds and the warnings',
        ]
      : []
  }
  return factors.length === 1
    ? []
    : [
        `confounded: ${joinWords(factors.map((factor) => plainText(factor)))} differ together; run one comparison per factor to know which one it is`,
      ]
}

function reproduce({ plan }: Result): Advice {
  const [baseline, candidate] = [shortSide(plan.baseline), shortSide(plan.candidate)]
  const text = 'to reproduce (a new comparison: report both)'
  if (baseline === null || candidate === null || plan.name === 'custom') {
    return { text: `${text}, run it again with its configuration`, command: null }
  }
  const command = `kafka-duel run --baseline ${baseline} --candidate ${candidate} --plan ${plan.name}`
  return { text: `${text}:`, command }
}

/** The side as one safe word for the command line; null when it needs a configuration file. */
function shortSide({ subject, java, jvmFlags, brokerConfig }: SidePlan): string | null {
  if (subject.kind !== 'maven' || jvmFlags.length > 0) return null
  if (Object.keys(brokerConfig).length > 0) return null
  const text = `kafka@${subject.version},java@${java}`
  return /^[\w.@,/+-]+$/.test(text) ? text : null
}

const PLAN_ROUNDS: readonly (readonly [PlanName, number])[] = [
  ['quick', 10],
  ['mid', 16],
  ['standard', 24],
  ['nightly', 36],
]

function settleAdvice(result: Result): string[] {
  const open = gatingOf(result).filter(({ outcome }) => outcome === 'inconclusive')
  const isShort = open.some((comparison) => intervalOf(comparison) === null)
  return [
    ...stoppedEarly(result),
    ...(isShort ? [TOO_FEW] : []),
    ...roundsAdvice(open),
    ...quieter(open),
  ]
}

function stoppedEarly({ verdict, plan }: Result): string[] {
  const next = plan.looks.find(({ rounds }) => rounds > verdict.roundsJudged)
  if (next === undefined) return []
  const why =
    verdict.stoppedBy === 'budget'
      ? 'the time budget ended'
      : verdict.stoppedBy === 'interrupted'
        ? 'the run was interrupted'
        : null
  return why === null ? [] : [`${why} before the look after ${next.rounds} rounds: allow more time`]
}

/** How many rounds would settle what is open, or that no number of them would. */
function roundsAdvice(open: readonly Comparison[]): string[] {
  const asked = open.flatMap(({ cell, rounds, roundsNeeded }) =>
    roundsNeeded === null
      ? []
      : [{ cell, roundsNeeded, plan: planOf(Math.max(roundsNeeded, rounds + 1)) }],
  )
  const hopeless = asked.filter(({ plan }) => plan === undefined).map(({ cell }) => cell)
  return [
    ...asked.flatMap(({ cell, roundsNeeded, plan }) =>
      plan === undefined
        ? []
        : [
            `${cell}: a new comparison of ${plural(roundsNeeded, 'round')} or more would settle it with 90 % probability if the truth is the estimate: declare --plan ${plan[0]} (${plan[1]} rounds at most)`,
          ],
    ),
    ...(hopeless.length === 0
      ? []
      : [
          `${joinWords(hopeless)}: no shipped plan settles this: the change lies too near the margin for this runner's noise`,
        ]),
  ]
}

function planOf(rounds: number): (typeof PLAN_ROUNDS)[number] | undefined {
  return PLAN_ROUNDS.find(([, most]) => most >= rounds)
}

/** Where even a loss of nothing could hardly be proved, the machine is what to change. */
function quieter(open: readonly Comparison[]): string[] {
  const noisy = open.filter(({ resolution, margin }) => resolution !== null && resolution > margin)
  if (noisy.length === 0) return []
  const texts = noisy.map(
    ({ cell, resolution, margin }) =>
      `about ${formatShare(Math.ceil((resolution ?? 0) * 1000) / 1000)}, not ${formatShare(margin)}, on ${cell}`,
  )
  return [
    `with this plan this runner can prove ${joinWords(texts)}: take a quieter machine, a plan with more rounds, or a wider margin`,
  ]
}

function invalidAdvice(result: Result): string[] {
  const labels = new Set(gatingOf(result).flatMap((comparison) => comparison.labels))
  const reasons = [
    ...new Set([
      ...result.verdict.reasons,
      ...gatingOf(result).flatMap(({ cell, reasons: own }) => own.map((one) => `${cell}: ${one}`)),
    ]),
  ]
  const isDriver = labels.has('driver-bound')
  return [
    ...reasons.slice(1, 10).map((reason) => `not measured either: ${plainText(reason)}`),
    isDriver
      ? 'fix: give the driver more room (more cores, brokers pinned apart) or the brokers more work (smaller batches), then run again'
      : 'fix the cause and run again; what was not measured never counts as a pass',
  ]
}

function failureAdvice({ hint, side }: Failure): string[] {
  return [
    ...(hint === null ? [] : [plainText(hint)]),
    side === null
      ? 'this says nothing about speed: fix the cause and run again'
      : `this says nothing about speed: start the ${side} on its own, see its log, and run again`,
  ]
}
