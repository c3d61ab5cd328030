import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../src/lib/random.ts'
import { walshAverages } from '../../../src/stats/hodges-lehmann.ts'
import {
  BEFORE_FIRST_LOOK,
  isUnstable,
  repeatedInterval,
  updateInterval,
} from '../../../src/stats/repeated-interval.ts'
import { shippedLooks } from '../../../src/stats/shipped-plans.ts'
import { reference } from './reference.ts'

const STANDARD = shippedLooks('standard', 0.05) ?? []
const LOG_MARGIN = Math.log(0.95)
const WORDS = {
  regression: 'REGRESSION',
  improvement: 'IMPROVEMENT',
  'no-regression': 'NO REGRESSION',
}

/** Multiples of 1/64, so that means are exact. */
const rounds24 = fc.array(
  fc.integer({ min: -20, max: 20 }).map((n) => n / 64),
  { minLength: 24, maxLength: 24 },
)

describe('repeatedInterval() on the reference sequences', () => {
  describe.each(reference.sequences.items)('$name', ({ d, looks, final }) => {
    test.each(looks)('has the reference bounds and outcome at look $n', (look) => {
      const single = updateInterval(
        BEFORE_FIRST_LOOK,
        d.slice(0, look.n),
        { rounds: look.n, critical: look.critical },
        LOG_MARGIN,
      )
      expect(single.lower).toBeCloseTo(look.lower, 12)
      expect(single.upper).toBeCloseTo(look.upper, 12)
      const above = walshAverages(d.slice(0, look.n)).filter((average) => average > LOG_MARGIN)
      expect(above).toHaveLength(look.wPlusAtMargin)

      const running = repeatedInterval(d.slice(0, look.n), STANDARD, LOG_MARGIN)
      expect(running.rounds).toBe(look.n)
      expect(running.estimate).toBeCloseTo(look.hl, 12)
      expect(running.lower).toBeCloseTo(look.runningLower, 12)
      expect(running.upper).toBeCloseTo(look.runningUpper, 12)
      expect(running.crossing === null ? null : WORDS[running.crossing]).toBe(
        ['CONTINUE', 'INCONCLUSIVE'].includes(look.outcome) ? null : look.outcome,
      )
    })

    test('is decided at the reference look', () => {
      const { crossing, decidedAtRounds } = repeatedInterval(d, STANDARD, LOG_MARGIN)
      expect(decidedAtRounds).toBe(crossing === null ? null : final.look)
    })
  })
})

describe('repeatedInterval()', () => {
  test('knows nothing before the first look', () => {
    expect(repeatedInterval([0, 0, 0, 0, 0], STANDARD, LOG_MARGIN)).toEqual(BEFORE_FIRST_LOOK)
  })

  test('uses no value beyond the last completed look', () => {
    const d = [0.01, 0.02, -0.01, 0, 0.015, -0.005]
    const more = repeatedInterval([...d, 5, -5, 5], STANDARD, LOG_MARGIN)
    expect(more).toEqual(repeatedInterval(d, STANDARD, LOG_MARGIN))
  })

  test('sets no bound at a look without critical value, but has an estimate', () => {
    const looks = [{ rounds: 4, critical: null }]
    expect(repeatedInterval([-0.2, -0.2, -0.2, -0.2], looks, LOG_MARGIN)).toMatchObject({
      rounds: 4,
      estimate: -0.2,
      lower: -Infinity,
      upper: Infinity,
      crossing: null,
    })
  })

  test('keeps the first crossing when later bounds contradict it, and says unstable', () => {
    const d = [...Array<number>(6).fill(0.2), ...Array<number>(18).fill(-0.3)]
    const interval = repeatedInterval(d, STANDARD, LOG_MARGIN)
    expect(interval).toMatchObject({ crossing: 'improvement', decidedAtRounds: 6 })
    expect(isUnstable(interval)).toBe(true)
  })

  test('treats a bound on the margin as open: the inequalities are strict', () => {
    const looks = [{ rounds: 6, critical: 0 }]
    const onMargin = Array<number>(6).fill(LOG_MARGIN)
    expect(repeatedInterval(onMargin, looks, LOG_MARGIN).crossing).toBeNull()
    const onGain = Array<number>(6).fill(-LOG_MARGIN)
    expect(repeatedInterval(onGain, looks, LOG_MARGIN).crossing).toBe('no-regression')
  })

  test('never crosses without a margin', () => {
    const interval = repeatedInterval(Array<number>(24).fill(-1), STANDARD, null)
    expect(interval).toMatchObject({ crossing: null, decidedAtRounds: null, lower: -1, upper: -1 })
  })

  test('only ever tightens its bounds', () => {
    fc.assert(
      fc.property(rounds24, (d) => {
        const states = STANDARD.map(({ rounds }) =>
          repeatedInterval(d.slice(0, rounds), STANDARD, LOG_MARGIN),
        )
        states.slice(1).forEach((state, index) => {
          expect(state.lower).toBeGreaterThanOrEqual(states[index]?.lower ?? NaN)
          expect(state.upper).toBeLessThanOrEqual(states[index]?.upper ?? NaN)
        })
      }),
    )
  })

  test('shifts with the values', () => {
    fc.assert(
      fc.property(rounds24, fc.integer({ min: -20, max: 20 }), (d, k) => {
        const here = repeatedInterval(d, STANDARD, null)
        const there = repeatedInterval(
          d.map((value) => value + k / 64),
          STANDARD,
          null,
        )
        expect(there.lower).toBe(here.lower + k / 64)
        expect(there.upper).toBe(here.upper + k / 64)
      }),
    )
  })

  test('mirrors when the values are negated', () => {
    fc.assert(
      fc.property(rounds24, (d) => {
        const here = repeatedInterval(d, STANDARD, null)
        const there = repeatedInterval(
          d.map((value) => 0 - value),
          STANDARD,
          null,
        )
        expect(there.lower).toBeCloseTo(-here.upper, 15)
        expect(there.upper).toBeCloseTo(-here.lower, 15)
      }),
    )
  })

  test('does not depend on the order within the first look', () => {
    fc.assert(
      fc.property(rounds24, (d) => {
        const shuffled = [...d.slice(0, 6).toReversed(), ...d.slice(6)]
        expect(repeatedInterval(shuffled, STANDARD, LOG_MARGIN)).toEqual(
          repeatedInterval(d, STANDARD, LOG_MARGIN),
        )
      }),
    )
  })

  test('refuses a look with another number of values', () => {
    expect(() =>
      updateInterval(BEFORE_FIRST_LOOK, [1, 2], { rounds: 3, critical: 0 }, null),
    ).toThrowErrorMatchingInlineSnapshot(`[RangeError: a look at 3 rounds was given 2 values]`)
  })
})

