import { describe, expect, test } from 'vitest'
import { renderDryRun } from '../../../src/commands/dry-run.ts'
import { SIDES, planOf } from '../config/fixed-probe.ts'

describe('renderDryRun()', () => {
  test('prints a whole plan', async () => {
    const plan = await planOf(SIDES)
    await expect(renderDryRun(plan)).toMatchFileSnapshot('../../golden/dry-run-defaults.txt')
  })

  test('prints a plan in which nothing is default', async () => {
    const plan = await planOf(`
baseline: { dir: dists/old, java: 25, jvm-flags: [-Xint, -Xlog:gc] }
candidate: { kafka: 4.4.0, broker-config: { num.io.threads: 4, log.preallocate: true } }
tls: { protocol: TLSv1.2 }
workloads: [consume]
rounds: 3
alpha: 0.01
margin: 2.5%
budget: 90s
layout: sequential
fail-on: none
record-size: 1000
acks: 1
brokers: 3
inter-broker: tls
heap: 512m
log-dirs: disk
pin: false
`)
    await expect(renderDryRun(plan)).toMatchFileSnapshot('../../golden/dry-run-custom.txt')
  })
})
