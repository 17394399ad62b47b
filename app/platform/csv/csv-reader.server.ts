import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import Papa from 'papaparse'
import { Refused } from '../refused'

const compress = promisify(gzip)

const MAX_BYTES = 20 * 1024 * 1024

const NOT_UTF8 = 'The file is not in UTF-8. In Excel, save it as "CSV UTF-8 (Comma delimited)" and choose it again.'

/** Compresses an uploaded CSV file to be stored. @throws Refused if it is empty, too large, not text, or not UTF-8. */
export async function packCsv(file: File): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MAX_BYTES)
    throw new Refused('file_unreadable', 'The file is larger than 20 MB. Please export a shorter time.', 'file')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!bytes.length) throw new Refused('file_unreadable', 'The file is empty.', 'file')
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Refused('file_unreadable', 'This is a workbook. Please save it as CSV.', 'file')
  if (!isUtf8(bytes)) throw new Refused('file_unreadable', NOT_UTF8, 'file')
  if (bytes.includes(0)) throw new Refused('file_unreadable', 'This is not a CSV file.', 'file')
  return new Uint8Array(await compress(bytes))
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

interface CsvLine {
  /** The line number in the file, from 1. */
  line: number
  cells: string[]
}

/** Reads the lines of a compressed file and skips empty ones. A quoted cell may contain line breaks. */
export async function* csvLines(packed: Uint8Array): AsyncGenerator<CsvLine> {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimitersToGuess: [',', ';', '\t'] })
  // An error in any stream also ends the last one, and the loop below throws it.
  pipeline(Readable.from([packed]), createGunzip(), parser, () => {})
  let line = 1
  for await (const cells of parser as AsyncIterable<string[]>) {
    if (line === 1 && cells[0]) cells[0] = cells[0].replace(/^\uFEFF/, '')
    if (cells.some((cell) => cell.trim())) yield { line, cells }
    line += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
  }
}
