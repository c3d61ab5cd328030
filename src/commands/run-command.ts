import picocolors from 'picocolors'
import type { Log } from '../lib/log.ts'
import { EXIT, UserError } from '../model/errors.ts'
import { renderDryRun } from './dry-run.ts'
import { readRunRequest } from './run-options.ts'

/**
 * Checks what was asked for, and runs it or prints it.
 *
 * @returns the exit code
 */
export async function runCommand(
  args: Readonly<Record<string, unknown>>,
  log: Log,
  platform: NodeJS.Platform = process.platform,
): Promise<number> {
  refuseWindows(platform)
  const { plan, outDir, resumeDir, isDryRun } = await readRunRequest(args)
  if (isDryRun) {
    log.print(renderDryRun(plan))
    return EXIT.ok
  }
  // brokers, drivers and kafkajs are not needed before
  const { run } = await import('./run.ts')
  const color = args['no-color'] !== true && picocolors.isColorSupported
  return run({ plan, outDir, resumeDir, verbose: args['verbose'] === true, color })
}

function refuseWindows(platform: NodeJS.Platform): void {
  if (platform !== 'win32') return
  throw new UserError(
    'KD_PLATFORM',
    'Cannot run on "win32": found Windows, wanted Linux or macOS',
    {
      hint: 'use WSL; report, schema and init work here too',
    },
  )
}
