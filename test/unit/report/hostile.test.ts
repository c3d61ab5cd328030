import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../../src/lib/format.ts'
import type { SidePlan } from '../../../src/model/plan.ts'
import type { Result, SideDescription } from '../../../src/model/result.ts'
import type { Round } from '../../../src/model/round.ts'
import { renderMarkdown } from '../../../src/report/markdown.ts'
import { renderPlanHeader } from '../../../src/report/progress.ts'
import { renderTerminal } from '../../../src/report/terminal.ts'
import { EXAMPLES } from './example-results.ts'

/** Puts one foreign text wherever a result may hold foreign text. */
function withText(result: Result, text: string): Result {
  const sidePlan = (plan: SidePlan): SidePlan => ({
    ...plan,
    subject: { kind: 'directory', path: text },
    java: text,
    jvmFlags: [text],
    tls: { ...plan.tls, cipher: text },
    brokerConfig: { [text]: text },
  })
  const side = (one: SideDescription): SideDescription => ({
    ...one,
    plan: sidePlan(one.plan),
    kafkaVersion: text,
    scalaSuffix: text,
    classPathDigest: text,
    java: { home: text, feature: 17, build: text, vendor: text },
    jvmFlags: [text, text],
    cures: [text],
  })
  const round = (one: Round): Round => ({
    ...one,
    startedAt: text,
    notes: [text],
    trains: [
      ...one.trains.slice(1).map((train) =>
        train.state === 'measured' && train.baseline.tls !== null
          ? {
              ...train,
              baseline: {
                ...train.baseline,
                tls: { protocol: text, cipher: text, certificate: text },
              },
            }
          : train,
      ),
      {
        state: 'invalid',
        cell: 'produce/tls',
        startedAt: text,
        class: text,
        side: 'candidate',
        reason: text,
      },
    ],
  })
  const { environment, verdict, plan } = result
  return {
    ...result,
    plan: {
      ...plan,
      baseline: sidePlan(plan.baseline),
      candidate: sidePlan(plan.candidate),
      factors: [text, text],
    },
    environment: {
      ...environment,
      toolVersion: text,
      node: text,
      os: text,
      kernel: text,
      arch: text,
      cpuModel: text,
    },
    sides: { baseline: side(result.sides.baseline), candidate: side(result.sides.candidate) },
    startedAt: text,
    rounds: result.rounds.map(round),
    comparisons: result.comparisons.map((one) => ({ ...one, unit: text, reasons: [text, text] })),
    verdict: { ...verdict, reasons: [text, text] },
    failure:
      result.failure === null
        ? null
        : { ...result.failure, class: text, message: text, hint: text },
  }
}

const GRENADES = [
  '| a | b |',
  '\\| x',
  '`` ` ```',
  '</details><script>alert(1)</script>',
  '<!-- kafka-duel -->',
  '\u001b[2J\u001b]0;title\u0007',
  '\n\n# heading\n\n| a |\n|---|',
  '\r\n::error::owned',
  '##[error]owned',
  '![x](https://example.org/x.png)',
  '@everyone #1 GH-1',
  '\u202egnp.exe',
  '&lt;b&gt;',
] as const
const hostile = fc.oneof(
  fc.constantFrom(...GRENADES),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
  fc
    .array(fc.oneof(fc.constantFrom(...GRENADES), fc.string({ maxLength: 5 })), { minLength: 1 })
    .map((parts) => parts.join('')),
)
const examples = fc.constantFrom('regression-both', 'invalid-driver-bound', 'invalid-did-not-start')
const RUNS = { numRuns: 60 }

/** Characters that Markdown or HTML would act upon; what we write ourselves is taken away first. */
function foreignMarkup(markdown: string): string[] {
  return markdown
    .replace(/^```text\n[\s\S]*?^```$/m, '')
    .replace(/<\/?(details|summary)>/g, '')
    .split('\n')
    .map((line) =>
      line
        .replace(/^(## |\* )/, '')
        .replace(/\*\*/g, '')
        .replace(/^\| | \| | \|$|^\|( :-- \|| --: \|)+$/g, ''),
    )
    .filter((line) => /[<>|`*[\]\\]|&(?!#\d+;)/.test(line))
}

describe('hostile text in a result', () => {
  it('stays text in Markdown: no markup, no HTML, no link', () => {
    fc.assert(
      fc.property(examples, hostile, (name, text) => {
        const markdown = renderMarkdown(withText(EXAMPLES[name], text), { gateExitCode: 3 })
        expect(foreignMarkup(markdown)).toEqual([])
        expect(markdown).not.toMatch(/@\w|(?<!&)#\d|\w:\/\/|<!--/)
      }),
      RUNS,
    )
  })

  it('breaks no table and adds no line to Markdown', () => {
    fc.assert(
      fc.property(examples, hostile, (name, text) => {
        const lines = renderMarkdown(withText(EXAMPLES[name], text), { gateExitCode: 3 }).split(
          '\n',
        )
        const plain = renderMarkdown(withText(EXAMPLES[name], 'a'), { gateExitCode: 3 }).split('\n')
        const shape = (line: string): number => (line.startsWith('|') ? line.split('|').length : 0)
        // a text that vanishes takes its facts with it, so only one that shows can be compared by lines
        if (plainText(text) !== '') expect(lines.map(shape)).toEqual(plain.map(shape))
      }),
      RUNS,
    )
  })

  it('never reaches the terminal as a control character or a runner command', () => {
    fc.assert(
      fc.property(examples, hostile, (name, text) => {
        const options = { width: 80, color: false, gateExitCode: 3 }
        const { plan, sides, environment } = withText(EXAMPLES[name], text)
        const printed =
          renderTerminal(withText(EXAMPLES[name], text), options) +
          renderPlanHeader(plan, sides, environment)
        expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        expect(printed).not.toMatch(/^\s*::[a-z]|##\[/im)
      }),
      RUNS,
    )
  })

  it('cannot make the report longer than a comment on GitHub, and what is left out is said', () => {
    const long = withText(EXAMPLES.inconclusive, '|<&'.repeat(5000))
    const markdown = renderMarkdown(long, { gateExitCode: 4 })
    expect(markdown.length).toBeLessThan(60_000)
    expect(markdown).toContain('Some details were too long to show here')
  })
})

describe('the wording of whole reports', () => {
  const reports = Object.values(EXAMPLES).flatMap((result) => [
    renderMarkdown(result, { gateExitCode: 0 }),
    renderTerminal(result, { width: 80, color: false, gateExitCode: 0 }),
  ])

  it('never says that sides are alike', () => {
    for (const report of reports) {
      expect(report).not.toMatch(/\b(same|equal|equals|identical|unchanged|no difference)\b/i)
    }
  })

  it('names the margin wherever it says no regression', () => {
    for (const report of reports) {
      expect(report.replace(/\s+/g, ' ')).not.toMatch(/no regression(?! beyond \d)/i)
    }
  })

  it('gives no percentage in the title when a side did not start', () => {
    const [title] = renderMarkdown(EXAMPLES['invalid-did-not-start'], { gateExitCode: 5 }).split(
      '\n',
    )
    expect(title).toBe('## ⚫ Could not measure: the candidate did not start (JAVA_TOO_OLD)')
  })
})
