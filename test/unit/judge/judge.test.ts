import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge } from '../../../src/judge/judge.ts'
import type { Plan } from '../../../src/model/plan.ts'
import type { Failure } from '../../../src/model/result.ts'
import type { MeasuredTrain, Round } from '../../../src/model/round.ts'
import type { Comparison, Judgement } from '../../../src/model/verdict.ts'
import type { CellName } from '../../../src/model/words.ts'
import { customLooks } from '../../../src/stats/custom-looks.ts'
import { shippedLooks } from '../../../src/stats/shipped-plans.ts'
import { reference } from '../stats/reference.ts'
import { buildPlan, buildRounds, changeSides, invalidTrain, noisySpeeds } from './build.ts'
import type { Speeds } from './build.ts'

const ONE_CELL = buildPlan({ workloads: ['produce'], listeners: ['tls'] })

function judged(plan: Plan, rounds: readonly Round[]): Judgement {
  return judge({ plan, rounds, stoppedBy: 'last-look', failure: null })
}

function throughput(judgement: Judgement, cell: CellName = 'produce/tls'): Comparison {
  const found = judgement.comparisons.find(
    (one) => one.cell === cell && one.metric === 'recordsPerSecond',
  )
  if (found === undefined) throw new Error(`no comparison of ${cell}`)
  return found
}

/** One cell, the given speeds, judged after as many rounds. */
function judgeSpeeds(speeds: readonly number[], plan: Plan = ONE_CELL): Judgement {
  return judged(
    plan,
    buildRounds(plan, { count: speeds.length, speeds: { 'produce/tls': speeds } }),
  )
}

const constant = (speed: number, count: number): number[] => Array<number>(count).fill(speed)

const alternating = (one: number, other: number, count: number): number[] =>
  Array.from({ length: count }, (_, round) => (round % 2 === 0 ? one : other))

describe('judge() on the reference sequences', () => {
  const plan = { ...ONE_CELL, looks: shippedLooks('standard', 0.05) ?? [] }

  test.each(reference.sequences.items)('decides "$name" as the reference does', ({ d, final }) => {
    const speeds = d.slice(0, final.look).map((value) => Math.exp(value))
    const { verdict, comparisons } = judgeSpeeds(speeds, plan)
    const comparison = throughput({ verdict, comparisons })
    expect(comparison.outcome.replace('-', ' ').toUpperCase()).toBe(final.outcome)
    expect(comparison.labels).toEqual(final.label === null ? [] : [final.label])
    expect(comparison.change).toBeCloseTo(final.change, 6)
    expect(comparison.changeLower).toBeCloseTo(final.changeLow, 6)
    expect(comparison.changeUpper).toBeCloseTo(final.changeHigh, 6)
    expect(comparison.provedMargin).toBeCloseTo(final.provedMargin, 6)
    expect(comparison.rounds).toBe(final.look)
    expect(verdict.outcome).toBe(comparison.outcome)
  })
})

describe('judge() finds', () => {
  test('a regression, and names the cell and when it was decided', () => {
    const { verdict, comparisons } = judgeSpeeds(alternating(0.79, 0.81, 6))
    expect(verdict).toMatchObject({
      outcome: 'regression',
      attribution: 'not-available',
      reasons: ['produce/tls: regression, decided after 6 rounds'],
      roundsCompleted: 6,
      roundsJudged: 6,
    })
    const comparison = throughput({ verdict, comparisons })
    expect(comparison).toMatchObject({ gating: true, decidedAtRounds: 6, roundsNeeded: null })
    expect(comparison.baselineMedian).toBeCloseTo(1_000_000, 3)
    expect(comparison.candidateMedian).toBeCloseTo(800_000, 3)
    expect(comparison.differences).toHaveLength(6)
  })

  test('an improvement only where every gating comparison improved', () => {
    const plan = buildPlan({ workloads: ['produce'] })
    const better = constant(1.2, 6)
    const all = { 'produce/tls': better, 'produce/plaintext': better }
    expect(judged(plan, buildRounds(plan, { count: 6, speeds: all })).verdict).toMatchObject({
      outcome: 'improvement',
      reasons: ['every gating comparison improved beyond its margin'],
    })
    const one = { 'produce/tls': better }
    expect(judged(plan, buildRounds(plan, { count: 6, speeds: one })).verdict).toMatchObject({
      outcome: 'no-regression',
      attribution: 'none',
      reasons: ['every gating comparison is proved not to lose more than its margin'],
    })
  })

  test('nothing while a single cell is open, and names it', () => {
    const plan = buildPlan()
    const speeds = { 'consume/tls': alternating(0.99, 0.92, 10) }
    const { verdict } = judged(plan, buildRounds(plan, { count: 10, speeds }))
    expect(verdict).toMatchObject({
      outcome: 'inconclusive',
      attribution: 'inconclusive',
      reasons: ['consume/tls: open after 10 rounds'],
    })
  })

  test('nothing before the first look is completed', () => {
    const judgement = judgeSpeeds(constant(0.5, 5))
    expect(judgement.verdict).toMatchObject({
      outcome: 'inconclusive',
      roundsCompleted: 5,
      roundsJudged: 0,
      reasons: ['no look was completed: 5 of the 6 rounds that the first one needs'],
    })
    expect(throughput(judgement)).toMatchObject({
      labels: ['cannot tell'],
      estimate: null,
      rounds: 0,
      differences: [],
    })
  })

  test('nothing in rounds that completed no further look', () => {
    const judgement = judgeSpeeds([...constant(0.97, 3), ...constant(0.93, 3), 0.5, 0.5, 0.5])
    expect(judgement.verdict).toMatchObject({ roundsCompleted: 9, roundsJudged: 6 })
    expect(throughput(judgement).differences).toHaveLength(6)
    expect(throughput(judgement).outcome).toBe('inconclusive')
  })
})

