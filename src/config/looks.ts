import type { Look, PlanName } from '../model/plan.ts'
import { customLooks } from '../stats/custom-looks.ts'
import { shippedLooks } from '../stats/shipped-plans.ts'
import { DEFAULT_ALPHA, DEFAULT_PLAN_NAME } from './defaults.ts'
import { pick } from './pick.ts'
import type { Problem } from './problems.ts'
import type { Layer } from './raw-config.ts'

const KEYS = ['plan', 'looks', 'rounds'] as const
const SHIPPED = ['quick', 'mid', 'standard', 'nightly'] as const

interface ResolvedLooks {
  readonly name: PlanName
  readonly alphaPerBound: number
  readonly looks: readonly Look[]
}

/** `plan`, `looks` and `rounds` exclude each other; those of the strongest layer that has any count. */
export function resolveLooks(layers: readonly Layer[], problems: Problem[]): ResolvedLooks | null {
  const alpha = pick(layers, 'alpha')
  const alphaPerBound = alpha?.value ?? DEFAULT_ALPHA
  const layer = layers.find(({ config }) => KEYS.some((key) => config[key] !== undefined))
  const given = KEYS.filter((key) => layer?.config[key] !== undefined)
  const where = layer?.locate([given.at(-1) ?? 'plan']) ?? alpha?.where ?? null
  const refuse = (text: string): null => {
    problems.push({ where, text })
    return null
  }
  if (given.length > 1) return refuse(`${given.join(' and ')} are given, wanted one of them`)

  const { rounds } = layer?.config ?? {}
  const numbers = layer?.config.looks ?? (rounds === undefined ? null : [rounds])
  if (numbers !== null) {
    if (numbers.some((n, index) => n <= (numbers[index - 1] ?? 0))) {
      return refuse(`looks is [${numbers.join(', ')}], wanted rising numbers of rounds`)
    }
    return { name: 'custom', alphaPerBound, looks: customLooks(numbers, alphaPerBound) }
  }

  const name = layer?.config.plan ?? DEFAULT_PLAN_NAME
  const looks = shippedLooks(name, alphaPerBound)
  if (looks !== null) return { name, alphaPerBound, looks }
  const others = SHIPPED.filter((other) => shippedLooks(other, alphaPerBound) !== null)
  return refuse(
    `plan ${name} does not exist at alpha ${alphaPerBound}, wanted ${others.join(' or ')}`,
  )
}
