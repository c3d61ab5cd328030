import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '../../../src/lib/files.ts'
import { EnvironmentError, UserError } from '../../../src/model/errors.ts'

const FAKE_MVN = fileURLToPath(new URL('../../programs/fake-mvn', import.meta.url))

/** What the fake Maven in test/programs does. */
interface FakeMaven {
  /** file to which each call adds the coordinates it was asked for */
  readonly calls?: string
  /** parts of "group:artifact:jar:version" that no repository has */
  readonly absent?: readonly string[]
  /** jars that come along with what was asked for */
  readonly alongside?: readonly string[]
  /** reason for which every call fails */
  readonly failure?: string
  /** port to connect to before anything else; a byte from there lets it go on */
  readonly port?: number
}

export function mavenEnv(settings: FakeMaven): NodeJS.ProcessEnv {
  const path = [FAKE_MVN, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
  return { PATH: path, FAKE_MVN: JSON.stringify(settings) }
}

/** A folder for one test, with a blank, parentheses and an umlaut in its path. */
export async function workbench() {
  const temp = await temporaryDirectory(await realpath(tmpdir()), 'install größer (copy)-')
  return {
    ...temp,
    cacheDir: join(temp.path, 'cache'),
    calls: join(temp.path, 'calls.txt'),
    /** Writes small files with these names into a folder. */
    async makeJars(folder: string, ...names: readonly string[]): Promise<string> {
      const path = join(temp.path, folder)
      await mkdir(path, { recursive: true })
      for (const name of names) await writeFile(join(path, name), name)
      return path
    },
  }
}

export type Workbench = Awaited<ReturnType<typeof workbench>>

/** The error of ours that a promise is rejected with. */
export async function codedError(promise: Promise<unknown>): Promise<UserError | EnvironmentError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof UserError || error instanceof EnvironmentError) return error
  throw new Error('not rejected with an error of ours', { cause: error })
}
