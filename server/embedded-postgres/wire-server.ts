import { createServer, type ListenOptions, type Server, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

/** PostgreSQL 18 documentation, 54.7 "Message Formats": request codes in the place of a version. */
const sslRequest = 80877103
const gssRequest = 80877104
const cancelRequest = 80877102

const code = (letter: string) => letter.charCodeAt(0)
/** Message types after which a client waits for an answer; the messages before them are run together with them. */
const flushing = new Set(['Q', 'S', 'F', 'H', 'c', 'f'].map(code))
const flush = code('H')
const terminate = code('X')
const sync = Uint8Array.from([code('S'), 0, 0, 0, 4])

const errorResponse = code('E')
const severity = code('V')

/** Returns the message of an error after which the server must not be used again; null for any other answer. */
function panicIn(answer: Buffer): string | null {
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] !== errorResponse) continue
    const fields = answer
      .subarray(at + 5, at + 1 + answer.readInt32BE(at + 1))
      .toString()
      .split('\0')
    if (fields.includes(`${String.fromCharCode(severity)}PANIC`)) return fields.join(' ').trim()
  }
  return null
}

/** Resolves once the last bytes were handed to the system, or the socket is gone. */
function lastWords(socket: Socket, answer: Buffer): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 500)
    socket.end(answer, () => resolve())
  })
}

const parse = code('P')
const parseComplete = Uint8Array.from([code('1'), 0, 0, 0, 4])

/** Returns the Parse message of a named statement at the beginning of a batch. */
function namedParse(bytes: Uint8Array): Buffer | undefined {
  // The name follows the message's type and length.
  if (bytes[0] !== parse || bytes.length < 6 || bytes[5] === 0) return undefined
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return message.subarray(0, 1 + message.readInt32BE(1))
}

interface Batch {
  client: Client
  bytes: Uint8Array
  /** Whether the bytes end with a message that the server answers with ReadyForQuery. */
  complete: boolean
}

interface Client {
  socket: Socket
  started: boolean
  /** Received, but not yet a complete batch. */
  pending: Buffer
}

/**
 * Lets PostgreSQL clients share one PGlite. They share one database session, so their requests take turns: a batch runs
 * as a whole, from its first message to its Sync, and a client inside a transaction keeps its turn until the end. (The
 * server of @electric-sql/pglite-socket takes turns at each message: a Bind in two chunks can meet another client's
 * unnamed statement.) The name of a statement means the same text to every client; SET and advisory locks are visible
 * to all of them.
 */
export class WireServer {
  readonly #db: PGlite
  readonly #server: Server
  readonly #clients = new Set<Client>()
  readonly #onFailure: (error: unknown) => void
  #queue: Batch[] = []
  /** The Parse messages of named statements that exist in the session. */
  readonly #prepared = new Set<string>()
  /** The client with an open transaction or exchange. */
  #owner: Client | undefined
  #running = false
  #waiting: (() => Promise<unknown>)[] = []
  #idle: () => void = () => undefined

  /** @param onFailure gets errors of the database process; errors of queries go to the client. */
  constructor(db: PGlite, onFailure: (error: unknown) => void) {
    this.#db = db
    this.#onFailure = onFailure
    this.#server = createServer((socket) => this.#connect(socket))
  }

