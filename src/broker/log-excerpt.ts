const TROUBLE =
  /\b(?:WARN|ERROR|FATAL)\b|Exception|\bError\b|^\s*Caused by|^\s*\.\.\. \d+ more|Unrecognized|insufficient|^#/
const STACK_FRAME = /^\s+at /
/** Date and time at the start of a line, in any of the patterns that Kafka and its JVM use. */
const TIME = /^\[?[\d-]{8,10}[ T][\d:]{8}[,.\d]*\]? /
/** Frames kept below an exception: enough to see where, few enough to see the next. */
const FRAMES = 3

/**
 * The lines of a log that tell what went wrong: warnings, errors and exceptions with the top of their
 * stacks, each once, the last `limit` of them; the last lines of all when none stands out.
 */
export function logExcerpt(log: string, limit = 40): string {
  const lines = log.split(/\r?\n/).filter((line) => line.trim() !== '')
  let frames = FRAMES
  const relevant = lines.filter((line) => {
    if (STACK_FRAME.test(line)) {
      frames += 1
      return frames <= FRAMES
    }
    const isRelevant = TROUBLE.test(line)
    frames = isRelevant ? 0 : FRAMES
    return isRelevant
  })
  return (relevant.length > 0 ? withoutRepeats(relevant) : lines).slice(-limit).join('\n')
}

/** A client that tries again logs the same thing until the time is over. */
function withoutRepeats(lines: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return lines.filter((line) => {
    const text = line.replace(TIME, '')
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
}
