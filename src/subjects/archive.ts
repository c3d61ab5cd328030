import { readdir, rename } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { extract } from 'tar'
import { sha256OfFile, statOrNull, temporaryDirectory } from '../lib/files.ts'
import { messageOf, UserError } from '../model/errors.ts'
import { isCode } from './distribution.ts'
import { cachedJars } from './jar-cache.ts'
import type { Jar } from './jar.ts'

interface ArchiveOptions {
  readonly cacheDir: string
  readonly signal?: AbortSignal | undefined
  readonly onProgress: (text: string) => void
}

/**
 * The jars of a packed distribution (.tgz), unpacked once into the cache under the archive's own digest.
 *
 * @throws UserError KD_SUBJECT_NOT_FOUND or KD_SUBJECT_BROKEN
 */
export async function jarsOfArchive(
  path: string,
  { cacheDir, signal, onProgress }: ArchiveOptions,
): Promise<readonly Jar[]> {
  const archive = resolve(path)
  if (!/\.(?:tgz|tar\.gz)$/.test(archive)) {
    throw new UserError(
      'KD_SUBJECT_BROKEN',
      `Cannot use the archive "${path}": its name ends neither in .tgz nor in .tar.gz`,
      { hint: 'pack it as .tgz, or unpack it and give the folder with "dir:"' },
    )
  }
  if (!(await statOrNull(archive))?.isFile()) {
    throw new UserError(
      'KD_SUBJECT_NOT_FOUND',
      `Cannot use the archive "${path}": there is no such file`,
      { hint: 'give the path of a built distribution, such as kafka_2.13-4.4.0.tgz' },
    )
  }
  return await cachedJars({
    entry: join(cacheDir, 'archives', await sha256OfFile(archive)),
    fill: async (folder) => {
      onProgress(`unpacking ${basename(archive)}`)
      await using unpacked = await temporaryDirectory(folder, 'unpacked-')
      await unpack(path, unpacked.path)
      signal?.throwIfAborted()
      for (const name of await readdir(unpacked.path, { recursive: true })) {
        if (name.endsWith('.jar')) {
          await rename(join(unpacked.path, name), join(folder, basename(name)))
        }
      }
    },
  })
}

async function unpack(path: string, folder: string): Promise<void> {
  let jars = 0
  try {
    await extract({
      file: resolve(path),
      cwd: folder,
      strict: true,
      filter: (name, entry) => {
        const isJar = 'type' in entry && entry.type === 'File' && isCode(basename(name))
        const isWanted = isJar && basename(dirname(name)) === 'libs'
        if (isWanted) jars += 1
        return isWanted
      },
    })
  } catch (error: unknown) {
    throw broken(path, `it cannot be unpacked (${messageOf(error)})`, error)
  }
  if (jars === 0) throw broken(path, 'it holds no libs/*.jar')
}

function broken(path: string, found: string, cause?: unknown): UserError {
  return new UserError('KD_SUBJECT_BROKEN', `Cannot use the archive "${path}": ${found}`, {
    hint: 'give a built distribution, such as kafka_2.13-4.4.0.tgz; "./gradlew releaseTarGz" makes one',
    cause,
  })
}
