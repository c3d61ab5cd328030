import { pad, visibleWidth } from '../lib/format.ts'

export interface Column<Row> {
  readonly title: string
  readonly align?: 'left' | 'right'
  readonly textOf: (row: Row) => string
}

const GAP = 2

/** Columns padded to their widest text, the titles above; texts may be coloured. */
export function textTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): readonly string[] {
  const texts = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ textOf }) => textOf(row))),
  ]
  const widths = columns.map((_, index) =>
    Math.max(...texts.map((line) => visibleWidth(line[index] ?? ''))),
  )
  return texts.map((line) =>
    line
      .map((text, index) => pad(text, widths[index] ?? 0, columns[index]?.align))
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}
