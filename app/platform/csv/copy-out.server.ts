import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import pg from 'pg'
import type { Prisma } from '~/generated/prisma/client'
import { getEnv } from '../env.server'
import { Refused } from '../refused'

/** The number of files that a process sends at once; each holds a connection until its reader has received it all. */
const AT_ONCE = 2
const WAIT_MS = 5_000
const CONNECT_MS = 30_000
const STALLED_MS = 60_000
/** The longest that a download may take. Slow connections are common, but after ten minutes nobody is reading. */
const STATEMENT_MS = 10 * 60_000
const CHUNK = 64 * 1024
/** The length of the header in PostgreSQL's COPY binary format: 11 bytes of signature, flags, and an empty extension. */
const HEADER = 19
/** The length of what precedes each row's field: the number of fields, and the field's length. */
const FIELD = 6

let free = AT_ONCE
const waiting: (() => void)[] = []

/** @throws Refused `busy` if no place becomes free within five seconds. */
async function takePlace() {
  if (free > 0) {
    free--
    return
  }
  await new Promise<void>((resolve, reject) => {
    const taken = () => {
      clearTimeout(late)
      resolve()
    }
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(taken), 1)
      reject(new Refused('busy', 'Other files are being sent right now. Please try again in a minute.'))
    }, WAIT_MS)
    waiting.push(taken)
  })
}

function givePlaceBack() {
  const next = waiting.shift()
  if (next) next()
  else free++
}

// Not from the pool that serves pages, so that downloads can never use it up.
async function connected(): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: getEnv().databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    // Rows come in index order, so that the first one doesn't wait for a full sort, and on one core.
    options: `-c TimeZone=UTC -c DateStyle=ISO -c jit=off -c enable_sort=off -c max_parallel_workers_per_gather=0 -c statement_timeout=${STATEMENT_MS}`,
    keepAlive: true,
  })
  // A lost connection fails its query, if it has one. Without a listener it would also end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Writes the values into the statement, because COPY takes no parameters. */
function withValues({ strings, values }: Prisma.Sql): string {
  const literal = (value: unknown) => pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
  return strings.reduce((text, part, index) => `${text}${literal(values[index - 1])}${part}`)
}

/**
 * The bytes of `head`, then of the one column of text of a query, row after row, as fast as they are read.
 * @throws Refused `busy` if two other files are being sent, and neither ends within five seconds.
 */
export async function copyOut(head: string, query: Prisma.Sql): Promise<Readable> {
  await takePlace()
  try {
    const client = await connected()
    const rows = new CopyOut(head, withValues(query), () => {
      givePlaceBack()
      void client.end()
    })
    client.query(rows)
    return rows
  } catch (error) {
    givePlaceBack()
    throw error
  }
}

/** Receives the answer of a COPY from `pg`, through the same interface as pg-query-stream. */
class CopyOut extends Readable implements pg.Submittable {
  readonly text: string
  readonly #release: () => void
  #connection: pg.Connection | undefined
  #chunk: Buffer
  #length: number
  #begun = false
  #ended = false

  constructor(head: string, query: string, release: () => void) {
    super({ highWaterMark: CHUNK })
    this.text = `COPY (${query}) TO STDOUT (FORMAT binary)`
    this.#release = release
    this.#chunk = Buffer.allocUnsafe(CHUNK)
    this.#length = 0
    this.push(head)
  }

  submit(connection: pg.Connection) {
    this.#connection = connection
    // An idle connection means a reader who doesn't read, or a database that doesn't send.
    const socket = connection.stream as Socket
    socket.setTimeout(STALLED_MS, () => this.destroy(new Error('The file stands still')))
    connection.query(this.text)
  }

  /** Passes on one row, copied: the parser reuses its memory. */
  handleCopyData({ chunk }: { chunk: Buffer }) {
    const begin = this.#begun ? 0 : HEADER
    this.#begun = true
    // The last message has no row.
    if (chunk.length < begin + FIELD || this.destroyed) return
    const size = chunk.length - begin - FIELD
    if (this.#length + size > this.#chunk.length) this.#send(size)
    this.#length += chunk.copy(this.#chunk, this.#length, begin + FIELD)
  }

  handleCommandComplete() {
    if (!this.destroyed) this.#send(0)
  }

  handleReadyForQuery() {
    if (this.destroyed) return
    this.#ended = true
    this.#connection?.stream.resume()
    this.#release()
    this.push(null)
  }

  handleError(error: Error) {
    this.destroy(error)
  }

  override _read() {
    this.#connection?.stream.resume()
  }

  /** Closes the connection if the reader leaves early: the rest of the answer is of no use. */
  override _destroy(error: Error | null, callback: (error: Error | null) => void) {
    if (!this.#ended) this.#release()
    this.#ended = true
    callback(error)
  }

  #send(next: number) {
    const full = this.#chunk.subarray(0, this.#length)
    this.#chunk = Buffer.allocUnsafe(Math.max(CHUNK, next))
    this.#length = 0
    if (this.push(full)) return
    this.#connection?.stream.pause()
  }
}
