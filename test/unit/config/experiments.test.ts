import { describe, expect, test } from 'vitest'
import { listExperiments } from '../../../src/config/experiments.ts'
import { planFrom } from '../../../src/config/plan-from.ts'
import type { Plan } from '../../../src/model/plan.ts'
import { FIXED_PROBE } from './fixed-probe.ts'

const experiments = await listExperiments()

function planOfExperiment(config: string): Promise<Plan> {
  return planFrom({ config, flags: {}, probe: FIXED_PROBE })
}

describe('the experiments that ship', () => {
  test('are these, each with a title of one line', () => {
    expect(experiments.map(({ name, title }) => `${name}: ${title}`).join('\n'))
      .toMatchInlineSnapshot(`
      "a-a: Kafka 4.4 against itself: what this machine can prove when nothing changed.
      aes-ctr-intrinsics-off: A slowdown on demand, TLS only: the candidate's JVM does AES without its fast counter mode.
      crc32c-intrinsics-off: A slowdown on demand, produce only: the candidate's JVM computes checksums without hardware help.
      java-25-to-17-chacha20: The same two Java runtimes with ChaCha20: Java 17 has no fast path for it, so TLS falls far behind.
      java-25-to-17: One Kafka, two Java runtimes: what Kafka 4.4 loses on Java 17 against Java 25 with AES-GCM.
      kafka-0.9-to-0.10: The record format of 2016: Kafka 0.10 added a time stamp to every record, and produce paid for it.
      tls-consumer-2.5-to-2.4: A released loss that only TLS shows: consumers of Kafka 2.4 lose about a quarter against 2.5."
    `)
  })

  test.each(experiments)('$name differs in one factor, or in none for A/A', async ({ name }) => {
    const { factors } = await planOfExperiment(name)
    expect(factors).toHaveLength(name === 'a-a' ? 0 : 1)
  })

  test.each(experiments)('$name has enough of a budget for its first look', async ({ name }) => {
    const { cells, schedule, looks, budgetMs } = await planOfExperiment(name)
    const trainMs = cells.length * 4 * schedule.blocks * schedule.sliceMs
    const firstLookMs = (looks[0]?.rounds ?? 0) * (trainMs + 2000 * schedule.warmUpSeconds)
    expect(budgetMs ?? Infinity).toBeGreaterThan(firstLookMs)
  })

  test('can be changed by flags', async () => {
    const flags = { rounds: '5', java: '25' }
    const plan = await planFrom({ config: 'a-a', flags, probe: FIXED_PROBE })
    expect([plan.name, plan.baseline.java]).toEqual(['custom', '25'])
  })
})

describe('planFrom()', () => {
  test('suggests the nearest experiment', async () => {
    await expect(planOfExperiment('java-17-to-25')).rejects.toMatchObject({
      code: 'KD_INPUT_FILE',
      message: 'Cannot read "java-17-to-25": no such file or experiment',
      hint: 'did you mean the experiment "java-25-to-17"?',
    })
  })

  test('asks for a configuration or two sides when it has neither', async () => {
    await expect(
      planFrom({ config: null, flags: { baseline: 'kafka@4.4.0' } }),
    ).rejects.toMatchObject({
      code: 'KD_USAGE',
      message: 'Cannot plan the run: no configuration and no two sides given',
    })
  })
})
