import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LineCounter, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type { Document, Node } from 'yaml'
import { UserError, messageOf } from '../model/errors.ts'
import { fileFault } from './file-fault.ts'
import type { Draft } from './layer.ts'
import { refuse } from './problems.ts'
import type { Path } from './raw-config.ts'

/** Where the parser's own words are for programmers. */
const SYNTAX_FAULTS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'the key stands here a second time',
  MULTIPLE_DOCS: 'a second document begins here, wanted one',
}
const HINT = 'kafka-duel init writes a configuration to start from'

/**
 * Reads a configuration file; its keys are not checked yet.
 *
 * @throws UserError KD_INPUT_FILE when it cannot be read, KD_CONFIG when it is not a YAML mapping
 */
export async function readConfigFile(file: string): Promise<Draft> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error: unknown) {
    throw new UserError('KD_INPUT_FILE', `Cannot read "${file}": ${fileFault(error)}`, {
      hint: HINT,
      cause: error,
    })
  }
  return parseConfigText(text, file)
}

/** @param file where the text comes from: names it in messages and is the start of relative paths */
export function parseConfigText(text: string, file: string): Draft {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  })
  const at = (offset: number): string => `${file}:${lines.linePos(offset).line}`
  const action = `Cannot read "${file}"`
  refuse(
    [...document.errors, ...document.warnings].map(({ pos, message, code }) => ({
      where: at(pos[0]),
      text: SYNTAX_FAULTS[code] ?? firstLine(message),
    })),
    { action, code: 'KD_CONFIG' },
  )
  if (isEmpty(document)) throw notMapping(action, 'the file is empty')
  if (!isMap(document.contents)) throw notMapping(action, 'it is not a mapping of keys to values')
  return {
    value: plainValue(document, action),
    locate: (keys) => at(offsetOf(document.contents, keys)),
    folder: path.dirname(path.resolve(file)),
  }
}

function plainValue(document: Document, action: string): unknown {
  try {
    const value: unknown = document.toJS()
    return value
  } catch (error: unknown) {
    // aliases that grow without bound
    throw new UserError('KD_CONFIG', `${action}: ${messageOf(error)}`, { cause: error })
  }
}

function notMapping(action: string, found: string): UserError {
  return new UserError('KD_CONFIG', `${action}: ${found}`, { hint: HINT })
}

function isEmpty({ contents }: Document): boolean {
  return contents === null || (isScalar(contents) && contents.value === null)
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}

/** Where the value of a path begins, or the last part of the path that is there; its key where it has one. */
function offsetOf(root: Node | null, keys: Path): number {
  let node: unknown = root
  let offset = root?.range?.[0] ?? 0
  for (const part of keys) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
      if (!isScalar(pair?.key)) return offset
      offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(part)]
      if (!isMap(item) && !isScalar(item) && !isSeq(item)) return offset
      offset = item.range?.[0] ?? offset
      node = item
    } else {
      return offset
    }
  }
  return offset
}
