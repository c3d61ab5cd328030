import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isErrno, removeDirectory, sha256OfFile, temporaryDirectory } from '../lib/files.ts'
import { EnvironmentError, messageOf } from '../model/errors.ts'
import { digestOf } from './jar.ts'
import type { Jar } from './jar.ts'

const MANIFEST = 'manifest.json'
const PARTIAL = '.partial-'
const STALE_AFTER_MS = 24 * 60 * 60 * 1000

/** Written last into an entry: an entry without it was never finished. */
interface Manifest {
  readonly schemaVersion: 1
  readonly jars: readonly ManifestJar[]
}

interface ManifestJar {
  readonly name: string
  readonly sizeBytes: number
  readonly sha256: string
}

const isManifest = new Ajv2020().compile<Manifest>({
  type: 'object',
  required: ['schemaVersion', 'jars'],
  properties: {
    schemaVersion: { const: 1 },
    jars: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['name', 'sizeBytes', 'sha256'],
        properties: {
          name: { type: 'string', pattern: '^[^/\\\\]+\\.jar$' },
          sizeBytes: { type: 'integer' },
          sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        },
      },
    },
  },
})

interface CacheRequest {
  /** folder of this entry; its siblings are other entries */
  readonly entry: string
  /** puts jars into an empty folder; throws when it cannot */
  readonly fill: (folder: string) => Promise<void>
  /** the same name may stand for other jars tomorrow (SNAPSHOT): fill again, one entry per content */
  readonly isVolatile?: boolean
}

/**
 * Gives the jars of a cache entry, filling it first where it is missing or damaged. An entry appears
 * under its name only when it is complete; of several processes filling it at once, one wins and all
 * use its entry. Sizes and digests are verified on every use (60 MB: some 150 ms).
 *
 * @returns jars in order of their names
 * @throws EnvironmentError KD_OUTPUT when the cache cannot be written, and what `fill` throws
 */
export async function cachedJars({
  entry,
  fill,
  isVolatile,
}: CacheRequest): Promise<readonly Jar[]> {
  const cached = isVolatile === true ? null : await readEntry(entry)
  if (cached !== null) return cached
  await using partial = await startPartial(dirname(entry))
  await fill(partial.path)
  const jars = await writeManifest(partial.path)
  const target = isVolatile === true ? `${entry}-${digestOf(jars).slice(0, 12)}` : entry
  return await publish(partial.path, target)
}

async function startPartial(parent: string) {
  try {
    await mkdir(parent, { recursive: true })
    await sweep(parent)
    return await temporaryDirectory(parent, PARTIAL)
  } catch (error: unknown) {
    throw new EnvironmentError(
      'KD_OUTPUT',
      `Cannot write to the cache folder "${parent}": ${messageOf(error)}`,
      { hint: 'set XDG_CACHE_HOME to a folder that can be written', cause: error },
    )
  }
}

/** Removes what processes that were killed have left behind. */
async function sweep(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PARTIAL))
  for (const path of names.map((name) => join(parent, name))) {
    try {
      const { mtimeMs } = await stat(path)
      if (Date.now() - mtimeMs > STALE_AFTER_MS) await removeDirectory(path)
    } catch (error: unknown) {
      // its owner has finished meanwhile
      if (!isErrno(error, 'ENOENT')) throw error
    }
  }
}

/** The jars of an entry, or null when it is missing, unfinished or damaged. */
async function readEntry(entry: string): Promise<readonly Jar[] | null> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(entry, MANIFEST), 'utf8'))
    if (!isManifest(manifest)) return null
    const jars: Jar[] = []
    for (const { name, sizeBytes, sha256 } of manifest.jars) {
      const path = join(entry, name)
      if ((await stat(path)).size !== sizeBytes) return null
      if ((await sha256OfFile(path)) !== sha256) return null
      jars.push({ path, sha256 })
    }
    return jars
  } catch (error: unknown) {
    if (error instanceof SyntaxError || isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

async function writeManifest(folder: string): Promise<readonly Jar[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jar')).sort()
  const jars: ManifestJar[] = []
  for (const name of names) {
    const path = join(folder, name)
    jars.push({ name, sizeBytes: (await stat(path)).size, sha256: await sha256OfFile(path) })
  }
  const manifest: Manifest = { schemaVersion: 1, jars }
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`)
  return jars.map(({ name, sha256 }) => ({ path: join(folder, name), sha256 }))
}

/** How often a name may be lost to somebody else who leaves no whole entry there. */
const PUBLISH_TRIES = 5

/**
 * Gives a filled folder its name. A whole entry is never touched, since another process may be using it:
 * only what was seen to be damaged is moved aside, and what is moved is looked at once more.
 */
async function publish(partial: string, entry: string): Promise<readonly Jar[]> {
  for (let attempt = 0; attempt < PUBLISH_TRIES; attempt += 1) {
    try {
      await rename(partial, entry)
    } catch (error: unknown) {
      // ENOENT: ours stands there already, and somebody has just moved it
      if (!isErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'ENOENT')) throw error
    }
    const jars = await readEntry(entry)
    if (jars !== null) return jars
    await moveAside(entry)
  }
  throw new EnvironmentError(
    'KD_SUBJECT_BROKEN',
    `Cannot use the cache entry "${basename(entry)}": it is damaged right after it was written`,
    { hint: `remove "${entry}" and check the disk` },
  )
}

async function moveAside(entry: string): Promise<void> {
  await using aside = await temporaryDirectory(dirname(entry), PARTIAL)
  const moved = join(aside.path, 'entry')
  try {
    await rename(entry, moved)
    // repaired by somebody between our look and our move: back with it
    if ((await readEntry(moved)) !== null) await rename(moved, entry)
  } catch (error: unknown) {
    // gone, or replaced, meanwhile: the next look decides
    if (!isErrno(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error
  }
}
