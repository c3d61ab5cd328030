/** Levenshtein distance: insertions, deletions and replacements that turn one text into the other. */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const removed = (previous[column] ?? 0) + 1
      const added = (current[column - 1] ?? 0) + 1
      current.push(Math.min(replaced, removed, added))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}

/**
 * The candidate that somebody who typed `word` most likely meant; case does not count.
 *
 * @returns null when none is near: more than two edits, or more than a third of the word, away
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const typed = word.toLowerCase()
  const allowed = Math.max(2, Math.floor(typed.length / 3))
  let best: { readonly text: string; readonly edits: number } | null = null
  for (const text of candidates) {
    const edits = distance(typed, text.toLowerCase())
    const isNear = edits <= allowed && edits < Math.max(typed.length, text.length)
    if (isNear && (best === null || edits < best.edits)) best = { text, edits }
  }
  return best?.text ?? null
}
