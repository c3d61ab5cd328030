import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { INIT_TEMPLATE } from '../../../src/commands/init-template.ts'
import { run } from '../../../src/commands/init.ts'
import configSchema from '../../../src/model/schemas/config.json' with { type: 'json' }
import { planOf } from '../config/fixed-probe.ts'

const SILENT = { print: () => undefined, note: () => undefined, detail: () => undefined }
/** Each excludes the others. */
const LOOKS = /^# (?=looks|rounds)/

describe('what init writes', () => {
  test('is a valid configuration', async () => {
    const { factors, name } = await planOf(INIT_TEMPLATE)
    expect([factors, name]).toEqual([['kafka'], 'quick'])
  })

  test('says what the defaults are', async () => {
    const keys = INIT_TEMPLATE.split('\n').filter((line) => /^[a-z]/.test(line))
    const sides = keys.filter((line) => /^(baseline|candidate):/.test(line)).join('\n')
    expect(await planOf(INIT_TEMPLATE)).toEqual(await planOf(sides))
  })

  test('stays valid with every comment that holds a key taken away', async () => {
    const text = INIT_TEMPLATE.split('\n')
      .map((line) => (LOOKS.test(line) ? line : line.replace(/^# (?=[a-z-]+: )/, '')))
      .join('\n')
    const plan = await planOf(text)
    expect(plan).toMatchObject({ budgetMs: 900_000, seed: 1, load: { recordsPerBatch: 600 } })
  })

  test('names every key', () => {
    const named = Array.from(INIT_TEMPLATE.matchAll(/^(?:# )?([a-z-]+): /gm), ([, key]) => key)
    expect(Object.keys(configSchema.properties).filter((key) => !named.includes(key))).toEqual([])
  })
})

describe('run()', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kafka-duel-test-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('writes the file, and replaces it only with force', async () => {
    const file = path.join(folder, 'x.yml')
    expect(await run({ file, force: false }, SILENT)).toBe(0)
    expect(await readFile(file, 'utf8')).toBe(INIT_TEMPLATE)
    await writeFile(file, 'mine: true')
    await expect(run({ file, force: false }, SILENT)).rejects.toMatchObject({
      code: 'KD_OUTPUT',
      message: `Cannot write "${file}": it is there already`,
      hint: 'give --force to replace it',
    })
    expect(await readFile(file, 'utf8')).toBe('mine: true')
    expect(await run({ file, force: true }, SILENT)).toBe(0)
    expect(await readFile(file, 'utf8')).toBe(INIT_TEMPLATE)
  })

  test('refuses a folder that is not there', async () => {
    const file = path.join(folder, 'no', 'x.yml')
    await expect(run({ file, force: false }, SILENT)).rejects.toThrow(
      `Cannot write "${file}": no such file or directory`,
    )
  })
})
