import { existsSync } from 'node:fs'
import { UserError } from '../model/errors.ts'
import { nearest } from '../lib/nearest.ts'
import { readConfigFile } from './config-file.ts'
import type { Plan } from '../model/plan.ts'
import { listExperiments } from './experiments.ts'
import { readFlags } from './flags.ts'
import { checkDraft } from './layer.ts'
import type { Draft } from './layer.ts'
import type { Probe } from './probe.ts'
import { machineProbe } from './probe.ts'
import { refuse } from './problems.ts'
import type { Problem } from './problems.ts'
import type { Layer } from './raw-config.ts'
import { resolvePlan } from './resolve-plan.ts'

/** Read when no configuration is named. */
export const DEFAULT_CONFIG_FILE = 'kafka-duel.yml'

interface PlanRequest {
  /** a file, or the name of an experiment; null = kafka-duel.yml where there is one */
  readonly config: string | null
  /** by flag name, as `readFlags` takes them */
  readonly flags: Readonly<Record<string, unknown>>
  readonly probe?: Probe
}

/**
 * The complete plan for what the user gave; flags win over the file.
 *
 * @throws UserError KD_INPUT_FILE, KD_CONFIG, KD_USAGE or KD_JAVA_TOO_OLD
 */
export async function planFrom({
  config,
  flags,
  probe = machineProbe,
}: PlanRequest): Promise<Plan> {
  const file = config === null ? defaultFile() : await findConfig(config)
  const drafts: Draft[] = [readFlags(flags, process.cwd())]
  if (file !== null) drafts.push(await readConfigFile(file))
  else if (flags['baseline'] === undefined || flags['candidate'] === undefined)
    throw nothingToCompare()

  return planFromDrafts(drafts, probe)
}

/**
 * @param drafts strongest first
 * @throws UserError KD_CONFIG or KD_JAVA_TOO_OLD
 */
export async function planFromDrafts(drafts: readonly Draft[], probe: Probe): Promise<Plan> {
  const layers: Layer[] = []
  const problems: Problem[] = []
  for (const draft of drafts) {
    const checked = checkDraft(draft)
    if ('layer' in checked) layers.push(checked.layer)
    else problems.push(...checked.problems)
  }
  refuse(problems, { action: 'Cannot plan the run', code: 'KD_CONFIG' })
  return resolvePlan(layers, probe)
}

function defaultFile(): string | null {
  return existsSync(DEFAULT_CONFIG_FILE) ? DEFAULT_CONFIG_FILE : null
}

async function findConfig(config: string): Promise<string> {
  if (existsSync(config)) return config
  const experiments = await listExperiments()
  const experiment = experiments.find(({ name }) => name === config)
  if (experiment !== undefined) return experiment.file
  const near = nearest(
    config,
    experiments.map(({ name }) => name),
  )
  throw new UserError('KD_INPUT_FILE', `Cannot read "${config}": no such file or experiment`, {
    hint:
      near === null
        ? 'kafka-duel init writes a configuration, kafka-duel experiments lists ready ones'
        : `did you mean the experiment "${near}"?`,
  })
}

function nothingToCompare(): UserError {
  return new UserError('KD_USAGE', 'Cannot plan the run: no configuration and no two sides given', {
    hint: `write ${DEFAULT_CONFIG_FILE} with kafka-duel init, or give --baseline kafka@4.3.1 --candidate kafka@4.4.0`,
  })
}
