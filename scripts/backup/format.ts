import type { Sum } from './sums'
import type { Sequence } from './tables'

// Lines of text: the header, for each table the start of a COPY, its rows and an end mark, then the contents.
export const FORMAT = 1
export const HEADER = '-- Stirrup backup '
export const CONTENTS = '-- Stirrup contents '
/** No row begins like this: COPY doubles backslashes. */
export const END_OF_TABLE = Buffer.from('\\.\n')

export interface Contents {
  tables: Sum[]
  sequences: Sequence[]
  /** The hash of every byte before this line, including the sequences. */
  sha256: string
}

interface TableLine {
  table: string
  columns: string[]
}

export const copyLine = ({ table, columns }: TableLine) =>
  `COPY "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) FROM stdin;\n`

/** Parses the start of a table; undefined for another line. */
export function readCopyLine(line: string): TableLine | undefined {
  const [, table, columns] = /^COPY "(\w+)" \((.*)\) FROM stdin;\n$/.exec(line) ?? []
  if (!table || !columns) return undefined
  return { table, columns: columns.split(', ').map((column) => column.slice(1, -1)) }
}