describe('judge() labels', () => {
  test('what is open by the side of zero that its interval lies on', () => {
    const slower = judgeSpeeds(alternating(0.97, 0.93, 10))
    const tight = { ...ONE_CELL, margins: { ...ONE_CELL.margins, recordsPerSecond: 0.01 } }
    const faster = judgeSpeeds(alternating(1.001, 1.2, 10), tight)
    const unknown = judgeSpeeds(alternating(1.3, 0.75, 10))
    expect(throughput(slower)).toMatchObject({
      outcome: 'inconclusive',
      labels: ['probably slower'],
    })
    expect(throughput(faster)).toMatchObject({ outcome: 'no-regression', labels: [] })
    expect(throughput(unknown)).toMatchObject({ outcome: 'inconclusive', labels: ['cannot tell'] })
  })

  test('a single look after five rounds low-N, and four rounds are always inconclusive', () => {
    const five = { ...ONE_CELL, looks: customLooks([5], 0.05) }
    expect(throughput(judgeSpeeds(constant(0.5, 5), five))).toMatchObject({
      outcome: 'regression',
      labels: ['low-N'],
    })
    const four = { ...ONE_CELL, looks: customLooks([4], 0.05) }
    const open = throughput(judgeSpeeds(constant(0.5, 4), four))
    expect(open).toMatchObject({
      outcome: 'inconclusive',
      labels: ['cannot tell', 'low-N'],
      lower: null,
      upper: null,
      provedMargin: null,
      roundsNeeded: null,
      resolution: null,
    })
    expect(open.estimate).toBeCloseTo(-0.5, 12)
  })

  test('an unstable run, which keeps its outcome and has no interval', () => {
    const speeds = [...constant(0.8, 6), ...constant(1.5, 18)]
    const plan = { ...ONE_CELL, looks: shippedLooks('standard', 0.05) ?? [] }
    const judgement = judgeSpeeds(speeds, plan)
    expect(throughput(judgement)).toMatchObject({
      outcome: 'regression',
      labels: ['unstable run'],
      decidedAtRounds: 6,
      lower: null,
      changeUpper: null,
      provedMargin: null,
    })
    expect(judgement.verdict.reasons).toEqual([
      'produce/tls: regression, decided after 6 rounds (unstable run)',
    ])
  })

  test('carry-over by the median share of the idle side', () => {
    const shares = [0.06, 0.06, 0.06, 0.06, 0.01, null]
    const rounds = buildRounds(ONE_CELL, {
      count: 6,
      change: (train, round) => ({
        ...train,
        signals: { ...train.signals, idleShare: shares[round] ?? null },
      }),
    })
    expect(throughput(judged(ONE_CELL, rounds))).toMatchObject({
      outcome: 'no-regression',
      labels: ['carry-over'],
    })
  })

  test('a driver that was the limit: a regression stands, a pass becomes invalid', () => {
    const busy = (speed: number, busyRounds: number): Judgement =>
      judged(
        ONE_CELL,
        buildRounds(ONE_CELL, {
          count: 6,
          speeds: { 'produce/tls': constant(speed, 6) },
          change: (train, round) => ({
            ...train,
            signals: { ...train.signals, driverCpuPerThread: round < busyRounds ? 0.9 : 0.5 },
          }),
        }),
      )
    expect(throughput(busy(0.8, 4))).toMatchObject({
      outcome: 'regression',
      labels: ['driver-bound'],
    })
    for (const speed of [1, 1.2]) {
      expect(throughput(busy(speed, 4))).toMatchObject({
        outcome: 'invalid',
        labels: ['driver-bound'],
        change: null,
        reasons: ['the driver was the limit in 4 of 6 rounds, which hides differences'],
      })
      expect(busy(speed, 4).verdict.outcome).toBe('invalid')
    }
    expect(throughput(busy(1, 3))).toMatchObject({ outcome: 'no-regression', labels: [] })
  })
})

