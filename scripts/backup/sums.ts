import { createHash } from 'node:crypto'

/** The number of rows in a table, and `sha256` of its lines in key order, for comparison. */
export interface Sum {
  table: string
  rows: number
  sha256: string
}

/** Counts rows and computes their checksum as they pass. */
export class TableSum {
  #rows = 0
  readonly #hash = createHash('sha256')

  constructor(readonly table: string) {}

  add({ lines, rows }: { lines: Buffer; rows: number }) {
    this.#rows += rows
    this.#hash.update(lines)
  }

  /** Returns the result. */
  end(): Sum {
    return { table: this.table, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

/** Returns the names of the tables that differ, or that one side lacks. */
export function differences(one: Sum[], other: Sum[]): string[] {
  const text = ({ rows, sha256 }: Sum) => `${rows} ${sha256}`
  const found = new Map(other.map((sum) => [sum.table, text(sum)]))
  const names = new Set([...one, ...other].map(({ table }) => table))
  const expected = new Map(one.map((sum) => [sum.table, text(sum)]))
  return [...names].filter((name) => expected.get(name) !== found.get(name))
}

const NEWLINE = 10

export function countLines(lines: Buffer): number {
  let count = 0
  for (let at = lines.indexOf(NEWLINE); at >= 0; at = lines.indexOf(NEWLINE, at + 1)) count++
  return count
}
