import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../../src/model/verdict.ts'
import { OUTCOMES } from '../../../src/model/words.ts'
import {
  changeText,
  confidenceText,
  findingText,
  outcomeText,
  provedText,
  valueText,
} from '../../../src/report/wording.ts'
import { bare, cpu, PLAN, throughput } from './example-comparison.ts'

const finding = (comparison: Comparison): string => findingText(comparison, PLAN)

describe('findingText() for throughput', () => {
  it('says of a regression how much, how sure and against which margin', () => {
    expect(finding(throughput([-0.111, -0.1265, -0.0668], { outcome: 'regression' }))).toBe(
      'slower by 11.1 % (between 6.6 % and 12.7 %); worse than the 5 % margin, 95 % one-sided confidence, 10 rounds',
    )
  })

  it('says of an improvement that it is beyond the margin', () => {
    expect(
      finding(throughput([0.081, 0.0635, 0.1175], { outcome: 'improvement', rounds: 6 })),
    ).toBe(
      'faster by 8.1 % (between 6.3 % and 11.8 %); beyond the 5 % margin, 95 % one-sided confidence, 6 rounds',
    )
  })

  it('says of no regression beyond which margin, and what was proved', () => {
    expect(
      finding(throughput([0.004, -0.0137, 0.02], { outcome: 'no-regression', rounds: 6 })),
    ).toBe(
      'no regression beyond 5 %: proved that the change is at least -1.4 % (estimate +0.4 %), 6 rounds',
    )
  })

  it('says of an open comparison what was proved against what was asked', () => {
    expect(finding(throughput([-0.03, -0.0665, 0.01], { labels: ['cannot tell'] }))).toBe(
      'cannot tell: proved only down to -6.7 %, 5 % was asked, 10 rounds',
    )
    expect(finding(throughput([-0.03, -0.0665, -0.004], { labels: ['probably slower'] }))).toBe(
      'probably slower, between 0.4 % and 6.7 %: proved only down to -6.7 %, 5 % was asked, 10 rounds',
    )
  })

  it('says of an invalid comparison only why', () => {
    expect(finding(bare({ outcome: 'invalid', reasons: ['the driver died'] }))).toBe(
      'not measured: the driver died',
    )
  })
})

describe('findingText() for CPU', () => {
  it('says how much more is needed', () => {
    expect(finding(cpu([0.111, 0.0668, 0.1265], { outcome: 'regression' }))).toBe(
      'needs 11.1 % more CPU per GB (between 6.6 % and 12.7 %); worse than the 5 % margin, 95 % one-sided confidence, 10 rounds',
    )
  })

  it('says how much less is needed', () => {
    expect(finding(cpu([-0.081, -0.1175, -0.0635], { outcome: 'improvement' }))).toBe(
      'needs 8.1 % less CPU per GB (between 6.3 % and 11.8 %); beyond the 5 % margin, 95 % one-sided confidence, 10 rounds',
    )
  })

  it('turns the proved side round, since more is worse', () => {
    expect(finding(cpu([-0.004, -0.02, 0.0137], { outcome: 'no-regression' }))).toBe(
      'no regression beyond 5 %: proved that the change is at most +1.4 % (estimate -0.4 %), 10 rounds',
    )
    expect(finding(cpu([0.03, -0.01, 0.0665], { labels: ['cannot tell'] }))).toBe(
      'cannot tell: proved only up to +6.7 %, 5 % was asked, 10 rounds',
    )
  })
})

describe('without an interval', () => {
  it('an unstable run keeps its outcome and prints no number', () => {
    const unstable = throughput([-0.2, -0.18, -0.22], {
      outcome: 'regression',
      labels: ['unstable run'],
    })
    expect(finding(unstable)).toBe(
      'slower (no interval: the run is unstable); worse than the 5 % margin, 95 % one-sided confidence, 10 rounds',
    )
    expect([changeText(unstable), provedText(unstable)]).toEqual(['no interval', '-'])
  })

  it('too few rounds show the ratio with the range of the rounds', () => {
    const few = bare({ change: -0.02, rounds: 3, differences: [-0.05, 0.01, -0.02] })
    expect(changeText(few)).toBe('-2.0 % (rounds -4.9 to +1.1)')
    expect(finding(few)).toBe(
      'cannot tell: no interval after 3 rounds, 5 % was asked; ratio -2.0 % (rounds -4.9 to +1.1)',
    )
  })

  it('an invalid comparison shows nothing, whatever numbers it carries', () => {
    const invalid = throughput([-0.2, -0.22, -0.18], { outcome: 'invalid' })
    expect([changeText(invalid), provedText(invalid)]).toEqual(['-', '-'])
  })
})

