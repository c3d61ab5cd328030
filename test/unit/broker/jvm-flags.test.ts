import { expect, test } from 'vitest'
import { brokerJvmFlags } from '../../../src/broker/jvm-flags.ts'

test('brokerJvmFlags() gives one set with the flags of the side behind it and unlocking flags first', () => {
  expect(brokerJvmFlags({ jvmFlags: ['-XX:-UseAESCTRIntrinsics'] }, { heapMb: 1024 }))
    .toMatchInlineSnapshot(`
    [
      "-XX:+UnlockDiagnosticVMOptions",
      "-server",
      "-Xms1024m",
      "-Xmx1024m",
      "-XX:+UseG1GC",
      "-XX:MaxGCPauseMillis=20",
      "-XX:InitiatingHeapOccupancyPercent=35",
      "-XX:+ExplicitGCInvokesConcurrent",
      "-XX:MaxInlineLevel=15",
      "-XX:-UsePerfData",
      "-Djava.awt.headless=true",
      "-XX:-UseAESCTRIntrinsics",
    ]
  `)
})

test('brokerJvmFlags() gives way to a collector that the side chooses', () => {
  const flags = brokerJvmFlags({ jvmFlags: ['-XX:+UseZGC'] }, { heapMb: 512 })
  expect(flags.filter((flag) => flag.endsWith('GC'))).toEqual(['-XX:+UseZGC'])
})
