import { plainText } from '../lib/format.ts'
import { EXIT, EnvironmentError, InterruptedError, UserError, messageOf } from '../model/errors.ts'
import { toolVersion } from './version.ts'

interface DescribedFailure {
  /** for stderr, several lines */
  readonly text: string
  readonly exitCode: number
}

const LINE_LENGTH = 2000

/** What a user is told of an error, and the exit code that goes with it. */
export function describeFailure(error: unknown, isVerbose: boolean): DescribedFailure {
  if (error instanceof UserError) return told(error, EXIT.usage, isVerbose)
  if (error instanceof EnvironmentError) return told(error, EXIT.notMeasured, isVerbose)
  if (error instanceof InterruptedError) {
    return { text: `Interrupted: ${plainText(messageOf(error))}`, exitCode: EXIT.interrupted }
  }
  const stack = error instanceof Error ? (error.stack ?? messageOf(error)) : messageOf(error)
  const lines = [
    `This is a bug in kafka-duel ${toolVersion()} (Node ${process.version}, ${process.platform})`,
    harmless(stack),
    ...causes(error),
    'Please report it with the lines above in the issue tracker of kafka-duel',
  ]
  return { text: lines.join('\n'), exitCode: EXIT.bug }
}

function told(
  error: UserError | EnvironmentError,
  exitCode: number,
  isVerbose: boolean,
): DescribedFailure {
  // whoever gave wrong input is told so in our words; the rest is for finding faults
  const showsCauses = isVerbose || error instanceof EnvironmentError
  const lines = [
    harmless(error.message),
    ...(error.hint === null ? [] : [`Hint: ${harmless(error.hint)}`]),
    ...(error.detail === null ? [] : [indented(harmless(error.detail))]),
    ...(showsCauses ? causes(error) : []),
    ...(isVerbose ? [harmless(error.stack ?? '')] : []),
  ]
  return { text: lines.join('\n'), exitCode }
}

/** The chain of causes, without those that the message before already quotes. */
function causes(error: unknown): string[] {
  const lines: string[] = []
  let said = messageOf(error)
  let cause = error instanceof Error ? error.cause : undefined
  while (cause !== undefined && lines.length < 5) {
    const message = messageOf(cause)
    if (!said.includes(message)) lines.push(`Caused by: ${harmless(message)}`)
    said += message
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return lines
}

/** Messages may quote logs and files, which must not command the terminal or a runner. */
function harmless(text: string): string {
  return text
    .split('\n')
    .map((line) => `${/^ */.exec(line)?.[0] ?? ''}${plainText(line, LINE_LENGTH)}`)
    .join('\n')
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ')
}
