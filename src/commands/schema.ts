import type { Argv } from 'yargs'
import type { Log } from '../lib/log.ts'
import { EXIT } from '../model/errors.ts'
import configSchema from '../model/schemas/config.json' with { type: 'json' }
import resultSchema from '../model/schemas/result.json' with { type: 'json' }

const SCHEMAS = { config: configSchema, result: resultSchema }
const NAMES = ['config', 'result'] as const

interface SchemaArguments {
  readonly which: (typeof NAMES)[number]
}

export function options(parser: Argv): Argv<SchemaArguments> {
  return parser
    .positional('which', { describe: 'whose schema', choices: NAMES, default: 'config' as const })
    .example('$0 schema result > result.schema.json', 'what other tools may rely on')
}

/** Prints a JSON Schema (2020-12). */
export function run({ which }: SchemaArguments, log: Log): number {
  log.print(JSON.stringify(SCHEMAS[which], null, 2))
  return EXIT.ok
}
