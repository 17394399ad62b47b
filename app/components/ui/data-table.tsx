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
  /** What a phone shows beside the cell, where the header is no text; an empty text shows none. */
  label?: string
}

/** A table where there is room for its columns, else a card a row. The roles keep it a table for screen readers when it looks like cards. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowId,
  footer,
}: {
  /** Says what the table holds; read by screen readers only. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => Key
  /** Of rows that hold forms or fields: a swap finds each again by it. */
  rowId?: (row: Row) => string
  footer?: ReactNode
}) {
  const look = ({ align, nowrap }: Column<Row>) => classes(align === 'end' && 'end', nowrap && 'nowrap') || undefined
  const labelOf = ({ label, header }: Column<Row>) => (label ?? (typeof header === 'string' ? header : '')) || undefined
  return (
    <div className={roomFor(columns.length)}>
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
                <td key={columnKey(column, i)} role="cell" data-label={labelOf(column)} className={look(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {footer}
      </table>
    </div>
  )
}

const roomFor = (columns: number) => {
  if (columns > 8) return 'table-full'
  return columns > 5 ? 'table-many' : 'table-few'
}

const columnKey = (column: { header: ReactNode; label?: string }, index: number): Key =>
  column.label ?? (typeof column.header === 'string' ? column.header : index)
