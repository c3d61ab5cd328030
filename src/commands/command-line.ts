import yargs from 'yargs'
import type { Argv } from 'yargs'
import { FLAGS } from '../config/flags.ts'
import { createLog } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import { EXIT } from '../model/errors.ts'
import * as experiments from './experiments.ts'
import * as init from './init.ts'
import * as report from './report.ts'
import { runCommand } from './run-command.ts'
import { options as runOptions } from './run-options.ts'
import * as schema from './schema.ts'
import { usageError } from './usage-error.ts'
import { toolVersion } from './version.ts'

const COMMANDS = ['run', 'report', 'init', 'experiments', 'schema'] as const
const OTHER_FLAGS = ['out', 'resume', 'dry-run', 'no-color', 'format', 'output', 'force']
const COMMON_FLAGS = ['verbose', 'version', 'help']
const ALL_FLAGS = [...FLAGS.map(({ name }) => name), ...OTHER_FLAGS, ...COMMON_FLAGS]
const PARSER_ERRORS = ['Error', 'YError']

/**
 * Parses a command line and runs its command.
 *
 * @param words without node and the script
 * @returns the exit code
 * @throws UserError KD_USAGE when it cannot be read, and whatever the command throws
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const state: { hasBegun: boolean; exitCode: number } = { hasBegun: false, exitCode: EXIT.ok }
  const parser = commandLine(words, async (run) => {
    state.hasBegun = true
    state.exitCode = await run()
  })
  try {
    await parser.parseAsync()
  } catch (error: unknown) {
    // before a command begins, a plain error is the parser's verdict on the words
    if (state.hasBegun || !(error instanceof Error) || !PARSER_ERRORS.includes(error.name))
      throw error
    throw usageError(error.message, { words, known: { commands: COMMANDS, flags: ALL_FLAGS } })
  }
  return state.exitCode
}

function commandLine(
  words: readonly string[],
  begin: (run: () => number | Promise<number>) => Promise<void>,
): Argv {
  const settle =
    <T>(command: (args: T, log: Log) => number | Promise<number>) =>
    (args: T & Readonly<Record<string, unknown>>): Promise<void> =>
      begin(() => command(args, createLog({ isVerbose: args['verbose'] === true })))
  const parser = yargs([...words])
  return parser
    .scriptName('kafka-duel')
    .usage('$0 <command>\n\nDid this change make Kafka slower, and is it the TLS path?')
    .command('run [config]', 'compare two sides', runOptions, settle(runCommand))
    .command('report <result>', 'render a result again', report.options, settle(report.run))
    .command('init [file]', 'write a configuration to start from', init.options, settle(init.run))
    .command(
      'experiments',
      'list the configurations that ship',
      experiments.options,
      settle((_: unknown, log) => experiments.run(log)),
    )
    .command('schema [which]', 'print a JSON Schema', schema.options, settle(schema.run))
    .option('verbose', { describe: 'say more on the way and in errors', type: 'boolean' })
    .example('$0 init', 'write kafka-duel.yml')
    .example('$0 run tls-consumer-2.5-to-2.4', 'a released loss that only TLS shows')
    .epilogue(
      'Exit codes: 0 nothing to object to, 1 bug, 2 wrong use, 3 regression, 4 inconclusive,\n5 could not measure, 130 interrupted',
    )
    .demandCommand(1, 'no command is given')
    .strict()
    .strictCommands()
    .version(toolVersion())
    .help()
    .alias('h', 'help')
    .detectLocale(false)
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .wrap(Math.min(100, parser.terminalWidth()))
    .exitProcess(false)
    .fail(false)
}
