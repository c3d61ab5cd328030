import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadResult } from '../../src/config/validate-result.ts'
import { CLI, processesWith, startCli, workFolders } from '../support/cli.ts'
import type { RunningCli } from '../support/cli.ts'

const SIDES = ['--baseline', 'kafka@2.5.1,java@17', '--candidate', 'kafka@2.4.1,java@17']
const SHORT = ['--workloads', 'consume', '--rounds', '6', '--blocks', '30', '--warm-up', '4s']

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kafka-duel-e2e-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

function run(...args: string[]): RunningCli {
  return startCli(['run', ...SIDES, ...SHORT, '--verbose', '--out', 'out', ...args], {
    cwd: folder,
  })
}

function expectNothingLeft(): void {
  expect(workFolders()).toEqual([])
  expect(processesWith('kafka.Kafka')).toEqual([])
  expect(processesWith('QuorumPeerMain')).toEqual([])
  expect(processesWith(CLI.replace('cli.js', 'driver.js'))).toEqual([])
}

describe('an interrupted run', () => {
  it.each([
    ['finding the sides', /finding the baseline/, 'SIGINT'],
    ['starting both sides', /round 1\/6: starting both sides/, 'SIGINT'],
    ['filling topics', /round 1\/6: creating and filling topics/, 'SIGINT'],
    ['warming up', /round 1\/6: warming up/, 'SIGTERM'],
    ['measuring', /round 1\/6: measuring consume\/tls/, 'SIGINT'],
    ['stopping both sides', /round 1\/6: stopping both sides/, 'SIGINT'],
  ] as const)('while %s stops everything and exits 130', async (_, phase, signal) => {
    const cli = run()
    await cli.sees(phase)
    cli.child.kill(signal)
    const { exitCode, stderr } = await cli.finished
    expect(exitCode, stderr).toBe(130)
    expect(stderr).toContain(`interrupted by ${signal}`)
    expectNothingLeft()
  })

  it('goes on with the same plan and seed, and keeps its finished rounds', async () => {
    const cli = run('--seed', '5', '--blocks', '4')
    await cli.sees(/round 2\/6: starting both sides/)
    cli.child.kill('SIGINT')
    expect((await cli.finished).exitCode).toBe(130)

    const resumed = startCli(['run', '--resume', 'out'], { cwd: folder })
    await resumed.sees(/^round 2\/6 /m)
    resumed.child.kill('SIGINT')
    const { stderr } = await resumed.finished
    expect(stderr).not.toMatch(/^round 1\/6 /m)
    const lines = (await readFile(join(folder, 'out', 'rounds.jsonl'), 'utf8')).trim().split('\n')
    expect(lines.map((line) => /"index":(\d+)/.exec(line)?.[1])).toEqual(['0', '1'])
    expectNothingLeft()
  })
})

describe('a run in which something dies', () => {
  it('names the side whose broker was killed in a train, without any number', async () => {
    const cli = run()
    await cli.sees(/measuring consume\/tls/)
    const candidate = processesWith('kafka.Kafka').filter((pid) =>
      processesWith('round-0-candidate').includes(pid),
    )
    expect(candidate).toHaveLength(1)
    for (const pid of candidate) process.kill(pid, 'SIGKILL')
    const { exitCode, stdout } = await cli.finished
    expect(exitCode).toBe(5)
    const result = await loadResult(join(folder, 'out', 'kafka-duel-result.json'))
    expect(result.verdict).toMatchObject({ outcome: 'invalid', stoppedBy: 'invalid' })
    expect(result.failure).toMatchObject({ class: 'BROKER_DIED', side: 'candidate' })
    expect(stdout.split('\n')[0]).toMatch(/candidate/)
    expect(stdout.split('\n')[0]).not.toMatch(/%/)
    expectNothingLeft()
  })

  it('is invalid when the driver was killed', async () => {
    const cli = run()
    await cli.sees(/measuring consume\/tls/)
    const drivers = await untilSome(() => processesWith('driver.js'))
    for (const pid of drivers) process.kill(pid, 'SIGKILL')
    expect((await cli.finished).exitCode).toBe(5)
    const result = await loadResult(join(folder, 'out', 'kafka-duel-result.json'))
    expect(result.failure).toMatchObject({ class: 'DRIVER_DIED', side: null })
    expectNothingLeft()
  })
})

describe('a run that cannot be started', () => {
  it.each([
    [['--java', '99'], 5, /Java 99|"99"/],
    [['--baseline', 'kafka@9.9.9,java@17'], 2, /9\.9\.9/],
    [['--candidate', 'dir:/nowhere,java@17'], 2, /\/nowhere/],
    [['--jvm-flags=-XX:+NoSuchFlag'], 2, /NoSuchFlag/],
  ])('%j exits %i and names it', async (args, expected, text) => {
    const sides = args.some((arg) => arg.startsWith('--baseline') || arg.startsWith('--candidate'))
      ? SIDES.filter((_, index) => !args.includes(SIDES[index - (index % 2)] ?? ''))
      : SIDES
    const java = args.includes('--java') ? sides.map((side) => side.replace(',java@17', '')) : sides
    const { finished } = startCli(['run', ...java, ...SHORT, ...args, '--out', 'out'], {
      cwd: folder,
    })
    const { exitCode, stderr } = await finished
    expect(exitCode, stderr).toBe(expected)
    expect(stderr).toMatch(text)
    expectNothingLeft()
  })
})

async function untilSome(find: () => number[]): Promise<number[]> {
  const end = Date.now() + 10_000
  for (;;) {
    const found = find()
    if (found.length > 0 || Date.now() > end) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
