import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseConfigText, readConfigFile } from '../../../src/config/config-file.ts'

describe('parseConfigText()', () => {
  test.each([
    ['', 'Cannot read "x.yml": the file is empty'],
    ['\n# only a comment\n', 'Cannot read "x.yml": the file is empty'],
    ['null', 'Cannot read "x.yml": the file is empty'],
    ['- a\n- b', 'Cannot read "x.yml": it is not a mapping of keys to values'],
    ['baseline', 'Cannot read "x.yml": it is not a mapping of keys to values'],
    ['a: 1\na: 2', 'Cannot read "x.yml": x.yml:2: the key stands here a second time'],
    [
      'a: [1, 2',
      'Cannot read "x.yml": x.yml:1: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    ['a: 1\n\tb: 2', 'Cannot read "x.yml": x.yml:2: Tabs are not allowed as indentation'],
    ['a: 1\nb: "x', 'Cannot read "x.yml": x.yml:2: Missing closing "quote'],
    [
      'a: b: c',
      'Cannot read "x.yml": x.yml:1: Nested mappings are not allowed in compact mappings',
    ],
    ['a: 1\n---\nb: 2', 'Cannot read "x.yml": x.yml:2: a second document begins here, wanted one'],
    ['a: !!js x', 'Cannot read "x.yml": x.yml:1: Unresolved tag: tag:yaml.org,2002:js'],
    [
      'a: *unknown',
      'Cannot read "x.yml": Unresolved alias (the anchor must be set before the alias): unknown',
    ],
  ])('refuses %j', (text, message) => {
    expect(messageOfThrown(() => parseConfigText(text, 'x.yml'))).toBe(message)
  })

  test('refuses aliases that grow without bound', () => {
    const levels = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
    const names = ['a', 'b', 'c', 'd', 'e'] as const
    names.slice(1).forEach((name, index) => {
      levels.push(
        `${name}: &${name} [${Array(10)
          .fill(`*${names[index] ?? ''}`)
          .join(', ')}]`,
      )
    })
    expect(() => parseConfigText(levels.join('\n'), 'x.yml')).toThrow(
      'Cannot read "x.yml": Excessive alias count indicates a resource exhaustion attack',
    )
  })

  test('finds the line of keys, list items and what is nearest to a path that is not there', () => {
    const { locate } = parseConfigText(
      '\ufeffa:\r\n  b: 1\r\n  c:\r\n    - 1\r\n    - 2\r\n',
      'x.yml',
    )
    const lines = [['a'], ['a', 'b'], ['a', 'c', 1], ['a', 'd'], ['z'], []].map(locate)
    expect(lines).toEqual(['x.yml:1', 'x.yml:2', 'x.yml:5', 'x.yml:1', 'x.yml:1', 'x.yml:1'])
  })
})

describe('readConfigFile()', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kafka-duel-test-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('starts relative paths at the folder of the file', async () => {
    const file = path.join(folder, 'x.yml')
    await writeFile(file, 'a: 1')
    const draft = await readConfigFile(file)
    expect(draft.value).toEqual({ a: 1 })
    expect(draft.folder).toBe(folder)
  })

  test('refuses a file that is not there', async () => {
    await expect(readConfigFile('/nowhere/x.yml')).rejects.toMatchObject({
      name: 'UserError',
      code: 'KD_INPUT_FILE',
      message: 'Cannot read "/nowhere/x.yml": no such file or directory',
      hint: 'kafka-duel init writes a configuration to start from',
    })
  })

  test('refuses a directory', async () => {
    await expect(readConfigFile(folder)).rejects.toThrow(
      `Cannot read "${folder}": it is a directory, wanted a file`,
    )
  })
})

function messageOfThrown(action: () => unknown): string {
  try {
    action()
  } catch (error: unknown) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'nothing was thrown'
}