  /** Resolves with the address; rejects if it cannot listen. */
  listen(options: ListenOptions): Promise<ReturnType<Server['address']>> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(options, () => {
        this.#server.off('error', reject)
        resolve(this.#server.address())
      })
    })
  }

  /** Runs our own work while no client has a transaction open. */
  betweenTransactions(work: () => Promise<unknown>): void {
    this.#waiting.push(work)
    if (!this.#running) void this.#run()
  }

  /** Disconnects every client, rolls back what was open, and lets the running batch finish. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#queue = []
    for (const client of this.#clients) client.socket.destroy()
    await closed
    if (this.#running) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve
      })
    }
  }

  #connect(socket: Socket) {
    const client: Client = { socket, started: false, pending: Buffer.alloc(0) }
    this.#clients.add(client)
    socket.setNoDelay(true)
    socket.on('data', (chunk) => {
      client.pending = client.pending.length ? Buffer.concat([client.pending, chunk]) : chunk
      if (!client.started && !this.#startUp(client)) return
      this.#enqueueBatches(client)
    })
    // 'close' follows a connection reset and handles it.
    socket.on('error', () => undefined)
    socket.on('close', () => this.#disconnect(client))
  }

  /** Answers the messages before the startup message. Returns false until they are complete. */
  #startUp(client: Client): boolean {
    while (client.pending.length >= 8) {
      const length = client.pending.readInt32BE(0)
      const request = client.pending.readInt32BE(4)
      if (client.pending.length < length) return false
      if (request === cancelRequest) {
        client.socket.destroy()
        return false
      }
      if (request === sslRequest || request === gssRequest) {
        client.socket.write('N')
        client.pending = client.pending.subarray(length)
        continue
      }
      client.started = true
      this.#enqueue(client, length, true)
      return true
    }
    return false
  }

  #enqueueBatches(client: Client) {
    let end = 0
    while (client.pending.length >= end + 5) {
      const type = client.pending[end]!
      const next = end + 1 + client.pending.readInt32BE(end + 1)
      if (client.pending.length < next) break
      if (type === terminate) {
        client.socket.end()
        return
      }
      end = next
      if (flushing.has(type)) {
        this.#enqueue(client, end, type !== flush)
        end = 0
      }
    }
  }

  #enqueue(client: Client, length: number, complete: boolean) {
    this.#queue.push({ client, bytes: client.pending.subarray(0, length), complete })
    client.pending = client.pending.subarray(length)
    if (!this.#running) void this.#run()
  }

  #next(): Batch | undefined {
    const at = this.#owner ? this.#queue.findIndex((batch) => batch.client === this.#owner) : 0
    return at < 0 ? undefined : this.#queue.splice(at, 1)[0]
  }

  async #run() {
    this.#running = true
    try {
      for (;;) {
        if (this.#owner?.socket.destroyed) await this.#release()
        while (!this.#owner && this.#waiting.length) await this.#waiting.shift()?.()
        const batch = this.#next()
        if (!batch) break
        await this.#execute(batch)
        // Sockets are read between batches, so that a long queue does not keep new requests waiting outside.
        await new Promise(setImmediate)
      }
    } catch (error) {
      this.#onFailure(error)
    } finally {
      this.#running = false
      this.#idle()
    }
  }

  async #execute({ client, bytes, complete }: Batch) {
    const answer: Uint8Array[] = []
    const named = namedParse(bytes)
    const known = named !== undefined && this.#prepared.has(named.toString('latin1'))
    if (known) answer.push(parseComplete)
    const toRun = known ? bytes.subarray(named.length) : bytes
    // PGlite reuses the buffer that it passes.
    await this.#exchange(toRun, (data) => void answer.push(Uint8Array.from(data)))
    if (named && !known && answer[0]?.[0] === parseComplete[0]) this.#prepared.add(named.toString('latin1'))
    this.#owner = !complete || this.#db.isInTransaction() ? client : undefined
    const bytesOut = Buffer.concat(answer)
    const panic = panicIn(bytesOut)
    if (panic) {
      await lastWords(client.socket, bytesOut)
      throw new Error(panic)
    }
    if (!client.socket.destroyed) client.socket.write(bytesOut)
  }

  /** Ends the exchange and transaction of a disconnected client. */
  async #release() {
    await this.#exchange(sync, () => undefined)
    if (this.#db.isInTransaction()) await this.#db.exec('ROLLBACK')
    this.#owner = undefined
  }

  #exchange(bytes: Uint8Array, onRawData: (data: Uint8Array) => void) {
    return this.#db.runExclusive(() => this.#db.execProtocolRawStream(bytes, { onRawData }))
  }

  #disconnect(client: Client) {
    this.#clients.delete(client)
    this.#queue = this.#queue.filter((batch) => batch.client !== client)
    if (this.#owner === client && !this.#running) void this.#run()
  }
}
