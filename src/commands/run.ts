import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseRound } from '../config/validate-result.ts'
import { judge } from '../judge/judge.ts'
import { createLog } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import { Scope } from '../lib/scope.ts'
import { InterruptedError } from '../model/errors.ts'
import type { Plan } from '../model/plan.ts'
import type { Result } from '../model/result.ts'
import type { Round } from '../model/round.ts'
import { renderJson } from '../report/json.ts'
import { renderMarkdown } from '../report/markdown.ts'
import { renderPlanHeader } from '../report/progress.ts'
import { renderTerminal } from '../report/terminal.ts'
import { describeSide, prepareArena } from '../rounds/arena.ts'
import { Journal } from '../rounds/journal.ts'
import { describeEnvironment } from './environment.ts'
import { DEFAULT_FAIL_ON, exitCodeOf } from './exit-code.ts'
import { listenForInterruption } from './interruption.ts'
import { LiveLine } from './live-line.ts'
import { measure } from './measure.ts'
import { toolVersion } from './version.ts'

export interface RunOptions {
  readonly plan: Plan
  readonly outDir: string
  /** folder of an interrupted run to go on with; its plan is `plan` */
  readonly resumeDir: string | null
  readonly verbose: boolean
  readonly color: boolean
}

const RESULT_FILE = 'kafka-duel-result.json'
const REPORT_FILE = 'kafka-duel-report.md'

/**
 * Runs a plan to its verdict and writes result and report.
 *
 * @returns the exit code that the plan's `failOn` asks for
 * @throws UserError or EnvironmentError when nothing could be started; InterruptedError
 */
export async function run(options: RunOptions): Promise<number> {
  const { plan, verbose, color } = options
  const log = createLog({ isVerbose: verbose })
  const directory = options.resumeDir ?? options.outDir
  const startedAt = new Date().toISOString()
  const startedMs = performance.now()
  const line = new LiveLine(process.stderr)
  using interruption = listenForInterruption(() => {
    line.clear()
    log.note('stopping everything that was started; once more to end at once')
  })
  try {
    const measured = await runIn({
      options,
      directory,
      startedMs,
      log,
      line,
      signal: interruption.signal,
    })
    const { sides, environment, rounds, failure, stoppedBy } = measured
    const wallMs = performance.now() - startedMs
    const judgement = judge({ plan, rounds, stoppedBy, failure })
    const finishedAt = new Date().toISOString()
    const head = {
      schemaVersion: 1,
      plan,
      environment,
      sides,
      startedAt,
      finishedAt,
      wallMs,
    } as const
    const result: Result = { ...head, rounds, ...judgement, failure }
    const gateExitCode = exitCodeOf(result, DEFAULT_FAIL_ON)
    await writeFile(join(directory, RESULT_FILE), renderJson(result))
    await writeFile(join(directory, REPORT_FILE), renderMarkdown(result, { gateExitCode }))
    const width = process.stdout.isTTY ? process.stdout.columns : 100
    log.print(renderTerminal(result, { width, color, gateExitCode }))
    log.note(`result: ${join(directory, RESULT_FILE)}, report: ${join(directory, REPORT_FILE)}`)
    return exitCodeOf(result, plan.failOn)
  } catch (error: unknown) {
    if (error instanceof InterruptedError) {
      log.note(`finished rounds are kept: go on with kafka-duel run --resume ${directory}`)
    }
    throw error
  } finally {
    line.clear()
  }
}

interface RunParts {
  readonly options: RunOptions
  readonly directory: string
  readonly startedMs: number
  readonly log: Log
  readonly line: LiveLine
  readonly signal: AbortSignal
}

/** Everything that holds processes or directories: all of it is gone when this has returned or thrown. */
async function runIn({ options, directory, startedMs, log, line, signal }: RunParts) {
  const { plan } = options
  await using scope = new Scope()
  const arena = await prepareArena(plan, {
    scope,
    signal,
    env: process.env,
    onProgress: (text) => {
      log.detail(text)
      line.show(text)
    },
    onWarning: (text) => {
      line.clear()
      log.note(text)
    },
  })
  line.clear()
  const sides = {
    baseline: describeSide(arena.sides.baseline, plan.cluster),
    candidate: describeSide(arena.sides.candidate, plan.cluster),
  }
  const environment = describeEnvironment(plan, toolVersion())
  let before: readonly Round[] = []
  let journal: Journal
  if (options.resumeDir === null) {
    journal = await Journal.create(directory, { plan, sides })
  } else {
    const resumed = await Journal.resume(directory, { sides, parseRound })
    journal = resumed.journal
    before = resumed.rounds
  }
  log.note(renderPlanHeader(plan, sides, environment))
  const measured = await measure({ arena, journal, before, startedMs, log, line })
  return { ...measured, sides, environment }
}
