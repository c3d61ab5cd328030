import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A ready-made configuration that ships with the package. */
export interface Experiment {
  /** file name without its ending */
  readonly name: string
  /** first line of the comment at its head */
  readonly title: string
  readonly file: string
}

const ENDING = '.yml'

/** @returns what ships, by name */
export async function listExperiments(): Promise<readonly Experiment[]> {
  const folder = experimentsFolder()
  const files = (await readdir(folder)).filter((file) => file.endsWith(ENDING)).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(folder, file), 'utf8')
      const title = /^# *(.*)$/m.exec(text)?.[1] ?? ''
      return { name: path.basename(file, ENDING), title, file: path.join(folder, file) }
    }),
  )
}

/** This file is src/config/experiments.ts, or a bundle in dist/. */
function experimentsFolder(): string {
  const candidates = ['../fixtures/experiments/', '../../fixtures/experiments/'].map((folder) =>
    fileURLToPath(new URL(folder, import.meta.url)),
  )
  const found = candidates.find((folder) => existsSync(folder))
  if (found === undefined) throw new Error(`the package has no ${candidates.join(' or ')}`)
  return found
}