describe('table texts', () => {
  it('name the margin with every outcome', () => {
    expect(OUTCOMES.map((outcome) => outcomeText(bare({ outcome, margin: 0.025 })))).toEqual([
      'regression beyond 2.5 %',
      'improvement beyond 2.5 %',
      'no regression beyond 2.5 %',
      'inconclusive at 2.5 %',
      'invalid, not judged',
    ])
  })

  it('round the proved margin up, and stop at zero', () => {
    expect(provedText(throughput([0, -0.0301, 0.1]))).toBe('3.1 %')
    expect(provedText(throughput([0.1, 0.02, 0.2]))).toBe('0.0 %')
  })

  it('give values with units people can say', () => {
    expect(valueText(4_213_000, 'recordsPerSecond')).toBe('4.21 M/s')
    expect(valueText(3.021, 'cpuSecondsPerGb')).toBe('3.02')
    expect(valueText(null, 'recordsPerSecond')).toBe('-')
  })

  it('take the confidence from the plan', () => {
    expect(
      [0.05, 0.025, 0.01].map((alphaPerBound) => confidenceText({ ...PLAN, alphaPerBound })),
    ).toEqual([
      '95 % one-sided confidence',
      '97.5 % one-sided confidence',
      '99 % one-sided confidence',
    ])
  })
})

const ordered = fc
  .tuple(...[0, 1, 2].map(() => fc.double({ min: -0.99, max: 3, noNaN: true })))
  .map((values) => values.toSorted((one, other) => one - other))
  .map(([lower = 0, change = 0, upper = 0]) => [change, lower, upper] as const)
const comparisons = fc
  .tuple(ordered, fc.boolean(), fc.constantFrom(...OUTCOMES))
  .map(([values, isCost, outcome]) => (isCost ? cpu : throughput)(values, { outcome }))

describe('every text', () => {
  it('prints bounds that hold the proved interval, with the estimate between them', () => {
    fc.assert(
      fc.property(comparisons, (comparison) => {
        const [change, lower, upper] = [...changeText(comparison).matchAll(/[+-]?\d+\.\d/g)].map(
          ([number]) => Number(number) / 100,
        )
        if (change === undefined || lower === undefined || upper === undefined) {
          expect(comparison.outcome).toBe('invalid')
          return
        }
        const slack = 1e-12
        expect(lower).toBeLessThanOrEqual((comparison.changeLower ?? 0) + slack)
        expect(upper).toBeGreaterThanOrEqual((comparison.changeUpper ?? 0) - slack)
        expect(lower).toBeLessThanOrEqual(change)
        expect(upper).toBeGreaterThanOrEqual(change)
      }),
    )
  })

  it('never says that sides are alike, and no regression only with its margin', () => {
    fc.assert(
      fc.property(comparisons, (comparison) => {
        const text = `${finding(comparison)} ${outcomeText(comparison)} ${changeText(comparison)}`
        expect(text).not.toMatch(/\b(same|equal|identical|unchanged|no difference)\b/i)
        expect(text).not.toMatch(/no regression(?! beyond \d)/i)
      }),
    )
  })

  it('never prints an estimate without an interval', () => {
    fc.assert(
      fc.property(comparisons, (comparison) => {
        const none = {
          ...comparison,
          changeLower: null,
          changeUpper: null,
          lower: null,
          upper: null,
        }
        expect(`${finding(none)} ${changeText(none)}`).not.toMatch(/\d\.\d %/)
      }),
    )
  })
})
