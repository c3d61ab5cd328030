import { describe, expect, test } from 'vitest'
import { attribute } from '../../../src/stats/attribution.ts'

const MINUS = { lower: -0.2, upper: -0.1 }
const PLUS = { lower: 0.1, upper: 0.2 }
const UNKNOWN = { lower: -0.1, upper: 0.1 }
const CONTRADICTION = { lower: 0.1, upper: -0.1 }

describe('attribute()', () => {
  test.each([
    ['regression', 'proved', MINUS, 'tls-only'],
    ['regression', 'proved', UNKNOWN, 'unsettled'],
    ['regression', 'proved', PLUS, 'unsettled'],
    ['proved', 'regression', PLUS, 'plaintext-only'],
    ['proved', 'regression', UNKNOWN, 'unsettled'],
    ['proved', 'regression', MINUS, 'unsettled'],
    ['regression', 'regression', UNKNOWN, 'both'],
    ['regression', 'regression', MINUS, 'both-tls-worse'],
    ['regression', 'regression', PLUS, 'both-plaintext-worse'],
    ['regression', 'open', MINUS, 'tls-worse-plaintext-unsettled'],
    ['regression', 'open', UNKNOWN, 'unsettled'],
    ['regression', 'open', PLUS, 'unsettled'],
    ['open', 'regression', PLUS, 'plaintext-worse-tls-unsettled'],
    ['open', 'regression', UNKNOWN, 'unsettled'],
    ['open', 'regression', MINUS, 'unsettled'],
    ['proved', 'proved', MINUS, 'none'],
    ['proved', 'proved', UNKNOWN, 'none'],
    ['proved', 'open', MINUS, 'inconclusive'],
    ['open', 'proved', PLUS, 'inconclusive'],
    ['open', 'open', MINUS, 'inconclusive'],
    ['regression', 'regression', CONTRADICTION, 'both'],
    ['regression', 'proved', CONTRADICTION, 'unsettled'],
  ] as const)('says for tls %s, plaintext %s, g %j: %4$s', (tls, plaintext, g, expected) => {
    expect(attribute({ tls, plaintext, g })).toBe(expected)
  })
})
