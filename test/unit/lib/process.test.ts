import { describe, expect, it } from 'vitest'
import { ProgramError, runProgram } from '../../../src/lib/process.ts'

const node = (script: string, options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  runProgram(process.execPath, ['-e', script], { timeoutMs: 10_000, ...options })

async function failureOf(promise: Promise<unknown>): Promise<ProgramError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProgramError)) throw new Error('no ProgramError', { cause: error })
  return error
}

describe('runProgram()', () => {
  it('gives back both streams and the exit code', async () => {
    const result = await node('console.log("out"); console.error("err"); process.exitCode = 3')
    expect(result).toEqual({ stdout: 'out', stderr: 'err', exitCode: 3 })
  })

  it('hands arguments over as they are, without a shell', async () => {
    const args = ['-p', 'process.argv[1]', '$HOME größer (copy)']
    const result = await runProgram(process.execPath, args, { timeoutMs: 10_000 })
    expect(result.stdout).toBe('$HOME größer (copy)')
  })

  it('gives the program exactly the environment it is told', async () => {
    const result = await runProgram(process.execPath, ['-p', 'Object.keys(process.env).join()'], {
      timeoutMs: 10_000,
      env: { ONLY: 'this' },
    })
    expect(result.stdout).toBe('ONLY')
  })

  it('says that a program does not exist', async () => {
    const error = await failureOf(runProgram('no-such-program', [], { timeoutMs: 1000 }))
    expect(error.failure).toBe('not-found')
    expect(error.message).toMatchInlineSnapshot(
      `"Cannot run "no-such-program": there is no such program"`,
    )
  })

  it('ends a program that takes too long', async () => {
    const error = await failureOf(node('setInterval(() => {}, 1000)', { timeoutMs: 300 }))
    expect(error.failure).toBe('timed-out')
    expect(error.message).toContain('it took longer than 0.3 s')
  })

  it('says which signal ended a program, and keeps what it had printed', async () => {
    const error = await failureOf(
      node('require("fs").writeSync(1, "so far"); process.kill(process.pid, "SIGKILL")'),
    )
    expect(error.failure).toBe('killed')
    expect(error.message).toContain('it was ended by SIGKILL')
    expect(error.stdout).toBe('so far')
  })

  it('throws the reason of an abort', async () => {
    const controller = new AbortController()
    const running = node('setInterval(() => {}, 1000)', { signal: controller.signal })
    controller.abort(new RangeError('enough'))
    await expect(running).rejects.toThrow(new RangeError('enough'))
  })

  it('starts nothing when it is aborted already', async () => {
    const signal = AbortSignal.abort(new RangeError('enough'))
    await expect(node('', { signal })).rejects.toThrow('enough')
  })
})
