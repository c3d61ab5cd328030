import { writeFile } from 'node:fs/promises'
import picocolors from 'picocolors'
import type { Argv } from 'yargs'
import { fileFault } from '../config/file-fault.ts'
import { loadResult } from '../config/validate-result.ts'
import type { Log } from '../lib/log.ts'
import { EXIT, UserError } from '../model/errors.ts'
import type { Result } from '../model/result.ts'
import { assertNever } from '../model/words.ts'
import { renderJson } from '../report/json.ts'
import { renderMarkdown } from '../report/markdown.ts'
import { renderTerminal } from '../report/terminal.ts'
import { DEFAULT_FAIL_ON, exitCodeOf } from './exit-code.ts'

const FORMATS = ['terminal', 'markdown', 'json'] as const
type Format = (typeof FORMATS)[number]

interface ReportArguments {
  readonly result: string
  readonly format: Format
  readonly output: string | undefined
}

export function options(parser: Argv): Argv<ReportArguments> {
  return parser
    .positional('result', { describe: 'a result file', type: 'string', demandOption: true })
    .option('format', {
      describe: 'what to make of it',
      choices: FORMATS,
      default: 'terminal' as const,
    })
    .option('output', { describe: 'write it to this file', type: 'string', requiresArg: true })
    .example('$0 report kafka-duel-out/kafka-duel-result.json', 'show a result again')
    .example('$0 report RESULT --format markdown --output comment.md', 'for a pull request')
}

/** @throws UserError KD_INPUT_FILE when there is no result, KD_OUTPUT when it cannot be written */
export async function run(
  { result: file, format, output }: ReportArguments,
  log: Log,
): Promise<number> {
  const result = await loadResult(file)
  const isForFile = output !== undefined
  const text = render(result, { format, color: !isForFile && picocolors.isColorSupported })
  if (isForFile) await write(output, text)
  else log.print(text)
  return EXIT.ok
}

interface RenderOptions {
  readonly format: Format
  readonly color: boolean
}

const WIDTH_WITHOUT_TERMINAL = 100

function render(result: Result, { format, color }: RenderOptions): string {
  const gateExitCode = exitCodeOf(result, DEFAULT_FAIL_ON)
  switch (format) {
    case 'terminal':
      return renderTerminal(result, {
        width: process.stdout.columns || WIDTH_WITHOUT_TERMINAL,
        color,
        gateExitCode,
      })
    case 'markdown':
      return renderMarkdown(result, { gateExitCode })
    case 'json':
      return renderJson(result)
    default:
      return assertNever(format)
  }
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error: unknown) {
    throw new UserError('KD_OUTPUT', `Cannot write "${file}": ${fileFault(error)}`, {
      cause: error,
    })
  }
}
