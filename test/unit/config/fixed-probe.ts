import { parseConfigText } from '../../../src/config/config-file.ts'
import { readFlags } from '../../../src/config/flags.ts'
import { planFromDrafts } from '../../../src/config/plan-from.ts'
import { machineProbe } from '../../../src/config/probe.ts'
import type { Probe } from '../../../src/config/probe.ts'
import type { Plan } from '../../../src/model/plan.ts'

/** A machine with 8 CPUs and 32 GiB of memory whose paths all exist; names tell the rest. */
export const FIXED_PROBE: Probe = {
  ...machineProbe,
  pathKind: (path) => Promise.resolve(path.endsWith('.tgz') ? 'file' : 'directory'),
  freeMemoryBytes: () => Promise.resolve(32 * 2 ** 30),
  cpus: () => 8,
  platform: () => 'linux',
  drawSeed: () => 42,
}

interface Given {
  readonly flags?: Readonly<Record<string, unknown>>
  readonly probe?: Partial<Probe>
}

/** The plan for the text of /project/kafka-duel.yml and flags given in /shell. */
export function planOf(text: string, { flags = {}, probe = {} }: Given = {}): Promise<Plan> {
  const file = parseConfigText(text, 'kafka-duel.yml')
  const drafts = [readFlags(flags, '/shell'), { ...file, folder: '/project' }]
  return planFromDrafts(drafts, { ...FIXED_PROBE, ...probe })
}

/** Both sides in one line, for tests of everything else. */
export const SIDES = 'baseline: { kafka: 4.3.1 }\ncandidate: { kafka: 4.4.0 }\n'
