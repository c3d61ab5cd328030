import { expect, test } from 'vitest'
import { runCommandLine } from '../../../src/commands/command-line.ts'

test.each([
  ['', 'no command is given', 'kafka-duel --help tells what there is'],
  ['rum', 'unknown command "rum"', 'did you mean "run"?'],
  ['frobnicate', 'unknown command "frobnicate"', 'kafka-duel --help tells what there is'],
  ['run a-a b-b', 'unknown argument "b-b"', 'kafka-duel --help tells what there is'],
  ['run --margn 5%', 'unknown --margn', 'did you mean "--margin"?'],
  ['run --recordsize 5 --xyzzy', 'unknown --recordsize, --xyzzy', 'did you mean "--record-size"?'],
  [
    'run --margin',
    '--margin has no value',
    'a value that begins with a dash is written --margin=VALUE',
  ],
  [
    'run --jvm-flags -XX:+UseZGC',
    '--jvm-flags has no value',
    'a value that begins with a dash is written --jvm-flags=VALUE',
  ],
  ['report', 'an argument is missing', 'kafka-duel --help tells what there is'],
  [
    'report x --format html',
    'format is "html", wanted one of terminal, markdown, json',
    'kafka-duel --help tells what there is',
  ],
  ['schema confg', 'which is "confg", wanted one of config, result', 'did you mean "config"?'],
])('the command line %j is refused', async (line, reason, hint) => {
  const words = line.split(' ').filter((word) => word !== '')
  await expect(runCommandLine(words)).rejects.toMatchObject({
    name: 'UserError',
    code: 'KD_USAGE',
    message: `Cannot read the command line: ${reason}`,
    hint,
  })
})
