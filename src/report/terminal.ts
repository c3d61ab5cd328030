import picocolors from 'picocolors'
import { pad, visibleWidth, wrapText } from '../lib/format.ts'
import type { Result } from '../model/result.ts'
import type { Outcome } from '../model/words.ts'
import type { Fact } from './fact.ts'
import { plotIntervals } from './plot.ts'
import { reportViewOf, type ComparisonRow, type ReportView } from './report-view.ts'
import { textTable, type Column } from './text-table.ts'

export interface TerminalOptions {
  /** columns; below 60 counts as 60 */
  readonly width: number
  readonly color: boolean
  /** false = ASCII only for the interval plot; default true */
  readonly unicode?: boolean
  /** exit code that the default --fail-on gives this verdict */
  readonly gateExitCode: number
}

type Colors = ReturnType<typeof picocolors.createColors>

const INDENT = 2
const LEAST_WIDTH = 60
const MOST_WIDTH = 120

/** The whole report for a terminal: the finding, one table, the plot, what to do next; then the facts. */
export function renderTerminal(result: Result, options: TerminalOptions): string {
  const view = reportViewOf(result, options.gateExitCode)
  const width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, options.width))
  const colors = picocolors.createColors(options.color)
  const page: Page = { view, width, colors, unicode: options.unicode ?? true }
  const sections = [
    titleLines(page),
    [...facts(view.sides, page), ...facts(view.where, page)],
    ...gatingSections(page),
    titled('What to do next', adviceLines(page), colors),
    titled('Labels', facts(view.labels, page), colors),
    titled('Advisory, never part of the verdict', advisoryLines(page), colors),
    ...view.facts.map((group) => titled(group.title, facts(group.facts, page), colors)),
    titled('Rounds: candidate against baseline, records/s', roundLines(page), colors),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

interface Page {
  readonly view: ReportView
  readonly width: number
  readonly colors: Colors
  readonly unicode: boolean
}

function paint(outcome: Outcome, colors: Colors): (text: string) => string {
  switch (outcome) {
    case 'regression':
      return colors.red
    case 'improvement':
    case 'no-regression':
      return colors.green
    case 'inconclusive':
      return colors.yellow
    case 'invalid':
      return colors.magenta
  }
}

function titleLines({ view: { outcome, headline }, width, colors }: Page): string[] {
  const { word, rest, detail } = headline
  const text = `${word.toUpperCase()}${rest}${detail === null ? '' : `; ${detail}`}`
  const [first = '', ...others] = wrapText(text, width - 2)
  const shown = Math.min(first.length, word.length)
  const strong = colors.bold(paint(outcome, colors)(first.slice(0, shown)))
  return [strong + first.slice(shown), ...others.map((line) => `  ${line}`)]
}

function titled(title: string, lines: readonly string[], colors: Colors): readonly string[] {
  return lines.length === 0 ? [] : [colors.bold(title), ...lines]
}

const LEAST_LABEL = 11
const MOST_LABEL = 26

function facts(list: readonly Fact[], { width, colors }: Page): string[] {
  const longest = Math.max(0, ...list.map(({ label }) => label.length + 2))
  const labelWidth = Math.min(MOST_LABEL, Math.max(LEAST_LABEL, longest))
  return list.flatMap(({ label, text }) =>
    wrapText(text, width - labelWidth - 2).map(
      (line, index) => `  ${colors.dim(pad(index === 0 ? label : '', labelWidth))}${line}`,
    ),
  )
}

function adviceLines({ view, width, colors }: Page): string[] {
  return view.next.flatMap(({ text, command }) => [
    ...wrapText(text, width - 4).map((line, index) => `  ${index === 0 ? '-' : ' '} ${line}`),
    ...(command === null ? [] : [`    ${colors.bold(command)}`]),
  ])
}

type RowColumn = Column<ComparisonRow>

function findingColumns(colors: Colors): readonly RowColumn[] {
  return [
    { title: 'cell', textOf: ({ name }) => name },
    {
      title: 'outcome',
      textOf: (row) => paint(row.outcome, colors)(row.outcomeText),
    },
    { title: 'change (interval)', textOf: ({ change }) => change },
    { title: 'proved', align: 'right', textOf: ({ proved }) => proved },
  ]
}

const MEDIAN_COLUMNS: readonly RowColumn[] = [
  { title: 'baseline', align: 'right', textOf: ({ baseline }) => baseline },
  { title: 'candidate', align: 'right', textOf: ({ candidate }) => candidate },
]
const ROUNDS_COLUMN: RowColumn = {
  title: 'rounds',
  align: 'right',
  textOf: ({ rounds }) => rounds,
}

/** The table and below it the plot, which shows the medians where the table has no room for them. */
function gatingSections(page: Page): readonly (readonly string[])[] {
  const { view, width, colors } = page
  if (view.gating.length === 0) return []
  const finding = findingColumns(colors)
  const full = textTable([...finding, ...MEDIAN_COLUMNS, ROUNDS_COLUMN], view.gating)
  const isWide = fits(full, width)
  const withRounds = textTable([...finding, ROUNDS_COLUMN], view.gating)
  const narrow = fits(withRounds, width) ? withRounds : textTable(finding, view.gating)
  const [head = '', ...rows] = isWide ? full : narrow
  return [[colors.dim(head), ...rows], plotLines(page, !isWide)]
}

function fits(lines: readonly string[], width: number): boolean {
  return lines.every((line) => visibleWidth(line) <= width)
}

const PROVED_LEGEND = 'proved: a loss beyond this is ruled out; M/s: million records per second'

function plotLines({ view, width, colors, unicode }: Page, hasMedians: boolean): string[] {
  if (view.plotted.length === 0) return []
  const rows = view.gating.slice(0, view.plotted.length)
  const medians = rows.map(({ baseline, candidate }) =>
    hasMedians ? `  ${baseline} -> ${candidate}` : '',
  )
  const left = Math.max(...rows.map(({ name }) => name.length)) + 2
  const plotWidth = width - left - Math.max(...medians.map((text) => text.length))
  const plot = plotIntervals(view.plotted, { width: plotWidth, unicode })
  const lines = rows.map(
    ({ name }, index) =>
      pad(name, left) + pad(plot.lines[index] ?? '', plotWidth) + (medians[index] ?? ''),
  )
  const axis = pad(' '.repeat(left) + plot.axis, left + plotWidth)
  return [
    colors.dim(`${axis}${hasMedians ? '  medians' : ''}`.trimEnd()),
    ...lines.map((line) => line.trimEnd()),
    ...[plot.legend, PROVED_LEGEND].map((text) => colors.dim(text)),
  ]
}

function advisoryLines({ view, width }: Page): readonly string[] {
  if (view.advisory.length === 0) return []
  const finding: readonly RowColumn[] = [
    { title: 'cell', textOf: ({ name }) => name },
    { title: 'change (interval)', textOf: ({ change }) => change },
  ]
  const full = textTable([...finding, ...MEDIAN_COLUMNS], view.advisory)
  const table = fits(full, width - INDENT) ? full : textTable(finding, view.advisory)
  return [...table, view.advisoryNote].map((line) => `${' '.repeat(INDENT)}${line}`)
}

function roundLines({ view: { rounds } }: Page): readonly string[] {
  if (rounds.rows.length === 0) return []
  const columns: readonly Column<(typeof rounds.rows)[number]>[] = [
    { title: 'round', align: 'right', textOf: ({ round }) => String(round) },
    ...rounds.cells.map((cell, index) => ({
      title: cell,
      align: 'right' as const,
      textOf: ({ values }: (typeof rounds.rows)[number]) => values[index]?.change ?? '-',
    })),
  ]
  return textTable(columns, rounds.rows).map((line) => `${' '.repeat(INDENT)}${line}`)
}
