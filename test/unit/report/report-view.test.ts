import { describe, expect, it } from 'vitest'
import { reportViewOf } from '../../../src/report/report-view.ts'
import { EXAMPLES } from './example-results.ts'

const NONE = EXAMPLES['no-regression']

describe('reportViewOf()', () => {
  it('gives a planned cell that is missing a row of its own', () => {
    const comparisons = NONE.comparisons.filter(({ cell }) => cell !== 'consume/plaintext')
    const row = reportViewOf({ ...NONE, comparisons }, 5).gating.at(-1)
    expect(row).toMatchObject({
      name: 'consume/plaintext',
      outcomeText: 'not measured',
      change: '-',
      rounds: '0',
    })
  })

  it('compares nothing once a side has failed, whatever the finished rounds say', () => {
    const failure = { class: 'BROKER_DIED', side: 'candidate', message: 'why', hint: null } as const
    const view = reportViewOf({ ...NONE, failure }, 5)
    expect([view.gating, view.advisory, view.where, view.plotted]).toEqual([[], [], [], []])
  })

  it('explains every label that occurs, once', () => {
    const view = reportViewOf(EXAMPLES['inconclusive-low-n'], 4)
    expect(view.labels.map(({ label }) => label)).toEqual(['cannot tell', 'low-N'])
  })

  it('gathers the warnings of trains by kind and cell', () => {
    const view = reportViewOf(EXAMPLES['invalid-driver-bound'], 5)
    const warnings = view.facts.find(({ title }) => title === 'Warnings and notes')?.facts
    expect(warnings?.[0]).toEqual({
      label: 'driver-bound',
      text: 'consume/plaintext in round 1, 2, 3, 4, 5, 6: the driver used more than 85 % of a core per thread, which hides differences between brokers',
    })
  })

  it('says where the wall time went', () => {
    const time = reportViewOf(NONE, 0).facts.find(({ title }) => title === 'Time')?.facts
    expect(time?.map(({ text }) => text)).toEqual([
      '6 min 45 s for 6 rounds, started 2026-03-14T09:00:00.000Z',
      'measured slices 47 %, boot 9 %, prepare 3 %, warm-up 30 %, train overhead 4 %, stop 4 %, else 2 %',
    ])
  })

  it('says once what both sides share, and twice what they do not', () => {
    const sides = reportViewOf(EXAMPLES['regression-both'], 3).facts[0]?.facts
    expect(sides?.map(({ label }) => label)).toEqual([
      'Kafka',
      'Java, baseline',
      'Java, candidate',
      'JVM flags, baseline',
      'JVM flags, candidate',
      'TLS pinned',
      'TLS negotiated',
      'requests',
    ])
  })
})
