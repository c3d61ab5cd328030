import fc from 'fast-check'
import { expect, it } from 'vitest'
import { renderJson } from '../../../src/report/json.ts'
import { EXAMPLES } from './example-results.ts'

const RESULT = EXAMPLES['regression-both']

it('renderJson() writes what JSON.parse gives back, whatever stands in the texts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const result = { ...RESULT, rounds: [], startedAt: `{ "a": [\n1\n] }${text}` }
      expect(JSON.parse(renderJson(result))).toEqual(JSON.parse(JSON.stringify(result)))
    }),
  )
})

it('renderJson() refuses numbers that would turn into null', () => {
  expect(() => renderJson({ ...RESULT, wallMs: Number.NaN })).toThrow(
    'the result holds NaN as "wallMs"',
  )
})
