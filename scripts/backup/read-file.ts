import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { PassThrough, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CannotDecrypt, decrypted, isEncrypted, WrongKey } from './encrypt'
import { CONTENTS, type Contents, END_OF_TABLE, FORMAT, HEADER, readCopyLine } from './format'
import type { Header, Piece } from './snapshot'
import { countLines, differences, type Sum, TableSum } from './sums'

class BackupDamaged extends Error {
  override name = 'BackupDamaged'
  constructor(file: string, why: string) {
    super(`${file} is no whole backup: ${why}. Nothing was changed.`)
  }
}

/**
 * Reads a file to its end.
 * @throws BackupDamaged if anything in it is missing or altered; Error if a newer version made it, or it is encrypted and this is not its key
 */
export async function checkBackup(file: string, key?: string): Promise<{ header: Header; sums: Sum[] }> {
  const reader = new BackupReader(file, key)
  for await (const _ of reader.pieces());
  return { header: reader.header, sums: reader.sums }
}

/** Yields the pieces from which the file was written. @throws BackupDamaged at its end if anything in it was altered. */
export const readBackup = (file: string, key?: string): AsyncGenerator<Piece> => new BackupReader(file, key).pieces()

class BackupReader {
  readonly sums: Sum[] = []
  readonly #hash = createHash('sha256')
  #header: Header | undefined
  #sum: TableSum | undefined
  #contents: Contents | undefined

  constructor(
    readonly file: string,
    readonly key: string | undefined,
  ) {}

  /** Available once the first piece was read. */
  get header(): Header {
    return this.#header ?? this.#damaged('it is empty')
  }

  async *pieces(): AsyncGenerator<Piece> {
    for await (const block of blocksOf(this.file, this.key)) {
      for (let rest = block; rest.length; ) {
        const inTable = this.#sum !== undefined
        const taken = rest.subarray(0, inTable ? rowsIn(rest) : rest.indexOf('\n') + 1)
        const piece = inTable ? this.#takeRows(taken) : this.#takeLine(taken)
        if (piece) yield piece
        rest = rest.subarray(taken.length)
        if (inTable && rest.length) {
          this.#endTable()
          rest = rest.subarray(END_OF_TABLE.length)
        }
      }
    }
    const { sequences, sha256, tables } = this.#contents ?? this.#damaged('its end is missing')
    const altered = differences(tables, this.sums)
    if (altered.length) this.#damaged(`the rows of ${altered.join(', ')} are not those that were written`)
    if (sha256 !== this.#hash.update(JSON.stringify(sequences)).digest('hex'))
      this.#damaged('its text is not the one that was written')
    yield { kind: 'sequences', sequences }
  }

  #takeRows(lines: Buffer): Piece | undefined {
    if (!lines.length) return undefined
    this.#hash.update(lines)
    const page = { lines, rows: countLines(lines) }
    this.#sum?.add(page)
    return { kind: 'rows', ...page }
  }

  #endTable() {
    if (this.#sum) this.sums.push(this.#sum.end())
    this.#sum = undefined
    this.#hash.update(END_OF_TABLE)
  }

  #takeLine(line: Buffer): Piece | undefined {
    const text = line.toString()
    if (this.#contents) this.#damaged('something follows its end')
    if (!this.#header) this.#header = this.#readHeader(text)
    else if (text.startsWith(CONTENTS)) {
      this.#contents = this.#parse<Contents>(text.slice(CONTENTS.length))
      return undefined
    } else {
      const begun = readCopyLine(text) ?? this.#damaged('a line of it cannot be read')
      this.#sum = new TableSum(begun.table)
      this.#hash.update(line)
      return { kind: 'table', ...begun }
    }
    this.#hash.update(line)
    return undefined
  }

  #readHeader(line: string): Header {
    if (!line.startsWith(HEADER)) this.#damaged('it does not begin like one')
    const header = this.#parse<Header>(line.slice(HEADER.length))
    if (header.format !== FORMAT) throw new Error(`${this.file} was made by a newer version of Stirrup: upgrade first.`)
    return header
  }

  #parse<T>(json: string): T {
    try {
      return JSON.parse(json)
    } catch {
      return this.#damaged('a line of it cannot be read')
    }
  }

  #damaged(why: string): never {
    throw new BackupDamaged(this.file, why)
  }
}

/** Returns the number of bytes before the end of the table; all if the end is not in this block. */
function rowsIn(block: Buffer): number {
  if (block.subarray(0, END_OF_TABLE.length).equals(END_OF_TABLE)) return 0
  const end = block.indexOf(`\n${END_OF_TABLE}`)
  return end < 0 ? block.length : end + 1
}

/**
 * Yields the file's text in blocks of whole lines.
 * @throws BackupDamaged if it is cut off or is not a gzip file; Error if it has another key
 */
async function* blocksOf(file: string, key: string | undefined): AsyncGenerator<Buffer> {
  const text = createGunzip({ chunkSize: 1024 * 1024 })
  // First, because an unreadable file fails here, and a stream whose errors nobody handles yet would end the program.
  const unlocking = await unlocked(file, key)
  // The reader of the text gets the error.
  pipeline(createReadStream(file), unlocking, text, () => undefined)
  let kept: Buffer[] = []
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf('\n') + 1
      if (end) yield Buffer.concat([...kept, chunk.subarray(0, end)])
      kept = end ? [chunk.subarray(end)] : [...kept, chunk]
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code?.startsWith('Z_') || error instanceof CannotDecrypt)
      throw new BackupDamaged(file, 'it is cut off or altered')
    if (error instanceof WrongKey) throw new Error(`${file} was encrypted with another key: ${WHICH_KEY}`)
    throw error
  }
  if (Buffer.concat(kept).length) throw new BackupDamaged(file, 'its last line is cut off')
}

const WHICH_KEY = 'set BACKUP_KEY to the one that held when it was made. Nothing was changed.'

async function unlocked(file: string, key: string | undefined) {
  if (!(await isEncrypted(file))) return new PassThrough()
  if (!key) throw new Error(`${file} is encrypted: ${WHICH_KEY}`)
  return decrypted(key)
}