describe('judge() forecasts', () => {
  test('the rounds that a new comparison needs, where one is open', () => {
    const open = throughput(judgeSpeeds(alternating(0.99, 0.92, 10)))
    const { deviation, differences, estimate } = open
    expect(deviation).toBeGreaterThan(0)
    expect(differences).toHaveLength(10)
    const distance = Math.abs(Math.log1p(estimate ?? 0) - Math.log(0.95))
    expect(open.roundsNeeded).toBe(Math.ceil(24 * ((0.7 * (deviation ?? 0)) / distance) ** 2))
  })

  test('the margin that this runner can prove, from ten rounds on', () => {
    const speeds = alternating(0.95, 1.06, 10)
    expect(throughput(judgeSpeeds(speeds.slice(0, 6))).resolution).toBeNull()
    const { resolution, deviation } = throughput(judgeSpeeds(speeds))
    expect(resolution).toBeCloseTo(1 - Math.exp(-0.7 * (deviation ?? 0) * Math.sqrt(24 / 10)), 12)
  })
})

describe('judge() calls a comparison invalid', () => {
  const withChange = (
    change: (
      train: MeasuredTrain,
      round: number,
    ) => MeasuredTrain | ReturnType<typeof invalidTrain> | null,
    plan = ONE_CELL,
  ): Judgement => judged(plan, buildRounds(plan, { count: 6, change }))

  const reasonsOf = (judgement: Judgement): readonly string[] => {
    expect(throughput(judgement)).toMatchObject({
      outcome: 'invalid',
      estimate: null,
      lower: null,
      upper: null,
      change: null,
      differences: [],
      baselineMedian: null,
    })
    expect(judgement.verdict.outcome).toBe('invalid')
    expect(judgement.verdict.reasons).toEqual(
      throughput(judgement).reasons.map((reason) => `produce/tls: ${reason}`),
    )
    return throughput(judgement).reasons
  }

  test('when the cell is missing from a judged round', () => {
    const judgement = withChange((train, round) => (round === 1 || round === 4 ? null : train))
    expect(reasonsOf(judgement)).toMatchInlineSnapshot(`
      [
        "rounds 2 and 5: the cell is missing",
      ]
    `)
  })

  test('when a train is invalid', () => {
    const judgement = withChange((train, round) => (round === 2 ? invalidTrain(train.cell) : train))
    expect(reasonsOf(judgement)).toMatchInlineSnapshot(`
      [
        "round 3: DELIVERY_ERROR on the candidate: error 56 on partition 0",
      ]
    `)
  })

  test('when a train is invalid and no side is at fault', () => {
    const judgement = withChange((train, round) =>
      round === 2
        ? invalidTrain(train.cell, {
            class: 'DRIVER_DIED',
            side: null,
            reason: 'killed by SIGKILL',
          })
        : train,
    )
    expect(reasonsOf(judgement)).toMatchInlineSnapshot(`
      [
        "round 3: DRIVER_DIED: killed by SIGKILL",
      ]
    `)
  })

  test('when a side holds fewer records than it acknowledged, or nobody knows', () => {
    const lost = withChange((train, round) =>
      round === 0 ? changeSides(train, { confirmedRecords: 199_999 }, ['candidate']) : train,
    )
    expect(reasonsOf(lost)).toMatchInlineSnapshot(`
      [
        "round 1: the candidate holds 199999 records of 200000 acknowledged",
      ]
    `)
    const unknown = withChange((train) =>
      changeSides(train, { confirmedRecords: null }, ['baseline']),
    )
    expect(reasonsOf(unknown)).toMatchInlineSnapshot(`
      [
        "every round: the log end offsets of the baseline are not known",
      ]
    `)
  })

  test('when the negotiated TLS is not known', () => {
    const judgement = withChange((train) => changeSides(train, { tls: null }))
    expect(reasonsOf(judgement)).toMatchInlineSnapshot(`
      [
        "every round: the TLS that the baseline negotiated is not known",
        "every round: the TLS that the candidate negotiated is not known",
      ]
    `)
  })

  test('when the sides negotiated differently, unless that is the question', () => {
    const tls = {
      protocol: 'TLSv1.2',
      cipher: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
      certificate: 'AB:CD',
    }
    const change = (train: MeasuredTrain): MeasuredTrain =>
      changeSides(train, { tls }, ['candidate'])
    expect(reasonsOf(withChange(change))).toMatchInlineSnapshot(`
      [
        "every round: the baseline negotiated TLSv1.3 TLS_AES_256_GCM_SHA384, the candidate TLSv1.2 TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
      ]
    `)
    const declared = withChange(change, { ...ONE_CELL, factors: ['tls'] })
    expect(throughput(declared).outcome).toBe('no-regression')
  })

  test('when the sides showed different certificates', () => {
    const judgement = withChange((train) =>
      train.candidate.tls === null
        ? train
        : changeSides(train, { tls: { ...train.candidate.tls, certificate: '00:11' } }, [
            'candidate',
          ]),
    )
    expect(reasonsOf(judgement)).toMatchInlineSnapshot(`
      [
        "every round: the sides showed different certificates",
      ]
    `)
  })

  test.each([
    ['no records', { records: 0 }],
    ['no time', { elapsedMs: 0 }],
    ['negative records', { records: -5 }],
    ['a number that is none', { records: NaN }],
  ])('when a side has %s', (_, fault) => {
    const judgement = withChange((train, round) => ({
      ...train,
      slices: train.slices.map((slice) =>
        round === 3 && slice.side === 'candidate' ? { ...slice, ...fault } : slice,
      ),
    }))
    expect(reasonsOf(judgement)[0]).toMatch(
      /^round 4: throughput of the candidate is .* cannot be compared$/,
    )
    expect(JSON.stringify(judgement)).not.toMatch(/NaN,|Infinity,/)
  })

  test('when it is open and a later round spoils the next look', () => {
    const speeds = { 'produce/tls': [...constant(0.97, 3), ...constant(0.93, 3), 0.95] }
    const rounds = buildRounds(ONE_CELL, {
      count: 7,
      speeds,
      change: (train, round) => (round === 6 ? invalidTrain(train.cell) : train),
    })
    expect(reasonsOf(judged(ONE_CELL, rounds))).toEqual([
      'round 7: DELIVERY_ERROR on the candidate: error 56 on partition 0',
    ])
  })

  test('but not when it was decided before that round and no later look was completed', () => {
    const rounds = buildRounds(ONE_CELL, {
      count: 7,
      speeds: { 'produce/tls': constant(0.8, 7) },
      change: (train, round) => (round === 6 ? invalidTrain(train.cell) : train),
    })
    expect(throughput(judged(ONE_CELL, rounds)).outcome).toBe('regression')
  })

  test('and a regression elsewhere still stands, with the invalid cell named', () => {
    const plan = buildPlan({ workloads: ['produce'] })
    const rounds = buildRounds(plan, {
      count: 6,
      speeds: { 'produce/plaintext': constant(0.8, 6) },
      change: (train) => (train.cell === 'produce/tls' ? invalidTrain(train.cell) : train),
    })
    const { verdict } = judged(plan, rounds)
    expect(verdict).toMatchObject({ outcome: 'regression', attribution: 'not-available' })
    expect(verdict.reasons).toMatchInlineSnapshot(`
      [
        "produce/plaintext: regression, decided after 6 rounds",
        "produce/tls: every round: DELIVERY_ERROR on the candidate: error 56 on partition 0",
      ]
    `)
  })

  test('and never lets CPU that cannot be read touch the verdict', () => {
    const judgement = withChange((train) => changeSides(train, { cpuSeconds: null }, ['baseline']))
    const cpu = judgement.comparisons.find(({ metric }) => metric === 'cpuSecondsPerGb')
    expect(cpu).toMatchObject({
      gating: false,
      outcome: 'invalid',
      reasons: ['every round: broker CPU of the baseline is not readable'],
    })
    expect(judgement.verdict.outcome).toBe('no-regression')
  })
})

