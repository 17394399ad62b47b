import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** In milliseconds: what a statement of a page may take. People who wait longer have left. */
export const STATEMENT_MS = 15_000

/** Longer ones of work that asked for them, in milliseconds: see `withTx`. */
export const longStatements = new AsyncLocalStorage<number>()

/** As the system says it of a connection that nobody answers. */
const noAnswer = (ms: number) =>
  Object.assign(new Error(`The database has not answered for ${ms} ms`), {
    code: 'ETIMEDOUT',
    syscall: 'read',
    errno: -110,
  })

// biome-ignore lint/suspicious/noExplicitAny: pg has nine forms of it
type Query = (...given: any[]) => any

/**
 * A connection that ends when a statement has no answer in time. It is not used again: what the database still does there, and whether
 * its transaction is open, is unknown.
 */
export const limitedClient = (statementMs: number): typeof pg.Client =>
  class extends pg.Client {
    override query: Query = (...given) => {
      const ms = longStatements.getStore() ?? statementMs
      const { stream } = (this as unknown as { connection: pg.Connection }).connection
      const late = setTimeout(() => stream.destroy(noAnswer(ms)), ms)
      const last = given.at(-1)
      if (typeof last === 'function') {
        const inTime = (...answer: unknown[]) => {
          clearTimeout(late)
          last(...answer)
        }
        return Reflect.apply(super.query, this, [...given.slice(0, -1), inTime])
      }
      const answer: Promise<unknown> = Reflect.apply(super.query, this, given)
      const done = () => clearTimeout(late)
      answer.then(done, done)
      return answer
    }
  }
