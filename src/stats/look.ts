/** A number of rounds, fixed beforehand, after which comparisons are judged. */
export interface Look {
  readonly rounds: number
  /** critical value of W+; null = this look sets no bound */
  readonly critical: number | null
}