describe('judge() after a failure', () => {
  const failure: Failure = {
    class: 'TLS_HOSTNAME',
    side: 'candidate',
    message: 'the certificate does not name localhost',
    hint: null,
  }

  test('has no verdict but invalid, the class, and not one number', () => {
    const plan = buildPlan()
    const speeds: Speeds = { 'produce/tls': constant(0.5, 6) }
    const rounds = buildRounds(plan, { count: 6, speeds })
    const { verdict, comparisons } = judge({ plan, rounds, stoppedBy: 'invalid', failure })
    expect(verdict).toMatchObject({
      outcome: 'invalid',
      attribution: 'not-available',
      reasons: ['TLS_HOSTNAME: the certificate does not name localhost'],
      roundsCompleted: 6,
      roundsJudged: 0,
      stoppedBy: 'invalid',
    })
    expect(verdict.attributions.map(({ attribution }) => attribution)).toEqual([
      'not-available',
      'not-available',
    ])
    for (const comparison of comparisons) {
      expect(comparison).toMatchObject({
        outcome: 'invalid',
        change: null,
        rounds: 0,
        differences: [],
      })
    }
  })

  test('needs no round at all', () => {
    const plan = buildPlan()
    const { verdict } = judge({ plan, rounds: [], stoppedBy: 'invalid', failure })
    expect(verdict.outcome).toBe('invalid')
  })
})