describe('the error of one bound over all looks', () => {
  test.each(reference.exact.cumulativeError)(
    'is the enumerated fraction for looks $looks with critical values $critical',
    ({ looks, critical, fraction }) => {
      const [first = 0, second = 0] = looks
      const [numerator = 0, denominator = 1] = fraction
      const { errors, cases } = enumerateErrors(first, second, critical)
      expect(errors * denominator).toBe(cases * numerator)
    },
  )

  test.each(reference.simulatedCumulativeError)(
    'is the simulated one for $plan, whatever the distribution',
    ({ plan, perLook }) => {
      const repetitions = 20_000
      const looks = shippedLooks(plan, 0.05) ?? []
      const random = seededRandom(1)
      const missed = looks.map(() => 0)
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const d: number[] = []
        let wPlus = 0
        let isMissed = false
        looks.forEach(({ rounds, critical }, index) => {
          while (d.length < rounds) {
            const value = (random() - 0.5) ** 3
            d.push(value)
            for (const other of d) if (other + value > 0) wPlus += 1
          }
          // W+ <= c: the upper bound of this look lies at or below 0
          if (critical !== null && wPlus <= critical) isMissed = true
          if (isMissed) missed[index] = (missed[index] ?? 0) + 1
        })
      }
      perLook.forEach((expected, index) => {
        const tolerance = 3 * Math.sqrt((expected * (1 - expected)) / repetitions) + 0.0001
        expect(Math.abs((missed[index] ?? 0) / repetitions - expected)).toBeLessThanOrEqual(
          tolerance,
        )
      })
    },
  )
})

/** All arrangements of early and late ranks times all sign patterns, with W+ from ranks. */
function enumerateErrors(first: number, second: number, critical: readonly number[]) {
  const [firstCritical = -1, secondCritical = -1] = critical
  let errors = 0
  let cases = 0
  for (let early = 0; early < 2 ** second; early += 1) {
    const isEarly = Array.from({ length: second }, (_, rank) => ((early >> rank) & 1) === 1)
    if (isEarly.filter(Boolean).length !== first) continue
    for (let signs = 0; signs < 2 ** second; signs += 1) {
      cases += 1
      let earlyRank = 0
      let earlyW = 0
      let w = 0
      isEarly.forEach((isOfFirst, rank) => {
        const isPositive = ((signs >> rank) & 1) === 1
        if (isOfFirst) earlyRank += 1
        if (isPositive) w += rank + 1
        if (isPositive && isOfFirst) earlyW += earlyRank
      })
      if (earlyW <= firstCritical || w <= secondCritical) errors += 1
    }
  }
  return { errors, cases }
}
