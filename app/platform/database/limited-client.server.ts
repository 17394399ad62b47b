import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** The longest that a page's statement may take, in milliseconds. People who wait longer have left. */
export const STATEMENT_MS = 15_000

/** The longer limit of work that asked for one, in milliseconds: see `withTx`. */
export const longStatements = new AsyncLocalStorage<number>()

/** Makes the error that the system reports for a connection that does not answer. */
const noAnswer = (ms: number) =>
  Object.assign(new Error(`The database has not answered for ${ms} ms`), {
    code: 'ETIMEDOUT',
    syscall: 'read',
    errno: -110,
  })

// biome-ignore lint/suspicious/noExplicitAny: pg overloads it nine times
type Query = (...given: any[]) => any

/**
 * A client whose connection ends when a statement gets no answer in time, if there is a limit. The connection isn't reused: whether the
 * database is still working on the statement, and whether its transaction is open, is unknown. Statements are sent one
 * after the other: in a transaction Prisma asks for several relations at once, and pg's own queue will go with version 9.
 */
export const limitedClient = (statementMs: number | null): typeof pg.Client =>
  class extends pg.Client {
    #before: Promise<unknown> = Promise.resolve()
    override query: Query = (...given) => {
      const ms = statementMs && (longStatements.getStore() ?? statementMs)
      const { stream } = (this as unknown as { connection: pg.Connection }).connection
      const late = ms ? setTimeout(() => stream.destroy(noAnswer(ms)), ms) : undefined
      const last = given.at(-1)
      if (typeof last === 'function') {
        const inTime = (...answer: unknown[]) => {
          clearTimeout(late)
          last(...answer)
        }
        return Reflect.apply(super.query, this, [...given.slice(0, -1), inTime])
      }
      const answer = this.#before.then(() => Reflect.apply(super.query, this, given))
      this.#before = answer.then(done, done)
      return answer

      function done() {
        clearTimeout(late)
      }
    }
  }
