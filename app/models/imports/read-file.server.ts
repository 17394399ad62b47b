import Papa from 'papaparse'
import { Refused } from '~/platform/refused'
import { cut } from './cells'
import { isEmpty } from './read-rows'

const MOST_BYTES = 4 * 1024 * 1024
export const TOO_LARGE = 'The file is larger than 4 MB. Please save the sheet with the students alone and choose it.'
/** What a workbook of a few megabytes may unpack to. */
const MOST_UNPACKED = 60 * 1024 * 1024
/** In all cells together. */
const MOST_LETTERS = 8 * 1024 * 1024
const MOST_ROWS = 5000
const MOST_COLUMNS = 60
const LONGEST = 2000

/** The rows of an uploaded file as texts. @throws Refused if it is empty, too large, or neither CSV nor XLSX. */
export async function readFile(file: File): Promise<string[][]> {
  if (file.size > MOST_BYTES) throw refused(TOO_LARGE)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length === 0) throw refused('The file is empty.')
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b
  const read = isWorkbook ? await readRowsOfSheet(bytes) : readCsv(bytes)
  // Cells with the same long text weigh little in a workbook, and each of them a copy here.
  const letters = read.reduce((sum, cells) => sum + cells.reduce((of, cell) => of + cell.length, 0), 0)
  if (letters > MOST_LETTERS)
    throw refused('The file has too much text. Please save only the columns you need, and choose that file.')
  const lines = read.map((cells) => cells.slice(0, MOST_COLUMNS).map((cell) => cut(cell.replaceAll('\0', ''), LONGEST)))
  while (lines.length > 0 && isEmpty(lines.at(-1)!)) lines.pop()
  if (lines.length > MOST_ROWS + 1)
    throw refused(`The file has more than ${MOST_ROWS.toLocaleString('en-US')} rows. Please choose it in parts.`)
  if (lines.filter((cells) => !isEmpty(cells)).length < 2) throw refused('The file has no rows below its headings.')
  return lines
}

const refused = (message: string) => new Refused('file_unreadable', message, 'file')

function readCsv(bytes: Uint8Array): string[][] {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw refused('This is a workbook of an old Excel. Please save it as XLSX or CSV.')
  if (bytes.includes(0)) throw refused('This is neither a CSV nor an XLSX file.')
  const { data } = Papa.parse<string[]>(textOf(bytes), { delimitersToGuess: [',', ';', '\t'], preview: MOST_ROWS + 2 })
  return data
}

/** Excel writes CSV in the letters of its PC unless it is asked for UTF-8. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The first sheet of a workbook. */
async function readRowsOfSheet(bytes: Uint8Array): Promise<string[][]> {
  // The reader lets no part become larger than it says here.
  if (unpackedSize(bytes) > MOST_UNPACKED)
    throw refused('The workbook is too large. Please save the sheet with the students alone and choose it.')
  const { readXlsx } = await import('hucre/xlsx')
  const workbook = await readXlsx(bytes, { sheets: [0], maxRows: MOST_ROWS + 2 }).catch(() => {
    throw refused('The workbook cannot be read. Please save it as CSV and choose it again.')
  })
  return (workbook.sheets[0]?.rows ?? []).map((cells) => cells.slice(0, MOST_COLUMNS).map(textOfCell))
}

/** A cell that holds a time alone is of this year. */
const NO_DAY = 1900

function textOfCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (!(cell instanceof Date)) return String(cell)
  if (Number.isNaN(cell.getTime())) return ''
  const written = cell.toISOString()
  const [day, time] = [written.slice(0, 10), written.slice(11, 16)]
  if (cell.getUTCFullYear() < NO_DAY) return time
  return time === '00:00' ? day : `${day} ${time}`
}

/** Adds up the sizes to which the parts of a ZIP file say they unpack; infinite if one doesn't say. (PKWARE's APPNOTE.TXT, 4.3.12.) */
function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let total = 0
  for (let at = 0; at + 46 <= bytes.length; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    total += unpacked === 0 && packed > 2 ? Number.POSITIVE_INFINITY : unpacked
  }
  return total
}
