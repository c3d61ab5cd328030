import { describe, expect, it } from 'vitest'
import { EXIT } from '../../../src/model/errors.ts'
import type { Outcome } from '../../../src/model/words.ts'
import { renderJson } from '../../../src/report/json.ts'
import { renderMarkdown } from '../../../src/report/markdown.ts'
import { renderTerminal } from '../../../src/report/terminal.ts'
import { EXAMPLES } from './example-results.ts'
import { expectFile } from './golden.ts'

const GATE: Readonly<Record<Outcome, number>> = {
  regression: EXIT.regression,
  improvement: EXIT.ok,
  'no-regression': EXIT.ok,
  inconclusive: EXIT.inconclusive,
  invalid: EXIT.notMeasured,
}

/** The last digits of a number are the processor's and the order of additions', not the example's. */
function withoutNoise(json: string): string {
  return json.replace(/-?\d+\.\d{9,}(e-\d+)?/g, (number) =>
    String(Number(Number(number).toPrecision(9))),
  )
}

describe.each(Object.entries(EXAMPLES))('the report of %s', (name, result) => {
  const gateExitCode = GATE[result.verdict.outcome]

  it('reads as agreed in a terminal of 80 columns', async () => {
    const text = renderTerminal(result, { width: 80, color: false, gateExitCode })
    await expectFile(`test/golden/${name}.txt`, text)
  })

  it('reads as agreed in Markdown', async () => {
    await expectFile(`test/golden/${name}.md`, renderMarkdown(result, { gateExitCode }))
  })

  it('is rendered from the result that stands in fixtures', async () => {
    await expectFile(`fixtures/results/example-${name}.json`, withoutNoise(renderJson(result)))
  })

  it('fits an 80 column terminal', () => {
    const text = renderTerminal(result, { width: 80, color: false, gateExitCode })
    expect(text.split('\n').filter((line) => line.length > 80 && !line.includes('--plan'))).toEqual(
      [],
    )
  })

  it('stays far below the length of a comment on GitHub', () => {
    expect(renderMarkdown(result, { gateExitCode }).length).toBeLessThan(20_000)
  })
})

it('a wide terminal without Unicode gets one table with the medians and an ASCII plot', async () => {
  const text = renderTerminal(EXAMPLES['regression-tls-only'], {
    width: 120,
    color: false,
    unicode: false,
    gateExitCode: EXIT.regression,
  })
  await expectFile('test/golden/regression-tls-only.wide.txt', text)
})

it('colours change nothing but the colours', () => {
  const result = EXAMPLES['regression-both']
  const options = { width: 100, gateExitCode: EXIT.regression }
  const colored = renderTerminal(result, { ...options, color: true })
  expect(colored).toContain('\u001b[31m')
  expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(
    renderTerminal(result, { ...options, color: false }),
  )
})