describe('judge() attributes', () => {
  const plan = buildPlan({ looks: customLooks([6], 0.05) })
  const R = constant(0.8, 6)
  const U = [0.99, 0.91, 0.99, 0.91, 0.98, 0.92]
  const worse = constant(0.6, 6)

  test.each([
    ['TLS only', { 'produce/tls': R }, 'tls-only', 'none', 'tls-only'],
    ['plaintext only', { 'produce/plaintext': R }, 'plaintext-only', 'none', 'plaintext-only'],
    ['both', { 'produce/tls': R, 'produce/plaintext': R }, 'both', 'none', 'both'],
    [
      'both, TLS worse',
      { 'produce/tls': worse, 'produce/plaintext': R },
      'both-tls-worse',
      'none',
      'both-tls-worse',
    ],
    [
      'both, plaintext worse',
      { 'produce/tls': R, 'produce/plaintext': worse },
      'both-plaintext-worse',
      'none',
      'both-plaintext-worse',
    ],
    [
      'TLS with plaintext unsettled',
      { 'produce/tls': R, 'produce/plaintext': U },
      'tls-worse-plaintext-unsettled',
      'none',
      'tls-worse-plaintext-unsettled',
    ],
    [
      'plaintext with TLS unsettled',
      { 'produce/tls': U, 'produce/plaintext': R },
      'plaintext-worse-tls-unsettled',
      'none',
      'plaintext-worse-tls-unsettled',
    ],
    [
      'no side where g says nothing',
      {
        'produce/tls': [0.8, 0.94, 0.8, 0.94, 0.8, 0.94],
        'produce/plaintext': [0.9, 0.9, 0.99, 0.9, 0.99, 0.9],
      },
      'unsettled',
      'none',
      'unsettled',
    ],
    [
      'nothing while a listener is open',
      { 'produce/tls': U },
      'inconclusive',
      'none',
      'inconclusive',
    ],
    ['nothing where nothing regressed', {}, 'none', 'none', 'none'],
    [
      'the same to both workloads',
      { 'produce/tls': R, 'consume/tls': R },
      'tls-only',
      'tls-only',
      'tls-only',
    ],
    [
      'different things to the workloads',
      { 'produce/tls': R, 'consume/plaintext': R },
      'tls-only',
      'plaintext-only',
      'mixed',
    ],
    [
      'by what regresses, not by what is open',
      { 'produce/tls': R, 'consume/tls': U },
      'tls-only',
      'inconclusive',
      'tls-only',
    ],
  ] as const)('%s', (_, speeds, produce, consume, overall) => {
    const { verdict } = judged(plan, buildRounds(plan, { count: 6, speeds }))
    expect(verdict.attributions.map(({ attribution }) => attribution)).toEqual([produce, consume])
    expect(verdict.attribution).toBe(overall)
  })

  test('with the difference in differences beside it', () => {
    const speeds = { 'produce/tls': worse, 'produce/plaintext': R }
    const { verdict } = judged(plan, buildRounds(plan, { count: 6, speeds }))
    expect(verdict.attributions[0]?.tlsExtra).toBeCloseTo(0.6 / 0.8 - 1, 12)
    expect(verdict.attributions[0]?.tlsExtraLower).toBeCloseTo(-0.25, 12)
    expect(verdict.attributions[0]?.tlsExtraUpper).toBeCloseTo(-0.25, 12)
  })

  test('nothing with one listener only, whatever its outcome', () => {
    const { verdict } = judgeSpeeds(constant(1, 6))
    expect(verdict).toMatchObject({ outcome: 'no-regression', attribution: 'not-available' })
  })
})

