import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadResult } from '../../src/config/validate-result.ts'
import { commandsWith, processesWith, startCli } from '../support/cli.ts'
import type { RunningCli } from '../support/cli.ts'

const SIDES = ['--baseline', 'kafka@2.5.1,java@17', '--candidate', 'kafka@2.4.1,java@17']
const SHORT = ['--workloads', 'consume', '--rounds', '6', '--warm-up', '3s', '--heap', '512m']
const LONG_TRAINS = ['--blocks', '60']
const SHORT_TRAINS = ['--blocks', '4']

let folder = ''
let temporary = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kafka-duel-e2e-'))
  // a temporary folder of the test's own: whatever a run starts or writes can be told by it
  temporary = join(folder, 'tmp')
  await mkdir(temporary)
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

function start(...args: string[]): RunningCli {
  return startCli(args, { cwd: folder, env: { TMPDIR: temporary } })
}

function run(...args: string[]): RunningCli {
  const where = ['--log-dirs', 'disk', '--verbose', '--out', 'out']
  return start('run', ...SIDES, ...SHORT, ...where, ...args)
}

async function expectNothingLeft(): Promise<void> {
  expect(processesWith(temporary)).toEqual([])
  expect(await readdir(temporary)).toEqual([])
}

describe('an interrupted run', () => {
  it.each([
    ['finding the sides', /finding the baseline/, 'SIGINT'],
    ['starting both sides', /round 1\/6: starting both sides/, 'SIGINT'],
    ['filling topics', /round 1\/6: creating and filling topics/, 'SIGINT'],
    ['warming up', /round 1\/6: warming up/, 'SIGTERM'],
    ['measuring', /round 1\/6: measuring consume\/tls/, 'SIGINT'],
    ['stopping both sides', /round 1\/6: stopping both sides/, 'SIGINT'],
  ] as const)('while %s stops everything and exits 130', async (name, phase, signal) => {
    const cli = run(...(name === 'measuring' ? LONG_TRAINS : SHORT_TRAINS))
    await cli.sees(phase)
    cli.child.kill(signal)
    const { exitCode, stderr } = await cli.finished
    expect(exitCode, stderr).toBe(130)
    expect(stderr).toContain(`interrupted by ${signal}`)
    await expectNothingLeft()
  })

  it('goes on with the same plan and seed, and keeps its finished rounds', async () => {
    const cli = run('--seed', '5', '--blocks', '4')
    await cli.sees(/round 2\/6: starting both sides/)
    cli.child.kill('SIGINT')
    expect((await cli.finished).exitCode).toBe(130)

    const resumed = start('run', '--resume', 'out')
    await resumed.sees(/^round 2\/6 /m)
    resumed.child.kill('SIGINT')
    const { stderr } = await resumed.finished
    expect(stderr).not.toMatch(/^round 1\/6 /m)
    const lines = (await readFile(join(folder, 'out', 'rounds.jsonl'), 'utf8')).trim().split('\n')
    expect(lines.map((line) => /"index":(\d+)/.exec(line)?.[1])).toEqual(['0', '1'])
    await expectNothingLeft()
  })
})

describe('a run in which something dies', () => {
  it('names the side whose broker was killed in a train, without any number', async () => {
    const cli = run(...LONG_TRAINS)
    await cli.sees(/measuring consume\/tls/)
    const brokers = commandsWith(processesWith(temporary), 'kafka.Kafka')
    const candidate = commandsWith(brokers, 'round-0-candidate')
    expect(candidate).toHaveLength(1)
    for (const pid of candidate) process.kill(pid, 'SIGKILL')
    const { exitCode, stdout } = await cli.finished
    expect(exitCode).toBe(5)
    const result = await loadResult(join(folder, 'out', 'kafka-duel-result.json'))
    expect(result.verdict).toMatchObject({ outcome: 'invalid', stoppedBy: 'invalid' })
    expect(result.failure).toMatchObject({ class: 'BROKER_DIED', side: 'candidate' })
    expect(stdout.split('\n')[0]).toMatch(/candidate/)
    expect(stdout.split('\n')[0]).not.toMatch(/%/)
    await expectNothingLeft()
  })

  it('is invalid when the driver was killed', async () => {
    const cli = run(...LONG_TRAINS)
    await cli.sees(/measuring consume\/tls/)
    const drivers = await untilSome(() => commandsWith(processesWith(temporary), 'driver.js'))
    for (const pid of drivers) process.kill(pid, 'SIGKILL')
    expect((await cli.finished).exitCode).toBe(5)
    const result = await loadResult(join(folder, 'out', 'kafka-duel-result.json'))
    expect(result.failure).toMatchObject({ class: 'DRIVER_DIED', side: null })
    await expectNothingLeft()
  })
})

describe('a run that cannot be started', () => {
  const [, baseline = '', , candidate = ''] = SIDES
  it.each([
    ['no such Java', 5, /Java 99|"99"/, ['kafka@2.5.1,java@99', candidate]],
    ['no such release', 2, /9\.9\.9/, ['kafka@9.9.9,java@17', candidate]],
    ['no such folder', 2, /\/nowhere/, [baseline, 'dir:/nowhere,java@17']],
    ['a broker too new for its Java', 2, /needs Java 17/, ['kafka@4.4.0,java@11', candidate]],
  ])('exits for %s with %i and names it', async (_, expected, text, [one = '', other = '']) => {
    const cli = start('run', '--baseline', one, '--candidate', other, ...SHORT)
    const { exitCode, stderr } = await cli.finished
    expect(exitCode, stderr).toBe(expected)
    expect(stderr).toMatch(text)
    await expectNothingLeft()
  })

  it('exits 2 for a JVM flag that the JVM does not know, and names it', async () => {
    const { exitCode, stderr } = await run('--jvm-flags=-XX:+NoSuchFlag').finished
    expect(exitCode, stderr).toBe(2)
    expect(stderr).toContain('-XX:+NoSuchFlag')
    await expectNothingLeft()
  })

  it('exits 5 and names the side when a broker refuses its configuration', async () => {
    const { exitCode, stdout } = await run('--broker-config', 'log.segment.bytes=none').finished
    expect(exitCode).toBe(5)
    expect(stdout.split('\n')[0]).toMatch(/did not start/)
    await expectNothingLeft()
  })

  it('exits 5 when the log directories have no room', async () => {
    await using disk = await smallDisk(temporary)
    const cli = startCli(['run', ...SIDES, ...SHORT, '--log-dirs', 'disk', '--out', 'out'], {
      cwd: folder,
      env: { TMPDIR: disk.path },
    })
    const { exitCode, stderr } = await cli.finished
    expect(exitCode, stderr).toBe(5)
    expect(stderr).toMatch(/Cannot keep log directories in/)
  })
})

/** A file system of 64 MB; mounting it needs root, as CI has. */
async function smallDisk(parent: string): Promise<AsyncDisposable & { path: string }> {
  const path = join(parent, 'small')
  await mkdir(path)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', path])
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      execFileSync('umount', [path])
      await rm(path, { recursive: true })
    },
  }
}

async function untilSome(find: () => number[]): Promise<number[]> {
  const end = Date.now() + 10_000
  for (;;) {
    const found = find()
    if (found.length > 0 || Date.now() > end) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
