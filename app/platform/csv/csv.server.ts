import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import Papa from 'papaparse'
import { prisma } from '../db.server'
import { getEnv } from '../env.server'
import { copyOut } from './copy-out.server'
import { type After, allLines, type CsvQuery, someLines } from './csv-query.server'

type Cell = string | number | null

/** A file's columns, left to right: each title with the function that reads its value from a row. */
export type Columns<Row> = readonly (readonly [title: string, value: (row: Row) => Cell])[]

// The byte order mark tells Excel that the file is UTF-8.
const BOM = '\uFEFF'

/** Matches what a spreadsheet would run as a formula. An international phone number begins with + and is not one. */
const FORMULA = /^(?!\+(?:[ ()-]*\d){6}[\d ()-]*$)[=+\-@\t\r]/

/** Sends the file page by page, so that memory does not grow. Cells that a spreadsheet would run as formulas are escaped. */
export function csvResponse<Row>(
  fileName: string,
  columns: Columns<Row>,
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Response {
  const cellsOf = (row: Row) => columns.map(([, value]) => value(row))
  async function* lines() {
    yield headOf(columns.map(([title]) => title))
    for await (const rows of pages) {
      if (rows.length) yield `${Papa.unparse(rows.map(cellsOf), { escapeFormulae: FORMULA })}\r\n`
    }
  }
  return fileResponse(fileName, Readable.from(lines()))
}

/** Returns a small file as text, with formulas escaped. */
export function csvText<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map(([, value]) => value(row)))
  return `${headOf(columns.map(([title]) => title))}${Papa.unparse(cells, { escapeFormulae: FORMULA })}\r\n`
}

/**
 * The same file, written by the database. Programs that import files take a byte order mark for a part of the first title: `forProgram` is
 * without it.
 * @throws Refused `busy`
 */
export async function csvQueryResponse(fileName: string, query: CsvQuery, forProgram = false): Promise<Response> {
  const titles = headOf(query.columns.map(({ title }) => title))
  const head = forProgram ? titles.slice(BOM.length) : titles
  // The embedded database collects a whole answer before it sends any of it.
  const file = getEnv().databaseEmbedded
    ? Readable.from(pagesOfLines(head, query))
    : await copyOut(head, allLines(query))
  return fileResponse(fileName, file)
}

const PAGE = 1000

async function* pagesOfLines(head: string, query: CsvQuery): AsyncGenerator<string> {
  yield head
  for (let after: After | undefined; ; ) {
    const rows = await prisma.$queryRaw<{ line: string; after: After }[]>(someLines(query, after, PAGE))
    if (rows.length) yield rows.map(({ line }) => line).join('')
    if (rows.length < PAGE) return
    after = rows.at(-1)?.after
  }
}

const headOf = (titles: string[]) => `${BOM}${Papa.unparse([titles])}\r\n`

function fileResponse(name: string, file: Readable): Response {
  // The body stops listening when its reader leaves, and an unheard error would end the process.
  file.on('error', () => undefined)
  return new Response(createReadableStreamFromReadable(file), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}
