import { describe, expect, test } from 'vitest'
import { describeFailure } from '../../../src/commands/failure.ts'
import { EnvironmentError, InterruptedError, UserError } from '../../../src/model/errors.ts'

describe('describeFailure()', () => {
  test('tells wrong use with its hint, without causes and stacks', () => {
    const cause = new Error('ENOENT: no such file')
    const error = new UserError('KD_USAGE', 'Cannot read "x": no such file', {
      hint: 'write it',
      cause,
    })
    expect(describeFailure(error, false)).toEqual({
      text: 'Cannot read "x": no such file\nHint: write it',
      exitCode: 2,
    })
  })

  test('adds causes and the stack with --verbose', () => {
    const cause = new Error('disk on fire')
    const { text } = describeFailure(new UserError('KD_USAGE', 'Cannot x', { cause }), true)
    expect(text.split('\n').slice(0, 3)).toEqual([
      'Cannot x',
      'Caused by: disk on fire',
      'UserError: Cannot x',
    ])
  })

  test('tells what could not be measured with detail and causes', () => {
    const error = new EnvironmentError('KD_BROKER_START', 'Cannot start the candidate', {
      hint: 'see the log',
      detail: 'line 1\nline 2',
      cause: new Error('exit 1', { cause: new Error('Cannot start the candidate') }),
    })
    const { text, exitCode } = describeFailure(error, false)
    expect(exitCode).toBe(5)
    expect(text).toMatchInlineSnapshot(`
      "Cannot start the candidate
      Hint: see the log
        line 1
        line 2
      Caused by: exit 1"
    `)
  })

  test('lets no log line command the terminal or a runner', () => {
    const detail = '::error::pwned\n\u001b[31mred\u001b[0m ##[group]x'
    const error = new EnvironmentError('KD_BROKER_START', 'Cannot start', { detail })
    expect(describeFailure(error, false).text).toMatchInlineSnapshot(`
      "Cannot start
        : :error: :pwned
        red ## [group]x"
    `)
  })

  test('calls an interruption exit 130', () => {
    expect(describeFailure(new InterruptedError('interrupted by SIGINT'), false)).toEqual({
      text: 'Interrupted: interrupted by SIGINT',
      exitCode: 130,
    })
  })

  test('shows the stack of a bug and asks for a report', () => {
    const { text, exitCode } = describeFailure(new TypeError('x is not a function'), false)
    expect(exitCode).toBe(1)
    const lines = text.split('\n')
    expect(lines[0]).toMatch(/^This is a bug in kafka-duel \d+\.\d+\.\d+ \(Node v\d+/)
    expect(lines[1]).toBe('TypeError: x is not a function')
    expect(lines[2]).toMatch(/^ {4}at /)
    expect(lines.at(-1)).toBe(
      'Please report it with the lines above in the issue tracker of kafka-duel',
    )
  })

  test('takes whatever was thrown', () => {
    expect(describeFailure('just text', false).text.split('\n')[1]).toBe('just text')
  })
})
