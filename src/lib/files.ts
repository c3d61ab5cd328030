import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Stats } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The stats of a path, links followed; null when there is nothing. */
export async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error: unknown) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

/** Whether an error of the file system carries one of these codes, such as ENOENT. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  )
}

/** SHA-256 of a file's content, in hex. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

export function sha256OfText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Removes a folder with all that is in it; none is fine. */
export async function removeDirectory(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 })
}

export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string
}

/** A new empty folder in `parent`, named with `prefix` and six random characters; disposing removes it. */
export async function temporaryDirectory(
  parent: string,
  prefix: string,
): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(parent, prefix))
  return { path, [Symbol.asyncDispose]: () => removeDirectory(path) }
}
