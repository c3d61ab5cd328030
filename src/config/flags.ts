import { UserError } from '../model/errors.ts'
import configSchema from '../model/schemas/config.json' with { type: 'json' }
import type { Draft } from './layer.ts'
import type { Path } from './raw-config.ts'

/** As much of a property's schema as decides how a flag's text is read. */
interface PropertySchema {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly items?: PropertySchema
  readonly properties?: Readonly<Record<string, PropertySchema>>
}

/** A key of the configuration as an option of the command line. */
export interface Flag {
  readonly name: string
  /** where its value stands in the configuration */
  readonly path: readonly [string, ...string[]]
  readonly describe: string
  readonly schema: PropertySchema
}

const DEFINITIONS: Readonly<Record<string, PropertySchema>> = configSchema.$defs
const PROPERTIES: Readonly<Record<string, PropertySchema>> = configSchema.properties

/** Where the command line writes a value in another way than a file does. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  baseline: 'a side such as kafka@4.3.1, kafka@4.3.1,java@17, dir:PATH or archive:PATH',
  candidate: 'a side, like --baseline',
  'jvm-flags': 'a JVM flag, as in --jvm-flags=-XX:+UseZGC; may be repeated',
  'broker-config': 'a broker setting such as num.io.threads=4; may be repeated',
  looks: 'rising numbers of rounds such as 8,16,24',
}

/** Every key of the configuration has a flag; `tls` has one per part. */
export const FLAGS: readonly Flag[] = Object.entries(PROPERTIES).flatMap(([key, property]) => {
  const schema = written(property)
  if (key !== 'tls') return [flag([key], schema)]
  return Object.entries(schema.properties ?? {}).map(([part, own]) => flag([key, part], own))
})

function flag(path: Flag['path'], schema: PropertySchema): Flag {
  const name = path.join('-')
  const words = schema.enum ?? schema.items?.enum ?? []
  const listed = words.length === 0 ? '' : `: ${words.map(String).join(', ')}`
  const describe = DESCRIPTIONS[name] ?? `${schema.description ?? ''}${listed}`
  return { name, path, describe, schema }
}

/**
 * Turns flags into a draft of a configuration. Nothing is judged here: what cannot be read as a number
 * stays text, so that the schema names it.
 *
 * @param args by flag name; text, or a list of texts where a flag was repeated; empty text = not given
 * @param folder where relative paths start
 * @throws UserError KD_USAGE when a flag that takes one value is repeated
 */
export function readFlags(args: Readonly<Record<string, unknown>>, folder: string): Draft {
  const value: Record<string, unknown> = {}
  const parts: Record<string, unknown> = {}
  for (const { name, path, schema } of FLAGS) {
    const texts = [args[name]]
      .flat()
      .filter((text) => typeof text === 'string' && text.trim() !== '')
    if (texts.length === 0) continue
    const read = readTexts(name, texts.map(String), schema)
    if (path.length === 1) value[name] = read
    else parts[path[1] ?? ''] = read
  }
  if (Object.keys(parts).length > 0) value['tls'] = parts
  return { value, locate: flagOf, folder }
}

function readTexts(name: string, texts: readonly string[], schema: PropertySchema): unknown {
  if (name === 'broker-config') return Object.fromEntries(texts.map(assignment))
  // a JVM flag may hold commas
  if (name === 'jvm-flags') return texts
  if (typesOf(schema).includes('array')) {
    const words = texts.flatMap((text) => text.split(',')).map((text) => text.trim())
    return words.map((word) => readText(word, schema.items ?? {}))
  }
  const [text = ''] = texts
  if (texts.length > 1) {
    throw new UserError('KD_USAGE', `Cannot use --${name}: it is given ${texts.length} times`)
  }
  return readText(text.trim(), schema)
}

function readText(text: string, schema: PropertySchema): string | number | boolean {
  const types = typesOf(schema)
  const takesNumbers = ['number', 'integer'].some((type) => types.includes(type))
  if (takesNumbers && /^-?\d+([.]\d+)?$/.test(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function typesOf(schema: PropertySchema): readonly string[] {
  const own = schema.type === undefined ? [] : [schema.type].flat()
  return [...own, ...(schema.enum ?? []).map((member) => typeof member)]
}

function assignment(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)]
  throw new UserError('KD_USAGE', `Cannot read --broker-config "${text}": wanted KEY=VALUE`)
}

function flagOf(path: Path): string {
  const [key, part = ''] = path.map(String)
  if (key === undefined) return 'the command line'
  return FLAGS.some(({ name }) => name === `${key}-${part}`) ? `--${key}-${part}` : `--${key}`
}

/** A schema with what its $ref points to. */
function written(property: PropertySchema): PropertySchema {
  const { $ref, ...own } = property
  const target = $ref === undefined ? {} : (DEFINITIONS[$ref.replace('#/$defs/', '')] ?? {})
  return { ...target, ...own }
}
