import path from 'node:path'
import type { Plan } from '../model/plan.ts'
import { parseDocument, readDocument } from './json-document.ts'
import { validators } from './validators.ts'

const KIND = { what: 'plan', code: 'KD_RESUME' } as const

/**
 * @param given JSON text, or what it was parsed to
 * @param source names it in messages, such as a path
 * @throws UserError KD_RESUME when it is no plan of a version this release reads
 */
export function parsePlan(given: unknown, source: string): Plan {
  return parseDocument(given, source, { ...KIND, validate: validators().plan })
}

/**
 * The plan of a run that was begun in a folder.
 *
 * @throws UserError KD_RESUME when there is none
 */
export async function loadPlan(folder: string): Promise<Plan> {
  const file = path.join(folder, 'plan.json')
  return parsePlan(await readDocument(file, KIND), file)
}
