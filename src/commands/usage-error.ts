import { nearest } from '../lib/nearest.ts'
import { UserError } from '../model/errors.ts'

interface KnownWords {
  readonly commands: readonly string[]
  /** without dashes */
  readonly flags: readonly string[]
}

const ACTION = 'Cannot read the command line'
const UNKNOWN = /^Unknown (argument|command)s?: (.+)$/
const WRONG_CHOICE = /Argument: (\S+), Given: "(.*)", Choices: (.+)$/m
const MISSING = /^Not enough non-option arguments/
const NO_VALUE = /^Not enough arguments following: (.+)$/

/**
 * Words what the parser of the command line refused.
 *
 * @param message the parser's own, in English
 * @param words the command line
 */
export function usageError(
  message: string,
  { words, known }: { readonly words: readonly string[]; readonly known: KnownWords },
): UserError {
  const noValue = NO_VALUE.exec(message)?.[1]
  if (noValue !== undefined) {
    return new UserError('KD_USAGE', `${ACTION}: --${noValue} has no value`, {
      hint: `a value that begins with a dash is written --${noValue}=VALUE`,
    })
  }
  if (MISSING.test(message)) return refused('an argument is missing', null)
  const [, name, given = '', choices = ''] = WRONG_CHOICE.exec(message) ?? []
  if (name !== undefined) {
    const allowed = choices.replaceAll('"', '').split(', ')
    const near = nearest(given, allowed)
    return refused(`${name} is "${given}", wanted one of ${allowed.join(', ')}`, near)
  }
  const [, kind, listed = ''] = UNKNOWN.exec(message) ?? []
  if (kind === undefined) return refused(message, null)
  const unknown = listed.split(', ')
  if (kind === 'command') {
    const isFirst = unknown[0] === words[0]
    const reason = `unknown ${isFirst ? 'command' : 'argument'} "${unknown.join(' ')}"`
    return refused(reason, isFirst ? nearest(unknown[0] ?? '', known.commands) : null)
  }
  const near = unknown.map((word) => nearest(word, known.flags)).find((word) => word !== null)
  const reason = `unknown ${unknown.map((word) => `--${word}`).join(', ')}`
  return refused(reason, near === undefined ? null : `--${near}`)
}

function refused(reason: string, near: string | null): UserError {
  const hint = near === null ? 'kafka-duel --help tells what there is' : `did you mean "${near}"?`
  return new UserError('KD_USAGE', `${ACTION}: ${reason}`, { hint })
}
