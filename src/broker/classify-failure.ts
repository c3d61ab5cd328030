import type { FailureContext } from './failure-rule.ts'
import { FAILURE_RULES } from './failure-rules.ts'

/** A known cause of a failure to start, found in a log. */
export interface KnownFailure {
  /** stable class such as TLS_HOSTNAME */
  readonly class: string
  /** one clause, made to stand behind a colon */
  readonly message: string
  readonly hint: string | null
}

/**
 * Finds the cause of a failure in what a broker, ZooKeeper, a JVM or a client has logged.
 *
 * @returns the first rule that matches, most specific first; null when nothing in the log is known
 */
export function classifyFailure(log: string, context: FailureContext): KnownFailure | null {
  for (const { class: failureClass, pattern, explain } of FAILURE_RULES) {
    for (const match of log.matchAll(pattern)) {
      const found = explain({ groups: match.groups ?? {}, log, ...context })
      if (found !== null) return { class: failureClass, message: found.message, hint: found.hint }
    }
  }
  return null
}
