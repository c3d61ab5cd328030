/** Where commands print; nothing else in the house does. */
export interface Log {
  /** a result: stdout */
  print(text: string): void
  /** progress and remarks: stderr, so that a piped result stays clean */
  note(text: string): void
  /** what helps to find a fault: stderr, with --verbose only */
  detail(text: string): void
}

interface LogOptions {
  readonly isVerbose: boolean
  readonly stdout?: NodeJS.WritableStream
  readonly stderr?: NodeJS.WritableStream
}

/** Each call prints whole lines: a missing line end is added. */
export function createLog(options: LogOptions): Log {
  const { isVerbose, stdout = process.stdout, stderr = process.stderr } = options
  const write = (stream: NodeJS.WritableStream, text: string): void => {
    stream.write(text.endsWith('\n') ? text : `${text}\n`)
  }
  return {
    print: (text) => {
      write(stdout, text)
    },
    note: (text) => {
      write(stderr, text)
    },
    detail: (text) => {
      if (isVerbose) write(stderr, text)
    },
  }
}
