import { formatShare } from '../lib/format.ts'
import type { Comparison } from '../model/verdict.ts'
import { intervalOf } from './wording.ts'

export interface PlotOptions {
  /** columns of the drawing */
  readonly width: number
  /** false = ASCII only */
  readonly unicode: boolean
}

export interface Plot {
  /** tick labels, to stand above the lines */
  readonly axis: string
  /** one per comparison, in their order */
  readonly lines: readonly string[]
  readonly legend: string
}

const GLYPHS = {
  unicode: { estimate: '●', left: '├', right: '┤', bar: '─', margin: '┊', zero: '│', cross: '┼' },
  ascii: { estimate: 'o', left: '[', right: ']', bar: '-', margin: ':', zero: '|', cross: '+' },
} as const

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10] as const
/** columns that a tick label and the gap behind it need */
const TICK_WIDTH = 9

/** Intervals as bars over one axis on which left is always worse, with the margin on both sides of zero. */
export function plotIntervals(comparisons: readonly Comparison[], options: PlotOptions): Plot {
  const { width, unicode } = options
  const rows = comparisons.map(toRow)
  const reach = rows.flatMap((row) => [
    row.worst,
    row.best,
    row.bar?.lower ?? 0,
    row.bar?.upper ?? 0,
  ])
  const [smallest, largest] = [Math.min(-0.01, ...reach), Math.max(0.01, ...reach)]
  const [start, end, step] = axisRange(smallest, largest, width / TICK_WIDTH)
  const column = (value: number): number =>
    Math.round(((value - start) / (end - start)) * (width - 1))
  const glyphs = GLYPHS[unicode ? 'unicode' : 'ascii']

  const lines = rows.map(({ bar, worst, best }) => {
    const cells = Array.from({ length: width }, () => ' ')
    cells[column(worst)] = glyphs.margin
    cells[column(best)] = glyphs.margin
    cells[column(0)] = glyphs.zero
    if (bar === null) return cells.join('').trimEnd()
    const [left, right] = [column(bar.lower), column(bar.upper)]
    for (let at = left; at <= right; at += 1)
      cells[at] = at === column(0) ? glyphs.cross : glyphs.bar
    cells[left] = glyphs.left
    cells[right] = glyphs.right
    cells[column(bar.estimate)] = glyphs.estimate
    return cells.join('').trimEnd()
  })
  const legend = `${glyphs.left}${glyphs.bar}${glyphs.estimate}${glyphs.bar}${glyphs.right} interval with estimate, ${glyphs.margin} margin, ${glyphs.zero} zero; left is worse`
  return { axis: axisOf({ start, end, step, width, column }), lines, legend }
}

/** Whole steps around both ends, as fine as the room for tick labels allows: [start, end, step]. */
function axisRange(smallest: number, largest: number, room: number): [number, number, number] {
  const rangeOf = (step: number): [number, number, number] => [
    Math.floor(smallest / step) * step,
    Math.ceil(largest / step) * step,
    step,
  ]
  const fitting = STEPS.find((step) => {
    const [start, end] = rangeOf(step)
    return (end - start) / step < room
  })
  return rangeOf(fitting ?? 100)
}

interface PlotRow {
  readonly bar: { readonly estimate: number; readonly lower: number; readonly upper: number } | null
  /** the margin, and the gain that counts as an improvement, as signed changes: below 0 is worse */
  readonly worst: number
  readonly best: number
}

function toRow(comparison: Comparison): PlotRow {
  const { margin, direction, estimate, lower, upper } = comparison
  const logMargin = direction === 'higher' ? Math.log1p(-margin) : -Math.log1p(margin)
  const isDrawn = intervalOf(comparison) !== null
  return {
    bar:
      isDrawn && estimate !== null && lower !== null && upper !== null
        ? { estimate, lower, upper }
        : null,
    worst: Math.expm1(logMargin),
    best: Math.expm1(-logMargin),
  }
}

interface AxisScale {
  readonly start: number
  readonly end: number
  readonly step: number
  readonly width: number
  readonly column: (value: number) => number
}

function axisOf({ start, end, step, width, column }: AxisScale): string {
  let axis = ''
  for (let index = 0; index <= Math.round((end - start) / step); index += 1) {
    const value = Math.round((start + index * step) * 1000) / 1000
    const label = value === 0 ? '0' : `${value > 0 ? '+' : ''}${formatShare(value)}`
    const middle = column(value) - Math.floor(label.length / 2)
    const at = Math.max(0, Math.min(middle, width - label.length))
    if (axis === '' || at > axis.length) axis = axis.padEnd(at) + label
  }
  return axis
}
