import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { completeResult } from '../../unit/config/complete-result.ts'
import { SIDES, planOf } from '../../unit/config/fixed-probe.ts'

const CLI = fileURLToPath(new URL('../../../src/cli.ts', import.meta.url))
const TSX = import.meta.resolve('tsx')

interface Ended {
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
}

describe('kafka-duel', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kafka-duel-test-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function kafkaDuel(...words: readonly string[]): Promise<Ended> {
    const { exitCode, stdout, stderr } = await execa(
      process.execPath,
      ['--import', TSX, CLI, ...words],
      { cwd: folder, reject: false, env: { NO_COLOR: '1', FORCE_COLOR: undefined } },
    )
    return { code: exitCode, stdout, stderr }
  }

  test('tells its version', async () => {
    const { code, stdout } = await kafkaDuel('--version')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('writes a configuration that its own dry run takes', async () => {
    expect((await kafkaDuel('init')).code).toBe(0)
    const { code, stdout, stderr } = await kafkaDuel('run', '--dry-run', '--rounds', '5')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('custom: judged after 5 rounds')
  })

  test('tells mistakes of a configuration on stderr and exits with 2', async () => {
    await writeFile(path.join(folder, 'kafka-duel.yml'), `${SIDES}workload: [produce]\n`)
    expect(await kafkaDuel('run', '--dry-run', '--margin', '0.05')).toMatchInlineSnapshot(`
      {
        "code": 2,
        "stderr": "Cannot plan the run: 2 mistakes found
        --margin: margin is "0.05", wanted a tolerated loss of throughput such as 5% or 1.05x (a bare number is ambiguous)
        kafka-duel.yml:3: "workload" is not a known key, did you mean "workloads"?",
        "stdout": "",
      }
    `)
  })

  test('takes a reader that stops early for no fault', async () => {
    const child = execa(process.execPath, ['--import', TSX, CLI, 'schema', 'result'], {
      reject: false,
      buffer: false,
    })
    child.stdout.destroy()
    expect((await child).exitCode).toBe(0)
  })

  test('renders a result to stdout or into a file', async () => {
    const result = completeResult(await planOf(SIDES))
    await writeFile(path.join(folder, 'r.json'), JSON.stringify(result))
    const json = await kafkaDuel('report', 'r.json', '--format', 'json')
    expect(json.code).toBe(0)
    expect(JSON.parse(json.stdout)).toEqual(result)
    const markdown = await kafkaDuel('report', 'r.json', '--format', 'markdown', '--output', 'r.md')
    expect([markdown.code, markdown.stdout]).toEqual([0, ''])
    expect(await readFile(path.join(folder, 'r.md'), 'utf8')).toMatch(/^## /)
    const terminal = await kafkaDuel('report', 'r.json')
    expect([terminal.code, terminal.stderr]).toEqual([0, ''])
  })

  test('refuses to render what is no result, or into no folder', async () => {
    await writeFile(path.join(folder, 'r.json'), '{}')
    expect((await kafkaDuel('report', 'r.json')).code).toBe(2)
    const result = completeResult(await planOf(SIDES))
    await writeFile(path.join(folder, 'r.json'), JSON.stringify(result))
    const { code, stderr } = await kafkaDuel('report', 'r.json', '--output', 'no/r.md')
    expect([code, stderr]).toEqual([2, 'Cannot write "no/r.md": no such file or directory'])
  })
})
