import { writeFile } from 'node:fs/promises'
import type { Argv } from 'yargs'
import { fileFault } from '../config/file-fault.ts'
import { DEFAULT_CONFIG_FILE } from '../config/plan-from.ts'
import { isErrno } from '../lib/files.ts'
import type { Log } from '../lib/log.ts'
import { EXIT, UserError } from '../model/errors.ts'
import { INIT_TEMPLATE } from './init-template.ts'

interface InitArguments {
  readonly file: string
  readonly force: boolean
}

export function options(parser: Argv): Argv<InitArguments> {
  return parser
    .positional('file', {
      describe: 'where to write it',
      type: 'string',
      default: DEFAULT_CONFIG_FILE,
    })
    .option('force', { describe: 'replace the file', type: 'boolean', default: false })
    .example('$0 init', `write ${DEFAULT_CONFIG_FILE}`)
    .example('$0 init bench/tls.yml --force', 'write elsewhere, over what is there')
}

/** @throws UserError KD_OUTPUT when the file is there already or cannot be written */
export async function run({ file, force }: InitArguments, log: Log): Promise<number> {
  try {
    await writeFile(file, INIT_TEMPLATE, { flag: force ? 'w' : 'wx' })
  } catch (error: unknown) {
    const isThere = isErrno(error, 'EEXIST')
    const reason = isThere ? 'it is there already' : fileFault(error)
    throw new UserError('KD_OUTPUT', `Cannot write "${file}": ${reason}`, {
      cause: error,
      ...(isThere ? { hint: 'give --force to replace it' } : {}),
    })
  }
  log.note(`Wrote ${file}; see what it does with: kafka-duel run ${file} --dry-run`)
  return EXIT.ok
}
