import { explain } from './explain.ts'
import type { Problem } from './problems.ts'
import type { Layer, Path } from './raw-config.ts'
import { parseShortForm } from './short-form.ts'
import { validators } from './validators.ts'

/** A source of configuration whose keys and values nobody has checked yet. */
export interface Draft {
  readonly value: unknown
  readonly locate: (path: Path) => string
  readonly folder: string
}

/** @returns the checked layer, or what is wrong with the draft */
export function checkDraft(draft: Draft): { layer: Layer } | { problems: readonly Problem[] } {
  const { value, mistakes } = writeOutSides(draft)
  const { config: validate } = validators()
  if (validate(value)) {
    if (mistakes.length > 0) return { problems: mistakes }
    return { layer: { config: value, locate: draft.locate, folder: draft.folder } }
  }
  return { problems: [...mistakes, ...explain(validate.errors ?? [], draft.locate)] }
}

/** Replaces short forms such as `kafka@4.4.0,java@17` by mappings, so that the rest knows one shape. */
function writeOutSides({ value, locate }: Draft): { value: unknown; mistakes: readonly Problem[] } {
  if (typeof value !== 'object' || value === null) return { value, mistakes: [] }
  const mistakes: Problem[] = []
  const entries = Object.entries(value).map(([key, given]: [string, unknown]) => {
    if ((key !== 'baseline' && key !== 'candidate') || typeof given !== 'string')
      return [key, given]
    const short = parseShortForm(given)
    mistakes.push(...short.mistakes.map((text) => ({ where: locate([key]), text })))
    return [key, short.side]
  })
  return { value: Object.fromEntries(entries), mistakes }
}
