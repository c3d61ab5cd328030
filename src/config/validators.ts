import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { Plan } from '../model/plan.ts'
import type { Result } from '../model/result.ts'
import type { Round } from '../model/round.ts'
import configSchema from '../model/schemas/config.json' with { type: 'json' }
import resultSchema from '../model/schemas/result.json' with { type: 'json' }
import type { RawConfig } from './raw-config.ts'

interface Validators {
  /** what a file or the command line says, short forms written out */
  readonly config: ValidateFunction<RawConfig>
  readonly result: ValidateFunction<Result>
  /** parts of a result, as a run journals them */
  readonly plan: ValidateFunction<Plan>
  readonly round: ValidateFunction<Round>
}

let compiled: Validators | null = null

/** Compiled at first use: `--help` must not wait for it. */
export function validators(): Validators {
  if (compiled !== null) return compiled
  // verbose: errors carry the value and the schema's own description of what is wanted
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, verbose: true })
  compiled = {
    config: ajv.compile<RawConfig>(configSchema),
    result: ajv.compile<Result>(resultSchema),
    plan: ajv.compile<Plan>({ $ref: `${resultSchema.$id}#/$defs/plan` }),
    round: ajv.compile<Round>({ $ref: `${resultSchema.$id}#/$defs/round` }),
  }
  return compiled
}
