import { readdir, realpath } from 'node:fs/promises'
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { isErrno } from '../lib/files.ts'
import { EnvironmentError } from '../model/errors.ts'
import { describeJava } from './describe-java.ts'
import type { Java } from './java.ts'

/** Folders whose children are Java homes. */
export function usualJavaFolders(env: NodeJS.ProcessEnv): readonly string[] {
  const ofUser = env['HOME'] === undefined ? [] : [join(env['HOME'], '.sdkman/candidates/java')]
  return ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines', ...ofUser]
}

/**
 * All Java runtimes of this machine, the most deliberately named first: `JAVA_HOME_<N>_X64` and the like,
 * `JAVA_HOME`, PATH, the usual folders. Each home appears once.
 */
export async function findJavas(
  env: NodeJS.ProcessEnv,
  folders: readonly string[] = usualJavaFolders(env),
): Promise<readonly Java[]> {
  const homes = [
    ...homesInVariables(env),
    ...(await homesOnPath(env)),
    ...(await Promise.all(folders.map(homesInFolder))).flat(),
  ]
  const real = new Set(await Promise.all(homes.map(realpathOrNull)))
  const found = new Map<string, Java>()
  for (const home of real) {
    const java = home === null ? null : await describeJava(home, env)
    // by the home that the JVM itself names: a launcher such as /usr/bin/java lives elsewhere
    if (java !== null && !found.has(java.home)) found.set(java.home, java)
  }
  return [...found.values()]
}

/**
 * @param request a feature version such as "17", or the path of a Java home
 * @throws EnvironmentError KD_JAVA_NOT_FOUND, listing what was found instead
 */
export async function resolveJava(
  request: string,
  env: NodeJS.ProcessEnv,
  folders: readonly string[] = usualJavaFolders(env),
): Promise<Java> {
  if (!/^\d+$/.test(request)) {
    const home = resolve(request)
    const java = await describeJava(home, env)
    if (java !== null) return java
    throw new EnvironmentError(
      'KD_JAVA_NOT_FOUND',
      `Cannot use "${request}" as a Java home: there is no bin/java that runs`,
      { hint: 'give the folder that holds bin/java, or a feature version such as 17' },
    )
  }
  const javas = await findJavas(env, folders)
  const match = javas.find((java) => java.feature === Number(request))
  if (match !== undefined) return match
  throw new EnvironmentError(
    'KD_JAVA_NOT_FOUND',
    `Cannot find Java "${request}": ${describeFound(javas)}`,
    { hint: `install it, set JAVA_HOME_${request}_${architecture()} to its home, or give a path` },
  )
}

function describeFound(javas: readonly Java[]): string {
  if (javas.length === 0)
    return 'this machine has none in the environment, on PATH or in the usual folders'
  return `found ${javas.map((java) => `${java.feature} (${java.build}, ${java.home})`).join(', ')}`
}

/** As runners of GitHub Actions spell it: JAVA_HOME_17_X64, JAVA_HOME_17_arm64. */
function architecture(): string {
  return process.arch === 'x64' ? 'X64' : process.arch
}

function homesInVariables(env: NodeJS.ProcessEnv): readonly string[] {
  const numbered = Object.entries(env).filter(([name]) => {
    const match = /^JAVA_HOME_\d+(?:_(\w+))?$/.exec(name)
    if (match === null) return false
    return match[1] === undefined || match[1].toLowerCase() === process.arch
  })
  return [...numbered.map(([, home]) => home), env['JAVA_HOME']].flatMap((home) =>
    home !== undefined && isAbsolute(home) ? [home] : [],
  )
}

async function homesOnPath(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const executables = await Promise.all(
    folders.map((folder) => realpathOrNull(join(folder, 'java'))),
  )
  return executables.flatMap((path) => (path === null ? [] : [dirname(dirname(path))]))
}

async function homesInFolder(folder: string): Promise<readonly string[]> {
  try {
    const names = (await readdir(folder)).sort()
    // macOS bundles keep the home one step deeper
    return names.flatMap((name) => [join(folder, name), join(folder, name, 'Contents', 'Home')])
  } catch (error: unknown) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return []
    throw error
  }
}

async function realpathOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch (error: unknown) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return null
    throw error
  }
}
