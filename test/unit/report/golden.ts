import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'

/**
 * Compares a text with a file of the repository, byte for byte. With UPDATE_GOLDEN=1 the file is written
 * instead: read the difference before it is committed.
 *
 * @param path from the root of the repository
 */
export async function expectFile(path: string, text: string): Promise<void> {
  const file = new URL(`../../../${path}`, import.meta.url)
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(file, text)
  expect(text, `${path} differs; UPDATE_GOLDEN=1 rewrites it`).toBe(await readFile(file, 'utf8'))
}
