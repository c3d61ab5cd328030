import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../../src/commands/run-command.ts'
import { readRunRequest } from '../../../src/commands/run-options.ts'
import { FIXED_PROBE, SIDES, planOf } from '../config/fixed-probe.ts'

const SILENT = { print: () => undefined, note: () => undefined, detail: () => undefined }

describe('readRunRequest()', () => {
  test('plans a new run into the default folder', async () => {
    const args = { config: 'a-a', seed: '7', out: '' }
    const request = await readRunRequest(args, FIXED_PROBE)
    expect(request).toMatchObject({
      plan: { seed: 7, factors: [] },
      outDir: 'kafka-duel-out',
      resumeDir: null,
      isDryRun: false,
    })
  })

  test('takes the plan of a begun run as it is', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kafka-duel-test-'))
    try {
      const plan = await planOf(SIDES)
      await writeFile(path.join(folder, 'plan.json'), JSON.stringify(plan))
      const request = await readRunRequest({ resume: folder }, FIXED_PROBE)
      expect(request).toEqual({ plan, outDir: folder, resumeDir: folder, isDryRun: false })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('refuses to resume with anything that changes the plan', async () => {
    const args = { resume: 'out', config: 'a-a', margin: '5%', 'fail-on': 'none', out: 'b' }
    await expect(readRunRequest(args)).rejects.toMatchObject({
      code: 'KD_USAGE',
      message:
        'Cannot resume "out" with "a-a", --margin, --fail-on, --out: the plan of a begun run is fixed',
    })
  })

  test('refuses options that are given twice', async () => {
    await expect(readRunRequest({ out: ['a', 'b'] })).rejects.toThrow(
      'Cannot use --out: it is given 2 times',
    )
  })
})

describe('runCommand()', () => {
  test('sends Windows to WSL before it reads anything', async () => {
    await expect(runCommand({ config: 'no such file' }, SILENT, 'win32')).rejects.toMatchObject({
      code: 'KD_PLATFORM',
      message: 'Cannot run on "win32": found Windows, wanted Linux or macOS',
      hint: 'use WSL; report, schema and init work here too',
    })
  })

  test('prints the plan of a dry run, and starts nothing', async () => {
    const printed: string[] = []
    const log = { ...SILENT, print: (text: string) => printed.push(text) }
    const args = { config: 'a-a', 'dry-run': true, seed: '1' }
    expect(await runCommand(args, log, 'linux')).toBe(0)
    expect(printed.join('')).toContain('Nothing was started: this is what run would do')
  })
})
