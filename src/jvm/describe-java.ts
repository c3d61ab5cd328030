import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno, statOrNull } from '../lib/files.ts'
import { ProgramError, runProgram } from '../lib/process.ts'
import { jvmEnvironment } from './environment.ts'
import type { Java } from './java.ts'

const ASK_TIMEOUT_MS = 30_000

/**
 * Reads what kind of Java lives in a home: from its `release` file, or else from the JVM itself
 * (Java 8 and system-wide links have no complete file).
 *
 * @returns null when there is no Java that runs
 */
export async function describeJava(home: string, env: NodeJS.ProcessEnv): Promise<Java | null> {
  const executable = join(home, 'bin', 'java')
  const stats = await statOrNull(executable)
  if (!stats?.isFile()) return null
  const release = parseRelease(await readTextOrEmpty(join(home, 'release')))
  const described = javaFrom(home, {
    version: release.get('JAVA_VERSION'),
    build: release.get('JAVA_RUNTIME_VERSION'),
    vendor: release.get('IMPLEMENTOR'),
  })
  return described ?? (await askJava(executable, env))
}

async function askJava(executable: string, env: NodeJS.ProcessEnv): Promise<Java | null> {
  try {
    const { stdout, stderr } = await runProgram(
      executable,
      ['-XshowSettings:properties', '-version'],
      { timeoutMs: ASK_TIMEOUT_MS, env: jvmEnvironment(env) },
    )
    const properties = parseProperties(`${stdout}\n${stderr}`)
    return javaFrom(properties.get('java.home'), {
      version: properties.get('java.version'),
      build: properties.get('java.runtime.version'),
      vendor: properties.get('java.vendor'),
    })
  } catch (error: unknown) {
    // a broken or foreign binary is simply no candidate
    if (error instanceof ProgramError) return null
    throw error
  }
}

interface Parts {
  readonly version: string | undefined
  readonly build: string | undefined
  readonly vendor: string | undefined
}

function javaFrom(home: string | undefined, { version, build, vendor }: Parts): Java | null {
  if (home === undefined || version === undefined || build === undefined || vendor === undefined) {
    return null
  }
  const feature = featureOf(version)
  if (feature === null) return null
  return { home, executable: join(home, 'bin', 'java'), feature, build, vendor }
}

/** 8 from "1.8.0_402", 17 from "17.0.15", 25 from "25-ea". */
export function featureOf(version: string): number | null {
  const digits = /^(?:1\.)?(\d+)/.exec(version)?.[1]
  return digits === undefined ? null : Number(digits)
}

function parseRelease(text: string): ReadonlyMap<string, string> {
  return pairs(text, /^(\w+)="?([^"]*)"?$/gm)
}

function parseProperties(text: string): ReadonlyMap<string, string> {
  return pairs(text, /^ +([\w.]+) = (.*)$/gm)
}

function pairs(text: string, pattern: RegExp): ReadonlyMap<string, string> {
  return new Map(
    Array.from(text.matchAll(pattern), ([, key = '', value = '']) => [key, value.trim()] as const),
  )
}

async function readTextOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error: unknown) {
    if (isErrno(error, 'ENOENT', 'EACCES', 'ENOTDIR')) return ''
    throw error
  }
}
