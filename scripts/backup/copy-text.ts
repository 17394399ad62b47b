// COPY's text format, as in PostgreSQL's documentation of COPY: one line per row, a tab between fields.
import type pg from 'pg'

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Returns the fields of a line; null for a missing value. */
export function fieldsOf(line: string): (string | null)[] {
  return line.split('\t').map((field) => {
    if (field === '\\N') return null
    return field.includes('\\') ? field.replace(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter) : field
  })
}

/** Returns the complete lines that a COPY … TO STDOUT answers: request only as many rows as fit in memory. */
export function copyOut(client: pg.Client, statement: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    client.query(new CopyAnswer(statement, resolve, reject))
  })
}

/** Receives the answer from `pg`. */
class CopyAnswer implements pg.Submittable {
  readonly #lines: Buffer[] = []
  #failed = false

  constructor(
    readonly text: string,
    readonly resolve: (lines: Buffer) => void,
    readonly reject: (error: Error) => void,
  ) {}

  submit(connection: pg.Connection) {
    connection.query(this.text)
  }

  /** Copies the chunk, because the parser reuses its memory. */
  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.#lines.push(Buffer.from(chunk))
  }

  handleCommandComplete() {}

  handleReadyForQuery() {
    if (!this.#failed) this.resolve(Buffer.concat(this.#lines))
  }

  handleError(error: Error) {
    this.#failed = true
    this.reject(error)
  }
}
