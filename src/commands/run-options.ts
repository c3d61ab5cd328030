import type { Argv } from 'yargs'
import { FLAGS } from '../config/flags.ts'
import { loadPlan } from '../config/load-plan.ts'
import { planFrom } from '../config/plan-from.ts'
import type { Probe } from '../config/probe.ts'
import { UserError } from '../model/errors.ts'
import type { Plan } from '../model/plan.ts'

const DEFAULT_OUT_DIRECTORY = 'kafka-duel-out'

/** What the command line of `run` asks for. */
export interface RunRequest {
  readonly plan: Plan
  readonly outDir: string
  /** folder of a run to go on with; null = a new run */
  readonly resumeDir: string | null
  readonly isDryRun: boolean
}

type RunArguments = Readonly<Record<string, unknown>>

const SIDES = ['baseline', 'candidate', 'java', 'jvm-flags', 'tls-', 'broker-config']

/** Every key of the configuration as a flag, taken as text: the schema judges it, not the parser. */
export function options(parser: Argv): Argv {
  let own: Argv = parser.positional('config', {
    describe: 'a configuration file (default: kafka-duel.yml) or the name of an experiment',
    type: 'string',
  })
  for (const { name, describe } of FLAGS) {
    const isOfSides = SIDES.some((start) => name.startsWith(start))
    const group = isOfSides
      ? 'Sides (win over the configuration):'
      : 'Plan (win over the configuration):'
    own = own.option(name, { describe, type: 'string', requiresArg: true, group })
  }
  return own
    .option('out', {
      describe: `folder for the results (default: ${DEFAULT_OUT_DIRECTORY})`,
      type: 'string',
      requiresArg: true,
    })
    .option('resume', {
      describe: 'go on with the run that was begun in this folder',
      type: 'string',
      requiresArg: true,
    })
    .option('dry-run', { describe: 'print the whole plan, start nothing', type: 'boolean' })
    .option('no-color', { describe: 'print without colours', type: 'boolean' })
    .example('$0 run', 'what kafka-duel.yml says')
    .example('$0 run tls-consumer-2.5-to-2.4', 'an experiment that ships')
    .example(
      '$0 run --baseline kafka@3.9.1,java@17 --candidate kafka@3.9.1,java@25',
      'without a file',
    )
    .example('$0 run kafka-duel.yml --rounds 12 --fail-on none', 'flags win over the file')
}

/**
 * @param args as parsed; empty text counts as not given
 * @throws UserError KD_USAGE, KD_INPUT_FILE, KD_CONFIG, KD_RESUME or KD_JAVA_TOO_OLD
 */
export async function readRunRequest(args: RunArguments, probe?: Probe): Promise<RunRequest> {
  const resumeDir = textOf(args, 'resume')
  const isDryRun = args['dry-run'] === true
  const outDir = textOf(args, 'out')
  const config = textOf(args, 'config')
  const flags = Object.fromEntries(
    FLAGS.map(({ name }) => [name, args[name]] as const).filter(([, value]) => value !== undefined),
  )
  if (resumeDir === null) {
    const plan = await planFrom({ config, flags, ...(probe === undefined ? {} : { probe }) })
    return { plan, outDir: outDir ?? DEFAULT_OUT_DIRECTORY, resumeDir, isDryRun }
  }
  const changing = [
    ...(config === null ? [] : [`"${config}"`]),
    ...Object.keys(flags).map((name) => `--${name}`),
    ...(outDir === null ? [] : ['--out']),
  ]
  if (changing.length > 0) {
    throw new UserError(
      'KD_USAGE',
      `Cannot resume "${resumeDir}" with ${changing.join(', ')}: the plan of a begun run is fixed`,
      { hint: 'give --resume alone, or start a new run' },
    )
  }
  return { plan: await loadPlan(resumeDir), outDir: resumeDir, resumeDir, isDryRun }
}

/** @throws UserError KD_USAGE when the option is repeated */
function textOf(args: RunArguments, name: string): string | null {
  const value = args[name]
  if (Array.isArray(value)) {
    throw new UserError('KD_USAGE', `Cannot use --${name}: it is given ${value.length} times`)
  }
  return typeof value === 'string' && value !== '' ? value : null
}
