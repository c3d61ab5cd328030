import { expect, it } from 'vitest'
import { normaliseFlags } from '../../../src/jvm/flags.ts'

it('normaliseFlags() unlocks diagnostic flags before the first -XX flag', () => {
  expect(normaliseFlags(['-Xmx1g', '-XX:-UseAESIntrinsics'])).toEqual([
    '-XX:+UnlockDiagnosticVMOptions',
    '-Xmx1g',
    '-XX:-UseAESIntrinsics',
  ])
})

it('normaliseFlags() moves unlocking flags to the front and names each once', () => {
  expect(
    normaliseFlags([
      '-XX:+UseEpsilonGC',
      '-XX:+UnlockExperimentalVMOptions',
      '-XX:+UnlockDiagnosticVMOptions',
    ]),
  ).toEqual([
    '-XX:+UnlockDiagnosticVMOptions',
    '-XX:+UnlockExperimentalVMOptions',
    '-XX:+UseEpsilonGC',
  ])
})

it('normaliseFlags() leaves flags without -XX alone, and keeps their order', () => {
  expect(normaliseFlags(['-Xmx1g', '-Dfoo=bar', '-Xms1g'])).toEqual([
    '-Xmx1g',
    '-Dfoo=bar',
    '-Xms1g',
  ])
  expect(normaliseFlags([])).toEqual([])
})
