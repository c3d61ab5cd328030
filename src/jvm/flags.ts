import { tmpdir } from 'node:os'
import { temporaryDirectory } from '../lib/files.ts'
import { ProgramError, runProgram } from '../lib/process.ts'
import { UserError } from '../model/errors.ts'
import { jvmEnvironment } from './environment.ts'
import type { Java } from './java.ts'

/** What a JVM makes of the flags it is given. */
export interface FlagProbe {
  /** the flags as they have to be passed: unlocking ones first */
  readonly flags: readonly string[]
  /** effective value of each -XX flag among them by its name, such as MaxGCPauseMillis: "20" */
  readonly effective: Readonly<Record<string, string>>
  /** such as "G1", "Parallel", "Serial", "Z"; whether asked for or chosen by the JVM */
  readonly collector: string
}

const UNLOCK = /^-XX:\+Unlock\w+VMOptions$/
const UNLOCK_DIAGNOSTIC = '-XX:+UnlockDiagnosticVMOptions'
const PROBE_TIMEOUT_MS = 60_000

/**
 * Puts the unlocking flags first, and unlocks diagnostic flags where there is any -XX flag: the JVM
 * accepts a diagnostic flag only behind it, and unlocking alone changes nothing.
 */
export function normaliseFlags(flags: readonly string[]): readonly string[] {
  const first = flags.some((flag) => flag.startsWith('-XX:')) ? [UNLOCK_DIAGNOSTIC] : []
  const given = flags.filter((flag) => UNLOCK.test(flag))
  return [...new Set([...first, ...given]), ...flags.filter((flag) => !UNLOCK.test(flag))]
}

/**
 * Starts a JVM with the flags just to see whether it takes them, and what they come to.
 *
 * @param flags as the user wrote them
 * @throws UserError KD_JVM_OPTION naming the flag, with the JVM's own sentence
 */
export async function probeFlags(
  java: Java,
  flags: readonly string[],
  signal?: AbortSignal,
): Promise<FlagProbe> {
  const normalised = normaliseFlags(flags)
  const output = await printFlags(java, normalised, signal)
  const table = parseFlagTable(output)
  const names = normalised.filter((flag) => !UNLOCK.test(flag)).map(nameOf)
  const effective = names.flatMap((name) => {
    const value = table.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    flags: normalised,
    effective: Object.fromEntries(effective),
    collector: collectorIn(table),
  }
}

async function printFlags(
  java: Java,
  flags: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string> {
  // a JVM that dies leaves its crash file in the working folder
  await using folder = await temporaryDirectory(tmpdir(), 'kafka-duel-flags-')
  try {
    const { stdout, stderr, exitCode } = await runProgram(
      java.executable,
      [...flags, '-XX:+PrintFlagsFinal', '-version'],
      { timeoutMs: PROBE_TIMEOUT_MS, cwd: folder.path, env: jvmEnvironment(process.env), signal },
    )
    if (exitCode === 0) return stdout
    throw refusal(java, flags, `${stdout}\n${stderr}`)
  } catch (error: unknown) {
    if (!(error instanceof ProgramError)) throw error
    throw refusal(java, flags, `${error.stdout}\n${error.stderr}\n${error.message}`, error)
  }
}

function refusal(java: Java, flags: readonly string[], output: string, cause?: unknown): UserError {
  const sentence = sentenceIn(output)
  const culprit = flags.find((flag) => !UNLOCK.test(flag) && holdsWord(sentence, nameOf(flag)))
  const subject =
    culprit === undefined ? `the JVM flags "${flags.join(' ')}"` : `the JVM flag "${culprit}"`
  return new UserError(
    'KD_JVM_OPTION',
    `Cannot use ${subject} on Java ${java.feature}: ${sentence}`,
    {
      hint: hintFor(output, java),
      cause,
    },
  )
}

function hintFor(output: string, java: Java): string {
  if (output.includes('is experimental')) return 'put -XX:+UnlockExperimentalVMOptions before it'
  const meant = /Did you mean '(?:\(\+\/-\))?([^']+)'/.exec(output)?.[1]
  if (meant !== undefined) return `did you mean ${meant}?`
  return `"${java.executable}" ${UNLOCK_DIAGNOSTIC} -XX:+PrintFlagsFinal -version lists the flags it knows`
}

const TABLE_LINE = /^\s*\w+\s+(\w+)\s+:?=\s*(.*?)\s*\{/
const NOISE = [
  /^\[Global flags\]/,
  /^\[[\d.]+s\]/,
  /VM warning/,
  /^Error: Could not create the Java Virtual Machine/,
  /^Error: A fatal exception has occurred/,
  /^Error: The unlock option must precede/,
  /^Error occurred during initialization/,
  /^Picked up /,
]

/** The JVM's own reason among all that it prints when it refuses to start. */
function sentenceIn(output: string): string {
  const lines = output
    .split('\n')
    .filter((line) => !TABLE_LINE.test(line) && !NOISE.some((noise) => noise.test(line)))
    .map((line) => line.replace(/^(?:Error:|#)\s*/, '').trim())
    .filter((line) => line !== '')
  const sentence = lines[0] ?? 'the JVM refused to start without giving a reason'
  return sentence.replace(/\.$/, '')
}

/** MaxGCPauseMillis from -XX:MaxGCPauseMillis=20, UseAES from -XX:-UseAES; other flags as they are. */
function nameOf(flag: string): string {
  return /^-XX:[+-]?(\w+)/.exec(flag)?.[1] ?? flag
}

function holdsWord(text: string, word: string): boolean {
  return text.split(/[\s'",=]+/).includes(word)
}

function parseFlagTable(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [, name, value] = TABLE_LINE.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    }),
  )
}

function collectorIn(table: ReadonlyMap<string, string>): string {
  for (const [name, value] of table) {
    const collector = /^Use(\w+)GC$/.exec(name)?.[1]
    if (collector !== undefined && value === 'true' && COLLECTORS.includes(collector)) {
      return collector
    }
  }
  return 'unknown'
}

const COLLECTORS = ['ConcMarkSweep', 'Epsilon', 'G1', 'Parallel', 'Serial', 'Shenandoah', 'Z']
