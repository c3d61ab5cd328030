// `npm test`: every check in the order of cost. Ends with a line "N passed, N failed".
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'kafka-duel-test-'))
const report = (project) => join(folder, `${project}.json`)
const vitest = (project) => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report(project)}`,
]
const steps = [
  ['format', ['prettier', '--check', '.']],
  ['lint', ['eslint', '.']],
  ['types', ['tsc', '--noEmit']],
  ['layers', ['depcruise', 'src', '--config', '.dependency-cruiser.cjs']],
  ['unused', ['knip']],
  ['unit', vitest('unit'), report('unit')],
  ['build', ['node', 'scripts/build.mjs']],
  ['integration', vitest('integration'), report('integration')],
  ['end-to-end', vitest('e2e'), report('e2e')],
]

let passed = 0
let failed = 0
for (const [name, command, counts] of steps) {
  const startedMs = Date.now()
  process.stdout.write(`\n== ${name}\n`)
  const { status, error } = spawnSync('npx', ['--no-install', ...command], { stdio: 'inherit' })
  const isGreen = status === 0 && error === undefined
  if (counts === undefined) {
    if (isGreen) passed += 1
    else failed += 1
  } else {
    const tests = readCounts(counts)
    passed += tests.passed
    // a run that ends badly without a failed test has failed all the same
    failed += isGreen ? tests.failed : Math.max(1, tests.failed)
  }
  const seconds = Math.round((Date.now() - startedMs) / 1000)
  process.stdout.write(`== ${name}: ${isGreen ? 'passed' : 'FAILED'} in ${seconds} s\n`)
}
rmSync(folder, { recursive: true, force: true })
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

function readCounts(file) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { passed: 0, failed: 1 } // no report: the runner itself broke
  }
}
