// COPY's text format, as PostgreSQL's documentation of COPY describes it: a line a row, a tab between two fields.
import type pg from 'pg'

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The fields of a line without its end; null for a value that is missing. */
export function fieldsOf(line: string): (string | null)[] {
  return line.split('\t').map((field) => {
    if (field === '\\N') return null
    return field.includes('\\') ? field.replace(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter) : field
  })
}

/** The lines that a COPY … TO STDOUT answers, whole: ask for as many rows as memory may hold. */
export function copyOut(client: pg.Client, statement: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    client.query(new CopyAnswer(statement, resolve, reject))
  })
}

/** What `pg` calls while the answer arrives. */
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

  /** The parser uses its memory again. */
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