describe('judge() on CPU', () => {
  test('turns signs for people: more CPU is worse', () => {
    const rounds = buildRounds(ONE_CELL, {
      count: 6,
      change: (train) => changeSides(train, { cpuSeconds: 0.25 }, ['candidate']),
    })
    const judgement = judged(ONE_CELL, rounds)
    const cpu = judgement.comparisons.find(({ metric }) => metric === 'cpuSecondsPerGb')
    expect(cpu).toMatchObject({ outcome: 'regression', gating: false, direction: 'lower' })
    expect(cpu?.change).toBeCloseTo(0.25, 12)
    expect(cpu?.changeUpper).toBeCloseTo(0.25, 12)
    expect(cpu?.estimate).toBeCloseTo(-0.2, 12)
    expect(cpu?.provedMargin).toBeCloseTo(0.25, 12)
    expect(cpu?.baselineMedian).toBeCloseTo(10, 12)
    expect(judgement.verdict.outcome).toBe('no-regression')
  })
})

describe('judge() properties:', () => {
  const speeds = fc.array(fc.double({ min: 0.7, max: 1.4, noNaN: true }), {
    minLength: 6,
    maxLength: 10,
  })

  test('swapping the sides mirrors regression and improvement at a single look', () => {
    fc.assert(
      fc.property(speeds, (values) => {
        const plan = { ...ONE_CELL, looks: customLooks([values.length], 0.05) }
        const here = throughput(judgeSpeeds(values, plan)).outcome
        const there = throughput(
          judgeSpeeds(
            values.map((value) => 1 / value),
            plan,
          ),
        ).outcome
        expect(here === 'regression').toBe(there === 'improvement')
        expect(here === 'improvement').toBe(there === 'regression')
      }),
    )
  })

  test('over several looks a regression never has a mirror that is worse too', () => {
    fc.assert(
      fc.property(speeds, (values) => {
        const here = throughput(judgeSpeeds(values)).outcome
        const there = throughput(judgeSpeeds(values.map((value) => 1 / value))).outcome
        if (here === 'regression') expect(['improvement', 'no-regression']).toContain(there)
      }),
    )
  })

  test('the speed of the machine, common to both sides, changes nothing', () => {
    fc.assert(
      fc.property(speeds, fc.double({ min: 0.01, max: 100, noNaN: true }), (values, scale) => {
        const options = { count: values.length, speeds: { 'produce/tls': values } }
        const here = throughput(judged(ONE_CELL, buildRounds(ONE_CELL, options)))
        const there = throughput(judged(ONE_CELL, buildRounds(ONE_CELL, { ...options, scale })))
        expect(there.outcome).toBe(here.outcome)
        expect(there.labels).toEqual(here.labels)
        expect(there.estimate).toBeCloseTo(here.estimate ?? NaN, 9)
        expect(there.lower).toBeCloseTo(here.lower ?? NaN, 9)
      }),
    )
  })

  test('no result holds a number that is none', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e308 }), { maxLength: 12 }), (values) => {
        const judgement = judgeSpeeds(values)
        expect(JSON.parse(JSON.stringify(judgement))).toEqual(judgement)
      }),
    )
  })

  test('a nightly run of 36 rounds is judged well below 50 ms', () => {
    const plan = buildPlan({ looks: shippedLooks('nightly', 0.05) ?? [] })
    const rounds = buildRounds(plan, {
      count: 36,
      speeds: Object.fromEntries(
        plan.cells.map(({ name }, index) => [name, noisySpeeds(0.96, 0.04, 36, index)]),
      ),
    })
    judged(plan, rounds)
    const start = performance.now()
    judged(plan, rounds)
    // generous, since the machine may be busy
    expect(performance.now() - start).toBeLessThan(200)
  })
})
