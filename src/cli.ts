#!/usr/bin/env node
import { runCommandLine } from './commands/command-line.ts'
import { describeFailure } from './commands/failure.ts'

// a reader that has seen enough, such as head, is no fault
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const words = process.argv.slice(2)
try {
  process.exitCode = await runCommandLine(words)
} catch (error: unknown) {
  const { text, exitCode } = describeFailure(error, words.includes('--verbose'))
  console.error(text)
  process.exitCode = exitCode
}
