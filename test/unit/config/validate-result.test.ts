import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadPlan, parsePlan } from '../../../src/config/load-plan.ts'
import { loadResult, parseResult, parseRound } from '../../../src/config/validate-result.ts'
import { completeResult } from './complete-result.ts'
import { SIDES, planOf } from './fixed-probe.ts'

const result = completeResult(await planOf(SIDES))

/** Names are free in these; everything else is a closed mapping. */
const OPEN_MAPPINGS = ['brokerConfig', 'blocks']

interface Place {
  readonly name: string
  readonly key: string
  /** the mapping that holds the key, in a copy of the result */
  readonly open: () => { readonly whole: unknown; readonly mapping: Record<string, unknown> }
}

/** Every key of every closed mapping inside the result. */
function placesIn(value: unknown, steps: readonly string[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const isClosed = !Array.isArray(value) && !OPEN_MAPPINGS.includes(steps.at(-1) ?? '')
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => [
    ...(isClosed ? [{ name: [...steps, key].join('.'), key, open: () => openAt(steps) }] : []),
    ...placesIn(inner, [...steps, key]),
  ])
}

function openAt(steps: readonly string[]): ReturnType<Place['open']> {
  const whole: unknown = structuredClone(result)
  let mapping: unknown = whole
  for (const step of steps) mapping = isMapping(mapping) ? mapping[step] : undefined
  if (!isMapping(mapping)) throw new Error(`no mapping at ${steps.join('.')}`)
  return { whole, mapping }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const places = placesIn(result)

describe('parseResult()', () => {
  test('takes a result in which everything occurs', () => {
    expect(parseResult(JSON.stringify(result), 'r.json')).toEqual(result)
    expect(parseResult(result, 'r.json')).toEqual(result)
    expect(parseResult({ ...result, failure: null }, 'r.json').failure).toBeNull()
  })

  test('walks through a result of more than 200 places', () => {
    expect(places.length).toBeGreaterThan(200)
  })

  test('refuses a result from which any one key is missing', () => {
    const accepted = places.filter(({ key, open }) => {
      const { whole, mapping } = open()
      Reflect.deleteProperty(mapping, key)
      return isAccepted(whole)
    })
    expect(accepted.map(({ name }) => name)).toEqual([])
  })

  test('refuses a result with a key too many in any mapping', () => {
    const accepted = places.filter(({ key, open }) => {
      const { whole, mapping } = open()
      mapping[`${key}Extra`] = null
      return isAccepted(whole)
    })
    expect(accepted.map(({ name }) => name)).toEqual([])
  })

  test('refuses a result with a value of another type at any place', () => {
    const accepted = places.filter(({ key, open }) => {
      const { whole, mapping } = open()
      mapping[key] = typeof mapping[key] === 'boolean' ? 'x' : true
      return isAccepted(whole)
    })
    expect(accepted.map(({ name }) => name)).toEqual([])
  })

  test.each([
    ['', 'Cannot read the result "r.json": it is not JSON (Unexpected end of JSON input)'],
    ['5', 'Cannot read the result "r.json": it is 5, wanted object'],
    ['[]', 'Cannot read the result "r.json": it is [], wanted object'],
    ['{"schemaVersion":2}', 'Cannot read the result "r.json": it has schemaVersion 2, wanted 1'],
    [
      JSON.stringify({ ...result, wallMs: null }),
      'Cannot read the result "r.json": wallMs is null, wanted number',
    ],
    [
      JSON.stringify({ ...result, startedAt: 'yesterday' }),
      'Cannot read the result "r.json": startedAt is "yesterday", wanted a time such as 2026-01-31T12:00:00.000Z',
    ],
  ])('refuses %.60j', (text, message) => {
    expect(() => parseResult(text, 'r.json')).toThrow(message)
  })

  test('names the place deep inside, and every mistake', () => {
    const [round] = result.rounds
    const [measured, invalid] = round?.trains ?? []
    const trains = [
      { ...measured, wallMs: -1, reason: 'an invalid train has no numbers' },
      { ...invalid, state: 'maybe' },
    ]
    const rounds = [{ ...round, trains }]
    expect(() => parseResult({ ...result, rounds }, 'r.json')).toThrowErrorMatchingInlineSnapshot(`
      [UserError: Cannot read the result "r.json": 3 mistakes found
        "reason" is not a known key of rounds[0].trains[0], known are state, cell, startedAt, wallMs, slices, baseline, candidate, signals, warnings
        rounds[0].trains[0].wallMs is -1, wanted >= 0
        rounds[0].trains[1].state is "maybe", wanted "invalid"]
    `)
  })
})

describe('parsePlan() and parseRound()', () => {
  test('take the parts that a run journals', () => {
    expect(parsePlan(JSON.stringify(result.plan), 'plan.json')).toEqual(result.plan)
    const [round] = result.rounds
    expect(parseRound(JSON.stringify(round), 'rounds.jsonl:1')).toEqual(round)
  })

  test('refuse what is none', () => {
    expect(() => parsePlan({ ...result.plan, schemaVersion: 0 }, 'plan.json')).toThrow(
      'Cannot read the plan "plan.json": it has schemaVersion 0, wanted 1',
    )
    expect(() => parseRound({ ...result.rounds[0], index: -1 }, 'rounds.jsonl:1')).toThrow(
      'Cannot read the round "rounds.jsonl:1": index is -1, wanted >= 0',
    )
  })
})

describe('loadResult() and loadPlan()', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kafka-duel-test-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('read what was written', async () => {
    await writeFile(path.join(folder, 'r.json'), JSON.stringify(result))
    await writeFile(path.join(folder, 'plan.json'), JSON.stringify(result.plan))
    expect(await loadResult(path.join(folder, 'r.json'))).toEqual(result)
    expect(await loadPlan(folder)).toEqual(result.plan)
  })

  test('refuse what is not there', async () => {
    await expect(loadResult('/nowhere/r.json')).rejects.toMatchObject({
      code: 'KD_INPUT_FILE',
      message: 'Cannot read the result "/nowhere/r.json": no such file or directory',
    })
    await expect(loadResult(folder)).rejects.toThrow('it is a directory, wanted a file')
    await expect(loadPlan('/nowhere')).rejects.toMatchObject({
      code: 'KD_RESUME',
      message: 'Cannot read the plan "/nowhere/plan.json": no such file or directory',
    })
  })
})

function isAccepted(value: unknown): boolean {
  try {
    parseResult(value, 'r.json')
    return true
  } catch {
    // what is refused is what these tests are about
    return false
  }
}
