/**
 * Runs controls one after the other on real brokers and prints what each verdict was.
 *
 *   npx tsx bench/controls.ts OUT_DIR [name ...]      runs them (all, or those named)
 *   npx tsx bench/controls.ts OUT_DIR --table         prints the table of results that are there
 *
 * Needs dist/ (npm run build) and a machine with nothing else to do.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadResult } from '../src/config/validate-result.ts'
import { formatDuration, formatPercent, formatSigned } from '../src/lib/format.ts'
import type { Comparison } from '../src/model/verdict.ts'

/** Trains of 6 s and a budget, so that all of them fit into an hour. */
const SHORT = ['--blocks', '15', '--warm-up', '6s', '--fail-on', 'none']
const CONTROLS: Readonly<Record<string, readonly string[]>> = {
  'tls-consumer-2.5-to-2.4': ['tls-consumer-2.5-to-2.4'],
  'kafka-0.9-to-0.10': ['kafka-0.9-to-0.10', ...SHORT, '--budget', '6m'],
  'a-a-0.9.0.1': ['a-a', ...aa('0.9.0.1')],
  'a-a-2.8.2': ['a-a', ...aa('2.8.2')],
  'a-a-4.4.0': ['a-a', ...aa('4.4.0')],
  'aes-ctr-intrinsics-off': ['aes-ctr-intrinsics-off', ...SHORT, '--budget', '6m'],
  'crc32c-intrinsics-off': ['crc32c-intrinsics-off', ...SHORT, '--budget', '6m'],
  'java-25-to-17': ['java-25-to-17', ...SHORT, '--budget', '6m'],
  'java-25-to-17-chacha20': ['java-25-to-17-chacha20', ...SHORT, '--budget', '6m'],
}

function aa(version: string): readonly string[] {
  const side = `kafka@${version}`
  return ['--baseline', side, '--candidate', side, ...SHORT, '--budget', '6m']
}

const [outDir = 'controls', ...words] = process.argv.slice(2)
const wanted = words.filter((word) => !word.startsWith('--'))
const names = wanted.length > 0 ? wanted : Object.keys(CONTROLS)
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

if (!words.includes('--table')) {
  for (const name of names) {
    const args = CONTROLS[name]
    if (args === undefined)
      throw new Error(`no control "${name}": ${Object.keys(CONTROLS).join(', ')}`)
    const out = join(outDir, name)
    const { status } = spawnSync(process.execPath, [cli, 'run', ...args, '--out', out], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    console.error(`${name}: exit ${String(status)}`)
  }
}

console.log('| run | verdict | attribution | rounds, time, in slices | cell | change | proved |')
console.log('|---|---|---|---|---|---|---|')
for (const name of names) {
  const file = join(outDir, name, 'kafka-duel-result.json')
  if (!existsSync(file)) continue
  const { verdict, comparisons, rounds, wallMs } = await loadResult(file)
  const attributions = verdict.attributions
    .filter(({ metric }) => metric === 'recordsPerSecond')
    .map(({ workload, attribution }) => `${workload} ${attribution}`)
  const sliceMs = rounds.reduce((sum, { times }) => sum + times.sliceMs, 0)
  const facts = [
    name,
    verdict.outcome,
    attributions.join(', '),
    `${verdict.roundsJudged}, ${formatDuration(wallMs)}, ${Math.round((100 * sliceMs) / wallMs)} %`,
  ]
  for (const [index, comparison] of comparisons.filter(({ gating }) => gating).entries()) {
    const head = index === 0 ? facts : ['', '', '', '']
    console.log(`| ${[...head, comparison.cell, ...numbers(comparison)].join(' | ')} |`)
  }
}

function numbers(comparison: Comparison): readonly [string, string] {
  const { change, changeLower, changeUpper, provedMargin, outcome } = comparison
  if (change === null || changeLower === null || changeUpper === null) return [outcome, '-']
  const interval = `[${formatSigned(changeLower, 'down')}, ${formatSigned(changeUpper, 'up')}]`
  const proved =
    provedMargin === null ? '-' : `no more than ${formatPercent(provedMargin, 'up')} worse`
  return [`${outcome} ${formatSigned(change, 'nearest')} ${interval}`, proved]
}
