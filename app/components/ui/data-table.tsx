// biome-ignore-all lint/a11y/noRedundantRoles: laid out as cards, a table without roles is not a table to screen
// readers
import type { Key, ReactNode } from 'react'
import { classes } from '~/components/classes'

export interface Column<Row> {
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Money and counts are aligned at the end. */
  align?: 'start' | 'end'
  /** Whether a date, a time or a word stays on one line. */
  nowrap?: boolean
  /** The label of the cell on a card, instead of the header; empty for none. */
  label?: string
  /**
   * Where a card shows the cell: as the title instead of the first column, beside the title, or in a line in small
   * letters, all without the header; behind "more"; or, for a menu, in the corner.
   */
  card?: 'title' | 'beside' | 'line' | 'more' | 'corner'
  /** A class of its cells, for a list that lays them out in its own way. */
  className?: string
  /** False for what paper can't do. */
  paper?: false
}

/**
 * A table where there is room for its columns, or else a card for each row, with the first cell as its title. Roles
 * keep it a table for screen readers when it looks like cards. On cards, elements with the class `more` are shown on
 * request.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowId,
  more,
  room = roomFor(columns.length),
}: {
  /** The table's description for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => Key
  /** Returns an ID for rows with forms or fields, by which a swap finds the row again. */
  rowId?: (row: Row) => string
  /** Whether a checkbox above the cards shows what is marked `more`. */
  more?: string
  /** The room that the columns need, if their number doesn't determine it. */
  room?: Room
}) {
  const title = Math.max(
    0,
    columns.findIndex(({ card }) => card === 'title'),
  )
  const look = ({ align, nowrap, card, className, paper }: Column<Row>) =>
    classes(align === 'end' && 'end', nowrap && 'nowrap', card, className, paper === false && 'no-print') || undefined
  return (
    <div className={`table-${room}`}>
      {more ? (
        <label className="card-more no-print">
          <input type="checkbox" /> {more}
        </label>
      ) : null}
      <table role="table" className="data-table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column, i) => (
              <th key={columnKey(column, i)} role="columnheader" scope="col" className={look(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} id={rowId?.(row)} role="row">
              {columns.map((column, i) => (
                <td
                  key={columnKey(column, i)}
                  role="cell"
                  data-label={i === title ? undefined : labelOf(column)}
                  className={look(i === title ? { ...column, card: 'title' } : column)}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Room = 'few' | 'many' | 'full'

const roomFor = (columns: number): Room => {
  if (columns > 8) return 'full'
  return columns > 5 ? 'many' : 'few'
}

function labelOf({ label, header, card }: Pick<Column<never>, 'label' | 'header' | 'card'>): string | undefined {
  if (label !== undefined || card === 'line' || card === 'beside' || card === 'corner') return label || undefined
  return typeof header === 'string' ? header : undefined
}

const columnKey = (column: { header: ReactNode; label?: string }, index: number): Key =>
  column.label ?? (typeof column.header === 'string' ? column.header : index)
