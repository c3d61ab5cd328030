import { capitalize, escapeMarkdown } from '../lib/format.ts'
import type { Result } from '../model/result.ts'
import type { Outcome } from '../model/words.ts'
import type { Advice } from './advice.ts'
import type { Fact } from './fact.ts'
import { plotIntervals } from './plot.ts'
import { reportViewOf, type ReportView } from './report-view.ts'

export interface MarkdownOptions {
  /** exit code that the default --fail-on gives this verdict */
  readonly gateExitCode: number
}

const ICONS: Readonly<Record<Outcome, string>> = {
  regression: '🔴',
  improvement: '🟢',
  'no-regression': '🟢',
  inconclusive: '🟡',
  invalid: '⚫',
}

const PLOT_WIDTH = 60

/** A comment on GitHub ends at 65536 characters, and a marker or a link may join this text. */
const MOST_CHARACTERS = 60_000
const SHORTENED = '_Some details were too long to show here; the JSON result holds them._'

/** The whole report as GitHub Markdown: finding, table and advice open, everything else folded. */
export function renderMarkdown(result: Result, { gateExitCode }: MarkdownOptions): string {
  const view = reportViewOf(result, gateExitCode)
  const { word, rest, detail } = view.headline
  const open = [
    `## ${ICONS[view.outcome]} ${escapeMarkdown(`${word}${rest}`)}`,
    detail === null ? null : `${escapeMarkdown(capitalize(detail))}.`,
    list([...view.sides, ...view.where]),
    gatingTable(view),
    plotBlock(view),
    view.next.length === 0
      ? null
      : `**What to do next**\n\n${view.next.map(adviceItem).join('\n')}`,
    view.labels.length === 0 ? null : `**Labels**\n\n${list(view.labels) ?? ''}`,
  ]
  const details = [
    folded('Advisory, never part of the verdict', advisoryTable(view)),
    ...view.facts.map(({ title, facts }) => folded(title, list(facts))),
    folded('Rounds: records/s, baseline / candidate (change)', roundsTable(view)),
  ]
  return shortened(open.filter(isText), details.filter(isText))
}

function isText(block: string | null): block is string {
  return block !== null
}

/** Leaves out the longest details until the text fits, and says so. */
function shortened(open: readonly string[], details: readonly string[]): string {
  const text = `${[...open, ...details].join('\n\n')}\n`
  if (text.length <= MOST_CHARACTERS || details.length === 0) return text
  const longest = Math.max(...details.map((block) => block.length))
  const kept = details.filter((block) => block.length < longest)
  const said = open.at(-1) === SHORTENED ? open : [...open, SHORTENED]
  return shortened(said, kept)
}

function adviceItem({ text, command }: Advice): string {
  const item = `* ${escapeMarkdown(text)}`
  return command === null ? item : `${item}\n  \`\`\`sh\n  ${command}\n  \`\`\``
}

function list(facts: readonly Fact[]): string | null {
  if (facts.length === 0) return null
  return facts
    .map(({ label, text }) => `* **${escapeMarkdown(label)}:** ${escapeMarkdown(text)}`)
    .join('\n')
}

function folded(title: string, body: string | null): string | null {
  if (body === null) return null
  return `<details><summary>${escapeMarkdown(title)}</summary>\n\n${body}\n\n</details>`
}

/** @param align one character per column: l or r */
function table(align: string, rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((cells) => `| ${cells.map(escapeMarkdown).join(' | ')} |`)
  const rule = `|${Array.from(align, (side) => (side === 'r' ? ' --: |' : ' :-- |')).join('')}`
  return [head, rule, ...body].join('\n')
}

function gatingTable({ gating }: ReportView): string | null {
  if (gating.length === 0) return null
  const head = [
    'cell',
    'outcome',
    'change (interval)',
    'proved margin',
    'baseline, median',
    'candidate, median',
    'rounds',
  ]
  return table('lllrrrr', [
    head,
    ...gating.map((row) => [
      row.name,
      row.outcomeText,
      row.change,
      row.proved,
      row.baseline,
      row.candidate,
      row.rounds,
    ]),
  ])
}

function plotBlock({ plotted, gating }: ReportView): string | null {
  if (plotted.length === 0) return null
  const plot = plotIntervals(plotted, { width: PLOT_WIDTH, unicode: true })
  // inside a fence nothing is markup but the fence itself
  const names = gating.slice(0, plotted.length).map((row) => row.name.replaceAll('`', "'"))
  const left = Math.max(...names.map((name) => name.length)) + 2
  const lines = plot.lines.map((line, index) => `${(names[index] ?? '').padEnd(left)}${line}`)
  return ['```text', `${' '.repeat(left)}${plot.axis}`, ...lines, plot.legend, '```'].join('\n')
}

function advisoryTable({ advisory, advisoryNote }: ReportView): string | null {
  if (advisory.length === 0) return null
  const rows = table('llrr', [
    ['cell', 'change (interval)', 'baseline, median', 'candidate, median'],
    ...advisory.map((row) => [row.name, row.change, row.baseline, row.candidate]),
  ])
  return `${rows}\n\n${escapeMarkdown(advisoryNote)}`
}

function roundsTable({ rounds }: ReportView): string | null {
  if (rounds.rows.length === 0) return null
  return table(`r${'l'.repeat(rounds.cells.length)}`, [
    ['round', ...rounds.cells],
    ...rounds.rows.map(({ round, values }) => [
      String(round),
      ...values.map((one) => (one.values === '' ? one.change : `${one.values} (${one.change})`)),
    ]),
  ])
}
