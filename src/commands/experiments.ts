import type { Argv } from 'yargs'
import { listExperiments } from '../config/experiments.ts'
import { pad } from '../lib/format.ts'
import type { Log } from '../lib/log.ts'
import { EXIT } from '../model/errors.ts'

export function options(parser: Argv): Argv {
  return parser
    .example('$0 experiments', 'what ships')
    .example('$0 run a-a --dry-run', 'how long one of them takes, and what it does')
}

/** Lists the configurations that ship with the package, one line each. */
export async function run(log: Log): Promise<number> {
  const experiments = await listExperiments()
  const width = Math.max(...experiments.map(({ name }) => name.length))
  log.print(experiments.map(({ name, title }) => `${pad(name, width)}  ${title}`).join('\n'))
  return EXIT.ok
}
