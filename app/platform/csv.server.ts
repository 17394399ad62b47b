import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import Papa from 'papaparse'

type Cell = string | number | null

// The byte order mark tells Excel that the file is UTF-8.
const BOM = '\uFEFF'

/**
 * Sent page by page, so that memory does not grow. Cells that a spreadsheet would run as formulas are made plain text.
 */
export function csvResponse(fileName: string, header: string[], pages: AsyncIterable<Cell[][]>): Response {
  async function* lines() {
    yield `${BOM}${Papa.unparse([header])}\r\n`
    for await (const rows of pages) {
      if (rows.length) yield `${Papa.unparse(rows, { escapeFormulae: true })}\r\n`
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
