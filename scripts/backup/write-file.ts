import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { encrypted } from './encrypt'
import { CONTENTS, type Contents, copyLine, END_OF_TABLE, HEADER } from './format'
import type { Header, Piece } from './snapshot'
import { type Sum, TableSum } from './sums'
import type { Sequence } from './tables'

/**
 * Writes the pieces to a file that appears complete or not at all, readable by its owner alone, and encrypted if there
 * is a key. Returns the sums.
 */
export async function writeBackup(
  file: string,
  header: Header,
  pieces: AsyncIterable<Piece>,
  key: string | undefined,
): Promise<Sum[]> {
  const part = `${file}.part`
  const sums: Sum[] = []
  try {
    const written = createWriteStream(part, { mode: 0o600 })
    const source = Readable.from(bytesOf(header, pieces, sums))
    await (key ? pipeline(source, createGzip(), encrypted(key), written) : pipeline(source, createGzip(), written))
    await syncFile(part)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return sums
}

/** Waits until the file is on the disk. */
export async function syncFile(file: string) {
  const handle = await open(file, 'r+')
  await handle.sync().finally(() => handle.close())
}

async function* bytesOf(header: Header, pieces: AsyncIterable<Piece>, sums: Sum[]): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (bytes: Buffer) => {
    hash.update(bytes)
    return bytes
  }
  let sequences: Sequence[] = []
  let sum: TableSum | undefined
  const endTable = () => {
    if (!sum) return Buffer.alloc(0)
    sums.push(sum.end())
    sum = undefined
    return hashed(END_OF_TABLE)
  }
  yield hashed(Buffer.from(`${HEADER}${JSON.stringify(header)}\n`))
  for await (const piece of pieces) {
    if (piece.kind === 'rows') {
      sum?.add(piece)
      yield hashed(piece.lines)
    } else if (piece.kind === 'table') {
      yield endTable()
      sum = new TableSum(piece.table)
      yield hashed(Buffer.from(copyLine(piece)))
    } else {
      sequences = piece.sequences
    }
  }
  yield endTable()
  const contents: Contents = { tables: sums, sequences, sha256: hash.update(JSON.stringify(sequences)).digest('hex') }
  yield Buffer.from(`${CONTENTS}${JSON.stringify(contents)}\n`)
}
