import fs from 'node:fs'
import path from 'node:path'
import type { TableName } from './tables'

/** A row's present state, or null if it was deleted. */
export type Change = [table: TableName, id: string, row: { id: string } | null]

const ROWS_A_LINE = 200

/**
 * A file of JSON lines, one line of changes per transaction, written before the answer is sent. A process that is
 * killed loses nothing it has answered; a line that was being written had not been answered, and is dropped.
 */
export class Journal {
  private descriptor: number | undefined

  constructor(private readonly file: string) {
    fs.mkdirSync(path.dirname(file), { recursive: true })
  }

  /** All changes in order. @throws SyntaxError when a line other than the last one is damaged. */
  *read(): Generator<Change> {
    if (!fs.existsSync(this.file)) return
    const lines = fs.readFileSync(this.file, 'utf8').split('\n')
    const unfinished = lines.pop()
    for (const line of lines) yield* JSON.parse(line) as Change[]
    if (unfinished) yield* parseUnfinished(unfinished)
  }

  /** Replaces the file with the present state, and continues after it. */
  rewrite(changes: Iterable<Change>): void {
    this.close()
    const fresh = `${this.file}.new`
    const descriptor = fs.openSync(fresh, 'w')
    let batch: Change[] = []
    const write = () => {
      if (batch.length > 0) fs.writeSync(descriptor, `${JSON.stringify(batch)}\n`)
      batch = []
    }
    for (const change of changes) if (batch.push(change) === ROWS_A_LINE) write()
    write()
    fs.closeSync(descriptor)
    fs.renameSync(fresh, this.file)
    this.descriptor = fs.openSync(this.file, 'a')
  }

  /** @throws Error if the disk is full; the file is then unchanged. */
  append(changes: Change[]): void {
    if (changes.length === 0 || this.descriptor === undefined) return
    const line = Buffer.from(`${JSON.stringify(changes)}\n`)
    const { size } = fs.fstatSync(this.descriptor)
    try {
      // A disk that is nearly full writes only part of a line.
      for (let at = 0; at < line.length; ) at += fs.writeSync(this.descriptor, line, at)
    } catch (error) {
      fs.ftruncateSync(this.descriptor, size)
      throw error
    }
  }

  close(): void {
    if (this.descriptor !== undefined) fs.closeSync(this.descriptor)
    this.descriptor = undefined
  }
}

function parseUnfinished(line: string): Change[] {
  try {
    return JSON.parse(line) as Change[]
  } catch {
    return []
  }
}
