import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommandLine } from '../../../src/commands/command-line.ts'

describe('runCommandLine()', () => {
  const written: string[] = []
  beforeEach(() => {
    written.length = 0
    vi.spyOn(console, 'log').mockImplementation((text: string) => written.push(text))
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.push(String(text))
      return true
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('helps, and tells exit codes', async () => {
    expect(await runCommandLine(['--help'])).toBe(0)
    expect(written.join('')).toMatchInlineSnapshot(`
      "kafka-duel <command>

      Did this change make Kafka slower, and is it the TLS path?

      Commands:
        kafka-duel run [config]     compare two sides
        kafka-duel report <result>  render a result again
        kafka-duel init [file]      write a configuration to start from
        kafka-duel experiments      list the configurations that ship
        kafka-duel schema [which]   print a JSON Schema

      Options:
            --verbose  say more on the way and in errors  [boolean]
            --version  Show version number  [boolean]
        -h, --help     Show help  [boolean]

      Examples:
        kafka-duel init                         write kafka-duel.yml
        kafka-duel run tls-consumer-2.5-to-2.4  a released loss that only TLS shows

      Exit codes: 0 nothing to object to, 1 bug, 2 wrong use, 3 regression, 4 inconclusive,
      5 could not measure, 130 interrupted"
    `)
  })

  test.each(['run', 'report', 'init', 'experiments', 'schema'])(
    'helps with %s by example',
    async (command) => {
      expect(await runCommandLine([command, '--help'])).toBe(0)
      expect(written.join('')).toMatch(/Examples:\n {2}kafka-duel /)
    },
  )

  test('tells of every flag of run what it takes', async () => {
    await runCommandLine(['run', '--help'])
    const help = written.join('')
    expect(help).toContain('--baseline ')
    expect(help.match(/^ +--[a-z-]+ +\[/gm)).toBeNull()
  })

  test('lists what ships', async () => {
    expect(await runCommandLine(['experiments'])).toBe(0)
    expect(written.join('')).toMatch(/^tls-consumer-2\.5-to-2\.4 +\S/m)
  })

  test.each(['config', 'result'])('prints the schema of a %s', async (which) => {
    expect(await runCommandLine(['schema', which])).toBe(0)
    const file = new URL(`../../../src/model/schemas/${which}.json`, import.meta.url)
    expect(JSON.parse(written.join(''))).toEqual(JSON.parse(await readFile(file, 'utf8')))
  })
})
