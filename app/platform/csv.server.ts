import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import Papa from 'papaparse'

type Cell = string | number | null

/** A file's columns, left to right: each title with the value that it shows of a row. */
export type Columns<Row> = readonly (readonly [title: string, value: (row: Row) => Cell])[]

// The byte order mark tells Excel that the file is UTF-8.
const BOM = '\uFEFF'

/** What a spreadsheet would run. A phone number of another country begins with + and is no formula. */
const FORMULA = /^(?!\+(?:[ ()-]*\d){6}[\d ()-]*$)[=+\-@\t\r]/

/**
 * Sent page by page, so that memory does not grow. Cells that a spreadsheet would run as formulas are made plain text.
 */
export function csvResponse<Row>(
  fileName: string,
  columns: Columns<Row>,
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Response {
  const cellsOf = (row: Row) => columns.map(([, value]) => value(row))
  async function* lines() {
    yield `${BOM}${Papa.unparse([columns.map(([title]) => title)])}\r\n`
    for await (const rows of pages) {
      if (rows.length) yield `${Papa.unparse(rows.map(cellsOf), { escapeFormulae: FORMULA })}\r\n`
    }
  }
  return new Response(createReadableStreamFromReadable(Readable.from(lines())), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })
}
