const CLEAR_LINE = '\r\u001b[2K'

/** One line on a terminal that is written over; nothing at all elsewhere. */
export class LiveLine {
  readonly #stream: NodeJS.WriteStream
  #isShown = false

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  show(text: string): void {
    if (!this.#stream.isTTY) return
    const width = Math.max(20, this.#stream.columns || 80) - 1
    this.#stream.write(`${CLEAR_LINE}${text.slice(0, width)}`)
    this.#isShown = true
  }

  /** To be called before anything else is printed. */
  clear(): void {
    if (this.#isShown) this.#stream.write(CLEAR_LINE)
    this.#isShown = false
  }
}
