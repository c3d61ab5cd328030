import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadResult } from '../../src/config/validate-result.ts'
import type { Result } from '../../src/model/result.ts'
import { startCli, workFolders } from '../support/cli.ts'
import type { Finished } from '../support/cli.ts'

/** Short trains: what is looked for here is far larger than their noise. */
const SHORT = ['--workloads', 'consume', '--plan', 'quick', '--blocks', '12', '--warm-up', '6s']

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kafka-duel-e2e-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function duel(experiment: string): Promise<Finished & { result: Result }> {
  const { finished } = startCli(['run', experiment, ...SHORT, '--out', 'out'], { cwd: folder })
  const ended = await finished
  console.log(`${ended.stderr}\n${ended.stdout.slice(0, 3000)}`)
  const result = await loadResult(join(folder, 'out', 'kafka-duel-result.json'))
  expect(workFolders()).toEqual([])
  return { ...ended, result }
}

describe('kafka-duel run on real brokers', () => {
  it('does not alarm when both sides are one and the same', async () => {
    const { result, exitCode, stdout } = await duel('a-a')
    expect(['no-regression', 'inconclusive']).toContain(result.verdict.outcome)
    expect(exitCode).toBe(result.verdict.outcome === 'no-regression' ? 0 : 4)
    expect(result.plan.factors).toEqual([])
    for (const { trains } of result.rounds) {
      for (const train of trains) expect(train.state).toBe('measured')
    }
    expect(stdout).toMatch(/consume\/tls/)
  })

  it('finds a known TLS-only loss and says that it is TLS only', async () => {
    const { result, exitCode } = await duel('aes-ctr-intrinsics-off')
    expect(result.verdict.outcome).toBe('regression')
    expect(exitCode).toBe(result.plan.failOn.includes('regression') ? 3 : 0)
    expect(['tls-only', 'tls-worse-plaintext-unsettled']).toContain(result.verdict.attribution)
    const tls = result.comparisons.find(({ cell, gating }) => cell === 'consume/tls' && gating)
    expect(tls?.outcome).toBe('regression')
    expect(tls?.upper).toBeLessThan(-0.2)
    const report = await readFile(join(folder, 'out', 'kafka-duel-report.md'), 'utf8')
    expect(report).toContain('consume/tls')
  })
})
