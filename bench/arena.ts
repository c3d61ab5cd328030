import { tmpdir } from 'node:os'
import { planFrom } from '../src/config/plan-from.ts'
import { Scope } from '../src/lib/scope.ts'
import type { Plan } from '../src/model/plan.ts'
import { prepareArena } from '../src/rounds/arena.ts'
import type { Arena } from '../src/rounds/arena.ts'
import { listenForInterruption } from '../src/commands/interruption.ts'

/** Runs a bench with everything that a run of kafka-duel has, and takes all of it down afterwards. */
export async function withArena(
  flags: Readonly<Record<string, string>>,
  bench: (arena: Arena) => Promise<void>,
  adjust: (plan: Plan) => Plan = (plan) => plan,
): Promise<void> {
  process.chdir(tmpdir()) // a kafka-duel.yml of the working folder must not slip in
  using interruption = listenForInterruption(() => {
    console.error('stopping')
  })
  await using scope = new Scope()
  const plan = adjust(await planFrom({ config: null, flags }))
  const arena = await prepareArena(plan, {
    scope,
    signal: interruption.signal,
    env: process.env,
    onProgress: (text) => {
      console.error(text)
    },
    onWarning: (text) => {
      console.error(text)
    },
  })
  await bench(arena)
}

export function argument(name: string, fallback: string): string {
  const at = process.argv.indexOf(`--${name}`)
  return (at < 0 ? undefined : process.argv[at + 1]) ?? fallback
}
