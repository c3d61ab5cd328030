import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryDirectory } from '../lib/files.ts'
import { ProgramError, runProgram } from '../lib/process.ts'
import { EnvironmentError } from '../model/errors.ts'

/** "group:artifact:version" */
export type Coordinate = `${string}:${string}:${string}`

/** Some of the artifacts that were asked for exist in no repository. */
export class MissingArtifactsError extends Error {
  override readonly name = 'MissingArtifactsError'
  readonly missing: readonly Coordinate[]

  constructor(missing: readonly Coordinate[]) {
    super(`Cannot find ${missing.join(', ')} in any Maven repository`)
    this.missing = missing
  }
}

export interface CopyOptions {
  readonly coordinates: readonly Coordinate[]
  /** whether what they depend on at run time comes along */
  readonly isTransitive: boolean
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly signal?: AbortSignal | undefined
}

const TIMEOUT_MS = 15 * 60 * 1000
const GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:copy-dependencies'

/**
 * Copies jars into a folder with the user's own `mvn`, so that its mirrors, proxies and credentials hold.
 *
 * @throws MissingArtifactsError when Maven reached its repositories and they do not have them
 * @throws EnvironmentError KD_MAVEN_NOT_FOUND, or KD_SUBJECT_NOT_FOUND (class MAVEN_FAILED) for all other
 *   failures, such as no network
 */
export async function copyArtifacts(options: CopyOptions): Promise<void> {
  const { coordinates, folder, env, signal } = options
  await using work = await temporaryDirectory(tmpdir(), 'kafka-duel-maven-')
  const pom = join(work.path, 'pom.xml')
  await writeFile(pom, renderPom(coordinates, options.isTransitive))
  const args = [
    '--batch-mode',
    // else a "not found" of this morning is repeated all day from Maven's own cache
    '--update-snapshots',
    '--file',
    pom,
    GOAL,
    '-DincludeScope=runtime',
    `-DoutputDirectory=${folder}`,
  ]
  const output = await runMaven(args, { cwd: work.path, env, signal })
  if (output !== null) throw failureIn(output, coordinates)
}

/** @returns what Maven printed when it failed, null when it did not */
async function runMaven(
  args: readonly string[],
  where: { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal | undefined },
): Promise<string | null> {
  try {
    const { stdout, stderr, exitCode } = await runProgram('mvn', args, {
      ...where,
      timeoutMs: TIMEOUT_MS,
    })
    return exitCode === 0 ? null : `${stdout}\n${stderr}`
  } catch (error: unknown) {
    if (!(error instanceof ProgramError)) throw error
    if (error.failure === 'not-found') {
      throw new EnvironmentError(
        'KD_MAVEN_NOT_FOUND',
        'Cannot resolve Kafka with Maven: there is no "mvn" on PATH',
        {
          hint: 'install Apache Maven, or give a built distribution with "dir:" or "archive:"',
          cause: error,
        },
      )
    }
    throw mavenFailed(`${error.stdout}\n${error.stderr}`, error.message, error)
  }
}

function failureIn(output: string, coordinates: readonly Coordinate[]): Error {
  const reasons = errorLines(output).join('\n')
  const isAbsent = /Could not find artifact|was not found in|\(absent\)/.test(reasons)
  const isOutOfReach = /Could not transfer|Cannot access|Unknown host/.test(reasons)
  const missing = coordinates.filter((coordinate) => {
    const [group, artifact, version] = coordinate.split(':')
    return reasons.includes(`${group ?? ''}:${artifact ?? ''}:jar:${version ?? ''}`)
  })
  if (isAbsent && !isOutOfReach && missing.length > 0) return new MissingArtifactsError(missing)
  return mavenFailed(output, 'mvn failed')
}

function mavenFailed(output: string, found: string, cause?: unknown): EnvironmentError {
  return new EnvironmentError('KD_SUBJECT_NOT_FOUND', `Cannot resolve Kafka with Maven: ${found}`, {
    class: 'MAVEN_FAILED',
    hint: 'check the network, and mirrors and proxies in ~/.m2/settings.xml',
    detail: errorLines(output).join('\n'),
    cause,
  })
}

const BOILERPLATE =
  /^(?:$|To see the full stack trace|Re-run Maven|For more information|\[Help \d+\])/
const MOST_LINES = 5

function errorLines(output: string): readonly string[] {
  const lines = output.split('\n').map((line) => line.trim())
  const errors = lines
    .filter((line) => line.startsWith('[ERROR]'))
    .map((line) => line.slice('[ERROR]'.length).trim())
    .filter((line) => !BOILERPLATE.test(line))
  const shown = errors.length > 0 ? errors : lines.filter((line) => line !== '').slice(-MOST_LINES)
  return shown.slice(0, MOST_LINES)
}

function renderPom(coordinates: readonly Coordinate[], isTransitive: boolean): string {
  const exclusions = isTransitive
    ? ''
    : '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>'
  const dependencies = coordinates.map((coordinate) => {
    const [group, artifact, version] = coordinate.split(':')
    return `    <dependency>
      <groupId>${group ?? ''}</groupId>
      <artifactId>${artifact ?? ''}</artifactId>
      <version>${version ?? ''}</version>
      ${exclusions}
    </dependency>`
  })
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>kafka-duel</groupId>
  <artifactId>class-path</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
${dependencies.join('\n')}
  </dependencies>
</project>
`
}
