import { UserError } from '../model/errors.ts'
import type { ErrorCode } from '../model/errors.ts'

/** One mistake in what the user gave. */
export interface Problem {
  /** such as "kafka-duel.yml:3" or "--margin"; null = no place of its own */
  readonly where: string | null
  readonly text: string
  readonly code?: ErrorCode
}

interface ProblemReport {
  /** what cannot be done, such as `Cannot plan the run` */
  readonly action: string
  /** code where the problems do not agree on one of their own */
  readonly code: ErrorCode
  readonly hint?: string
}

const SHOWN = 20

/** @throws UserError that lists all problems, when there are any */
export function refuse(problems: readonly Problem[], report: ProblemReport): void {
  if (problems.length === 0) return
  const told = problems.map(({ where, text }) => (where === null ? text : `${where}: ${text}`))
  // both sides may have the same fault from the same place
  const lines = [...new Set(told)]
  const shown = lines.slice(0, SHOWN).map((line) => `\n  ${line}`)
  if (lines.length > SHOWN) shown.push(`\n  and ${lines.length - SHOWN} more`)
  const found =
    lines.length === 1 ? (lines[0] ?? '') : `${lines.length} mistakes found${shown.join('')}`
  throw new UserError(commonCode(problems) ?? report.code, `${report.action}: ${found}`, {
    ...(report.hint === undefined ? {} : { hint: report.hint }),
  })
}

function commonCode(problems: readonly Problem[]): ErrorCode | null {
  const codes = new Set(problems.map(({ code }) => code))
  const [only] = codes
  return codes.size === 1 && only !== undefined ? only : null
}
