/** One labelled line; the text holds foreign words, made plain but not escaped. */
export interface Fact {
  readonly label: string
  readonly text: string
}

export interface FactGroup {
  readonly title: string
  readonly facts: readonly Fact[]
}
