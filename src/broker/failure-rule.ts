import type { SideName } from '../model/words.ts'

/** Where a log comes from, as far as an explanation of its errors can use it. */
export interface FailureContext {
  readonly side: SideName
  /** build of the Java that wrote the log, such as "17.0.15+6" */
  readonly javaBuild: string
}

/** What a rule's pattern found, and where. */
interface Match extends FailureContext {
  readonly groups: Readonly<Record<string, string | undefined>>
  readonly log: string
}

export interface Explanation {
  readonly message: string
  readonly hint: string | null
}

/** One known cause: how it is recognised and what is said about it. */
export interface FailureRule {
  readonly class: string
  /** global, so that `explain` may turn down a match and see the next */
  readonly pattern: RegExp
  readonly explain: (match: Match) => Explanation | null
}
