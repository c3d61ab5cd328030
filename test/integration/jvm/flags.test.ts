import { describe, expect, it } from 'vitest'
import { findJavas } from '../../../src/jvm/find-java.ts'
import { probeFlags } from '../../../src/jvm/flags.ts'
import type { Java } from '../../../src/jvm/java.ts'
import { UserError } from '../../../src/model/errors.ts'

const javas = await findJavas(process.env)

async function refusalOf(java: Java, flags: readonly string[]): Promise<string> {
  const error: unknown = await probeFlags(java, flags).catch((reason: unknown) => reason)
  if (!(error instanceof UserError)) throw new Error('no UserError', { cause: error })
  expect(error.code).toBe('KD_JVM_OPTION')
  return `${error.message}\n${error.hint ?? ''}`
    .replaceAll(java.executable, '<java>')
    .replaceAll(`Java ${java.feature}`, 'Java <n>')
}

it('there is a Java to probe', () => {
  expect(javas.length).toBeGreaterThan(0)
})

describe.each(javas)('probeFlags() on Java $feature', (java) => {
  it('accepts a diagnostic flag that was not unlocked, and tells what the flags come to', async () => {
    const probe = await probeFlags(java, [
      '-Xmx64m',
      '-XX:-UseAESIntrinsics',
      '-XX:+UseParallelGC',
      '-XX:MaxGCPauseMillis=20',
      '-Djava.awt.headless=true',
    ])
    expect(probe).toEqual({
      flags: [
        '-XX:+UnlockDiagnosticVMOptions',
        '-Xmx64m',
        '-XX:-UseAESIntrinsics',
        '-XX:+UseParallelGC',
        '-XX:MaxGCPauseMillis=20',
        '-Djava.awt.headless=true',
      ],
      effective: { UseAESIntrinsics: 'false', UseParallelGC: 'true', MaxGCPauseMillis: '20' },
      collector: 'Parallel',
    })
  })

  it('tells which collector the JVM chose by itself', async () => {
    const probe = await probeFlags(java, ['-XX:ActiveProcessorCount=1'])
    expect(probe.collector).toBe('Serial')
  })

  it('names a flag that this JVM does not know', async () => {
    expect(await refusalOf(java, ['-Xmx64m', '-XX:+PrintGCDateStamps', '-XX:+UseG1GC']))
      .toMatchInlineSnapshot(`
      "Cannot use the JVM flag "-XX:+PrintGCDateStamps" on Java <n>: Unrecognized VM option 'PrintGCDateStamps'
      "<java>" -XX:+UnlockDiagnosticVMOptions -XX:+PrintFlagsFinal -version lists the flags it knows"
    `)
  })

  it('passes on what the JVM thinks was meant', async () => {
    expect(await refusalOf(java, ['-XX:+UseAESIntrinsicsX'])).toMatchInlineSnapshot(`
      "Cannot use the JVM flag "-XX:+UseAESIntrinsicsX" on Java <n>: Unrecognized VM option 'UseAESIntrinsicsX'
      did you mean UseAESIntrinsics?"
    `)
  })

  it('says how to unlock an experimental flag', async () => {
    expect(await refusalOf(java, ['-XX:+UseEpsilonGC'])).toMatchInlineSnapshot(`
      "Cannot use the JVM flag "-XX:+UseEpsilonGC" on Java <n>: VM option 'UseEpsilonGC' is experimental and must be enabled via -XX:+UnlockExperimentalVMOptions
      put -XX:+UnlockExperimentalVMOptions before it"
    `)
  })

  it.each(['-XX:MaxGCPauseMillis=x', '-Xmx1Q', '-Xfoo', '-Xlog:foo'])(
    'names the flag when it is %s',
    async (flag) => {
      expect(await refusalOf(java, ['-Xms32m', flag])).toContain(
        `Cannot use the JVM flag "${flag}" on Java <n>: `,
      )
    },
  )

  it('shows all flags when the JVM blames their combination', async () => {
    expect(await refusalOf(java, ['-XX:+UseG1GC', '-XX:+UseSerialGC'])).toContain(
      'Cannot use the JVM flags "-XX:+UnlockDiagnosticVMOptions -XX:+UseG1GC -XX:+UseSerialGC" on Java <n>: Multiple garbage collectors selected',
    )
  })

  it('passes on that memory is too small for the heap', async () => {
    expect(await refusalOf(java, ['-Xms9000g', '-Xmx9000g'])).toMatch(/: .*(memory|heap)/i)
  })

  it('throws the reason of an abort', async () => {
    const signal = AbortSignal.abort(new RangeError('enough'))
    await expect(probeFlags(java, [], signal)).rejects.toThrow('enough')
  })
})
