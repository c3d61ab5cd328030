import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError, messageOf } from '../model/errors.ts'
import type { Plan } from '../model/plan.ts'
import type { SideDescription } from '../model/result.ts'
import type { Round } from '../model/round.ts'
import { SIDE_NAMES } from '../model/words.ts'
import type { SideName } from '../model/words.ts'

const PLAN_FILE = 'plan.json'
const SIDES_FILE = 'sides.json'
const ROUNDS_FILE = 'rounds.jsonl'

type Sides = Readonly<Record<SideName, SideDescription>>

/** What a run leaves on the way: the plan before round 1, then every finished round as a line. */
export class Journal {
  readonly #directory: string

  private constructor(directory: string) {
    this.#directory = directory
  }

  /**
   * Starts a journal in an output folder; a journal of an earlier run there is replaced.
   *
   * @throws UserError KD_OUTPUT when the folder cannot be written
   */
  static async create(
    directory: string,
    { plan, sides }: { plan: Plan; sides: Sides },
  ): Promise<Journal> {
    try {
      await mkdir(directory, { recursive: true })
      await writeFile(join(directory, PLAN_FILE), toJson(plan))
      await writeFile(join(directory, SIDES_FILE), toJson(sides))
      await writeFile(join(directory, ROUNDS_FILE), '')
    } catch (error: unknown) {
      throw new UserError('KD_OUTPUT', `Cannot write to "${directory}": ${messageOf(error)}`, {
        hint: 'name another folder with --out',
        cause: error,
      })
    }
    return new Journal(directory)
  }

  /**
   * Goes on with a journal: its rounds, and the same sides as then.
   *
   * @throws UserError KD_RESUME when a side is another one than before
   */
  static async resume(
    directory: string,
    { sides, parseRound }: { sides: Sides; parseRound: (json: unknown, source: string) => Round },
  ): Promise<{ journal: Journal; rounds: readonly Round[] }> {
    const before: unknown = JSON.parse(await readOrExplain(directory, SIDES_FILE))
    for (const name of SIDE_NAMES) {
      const difference = differenceIn(sides[name], pick(before, name))
      if (difference !== null) {
        throw new UserError(
          'KD_RESUME',
          `Cannot resume "${directory}": ${difference} of the ${name} is not the one that ran before`,
          { hint: 'start a new run; rounds of different sides are never mixed' },
        )
      }
    }
    const file = join(directory, ROUNDS_FILE)
    const text = await readOrExplain(directory, ROUNDS_FILE)
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    // a line cut off by a crash is a round that never finished
    if (whole.length < text.length) await writeFile(file, whole)
    const rounds = whole
      .split('\n')
      .filter((line) => line !== '')
      .map((line, index) => parseRound(JSON.parse(line), `${file}:${index + 1}`))
    return { journal: new Journal(directory), rounds }
  }

  async append(round: Round): Promise<void> {
    await appendFile(join(this.#directory, ROUNDS_FILE), `${JSON.stringify(round)}\n`)
  }
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

async function readOrExplain(directory: string, name: string): Promise<string> {
  try {
    return await readFile(join(directory, name), 'utf8')
  } catch (error: unknown) {
    const isThere = await stat(directory).then(
      () => true,
      () => false,
    )
    throw new UserError(
      'KD_RESUME',
      `Cannot resume "${directory}": ${isThere ? `there is no ${name}` : 'there is no such folder'}`,
      { hint: 'give the --out folder of an interrupted run', cause: error },
    )
  }
}

function pick(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function differenceIn(now: SideDescription, before: unknown): string | null {
  if (pick(before, 'classPathDigest') !== now.classPathDigest) return 'the class path'
  if (pick(pick(before, 'java'), 'build') !== now.java.build) return 'the Java runtime'
  if (JSON.stringify(pick(before, 'jvmFlags')) !== JSON.stringify(now.jvmFlags)) {
    return 'the set of JVM flags'
  }
  return null
}
