import { expect, it } from 'vitest'
import { parseCpuSeconds, readCpuSeconds } from '../../../src/jvm/cpu-time.ts'

const AFTER_NAME =
  ' S 5186 5186 2877 0 -1 4194304 100 7 0 0 1234 66 900 800 20 0 1 0 94516 3133440 390 0'

it('parseCpuSeconds() adds user and system time, without that of children', () => {
  expect(parseCpuSeconds(`5196 (java)${AFTER_NAME}`)).toBe(13)
})

it.each(['my java', 'a) S 1 2', '((', 'größer (copy)'])(
  'parseCpuSeconds() is not misled by a program called "%s"',
  (name) => {
    expect(parseCpuSeconds(`5196 (${name})${AFTER_NAME}`)).toBe(13)
  },
)

it('parseCpuSeconds() is null for a line that is cut off', () => {
  expect(parseCpuSeconds('5196 (java) S 5186')).toBeNull()
  expect(parseCpuSeconds('')).toBeNull()
})

it('readCpuSeconds() is null for a process that does not exist', () => {
  expect(readCpuSeconds(2 ** 30)).toBeNull()
})

it.runIf(process.platform === 'linux')(
  'readCpuSeconds() agrees with what Node says of itself',
  () => {
    const { user, system } = process.cpuUsage()
    const seconds = readCpuSeconds(process.pid)
    expect(seconds).not.toBeNull()
    expect(Math.abs((seconds ?? 0) - (user + system) / 1e6)).toBeLessThan(0.1)
  },
)
