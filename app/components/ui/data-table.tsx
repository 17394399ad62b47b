// biome-ignore-all lint/a11y/noRedundantRoles: laid out as cards, a table without them is no table to a screen reader
import type { Key, ReactNode } from 'react'
import { classes } from '~/components/classes'

export interface Column<Row> {
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Money and counts stand at the end, in one line. */
  align?: 'start' | 'end'
  /** A date, a time or a word that stays in one line. */
  nowrap?: boolean
  /** What a card says above the cell instead of the header, or before it in a `line`; an empty text says nothing. */
  label?: string
  /**
   * Where a card has it: as its title instead of the first column, at the end of the title's line or in small letters, all without
   * their header; once more is asked for; or, of a menu, in the corner.
   */
  card?: 'title' | 'beside' | 'line' | 'more' | 'corner'
  /** False for what only a screen can do. */
  paper?: false
}

/**
 * A table where there is room for its columns, else a card a row, with the first cell as its title. The roles keep it a table for
 * screen readers when it looks like cards. What has the class `more` inside of a cell, a card has once more is asked for.
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
  /** Says what the table holds; read by screen readers only. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => Key
  /** Of rows that hold forms or fields: a swap finds each again by it. */
  rowId?: (row: Row) => string
  /** What a box above the cards adds to each of them: whatever says `more`. */
  more?: string
  /** How much room its columns need, if their number does not say so. */
  room?: Room
}) {
  const title = Math.max(
    0,
    columns.findIndex(({ card }) => card === 'title'),
  )
  const look = ({ align, nowrap, card, paper }: Column<Row>) =>
    classes(align === 'end' && 'end', nowrap && 'nowrap', card, paper === false && 'no-print') || undefined
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
