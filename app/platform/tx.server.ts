import { Prisma } from '~/generated/prisma/client'
import { longStatements, STATEMENT_MS } from './database/limited-client.server'
import { currentTransaction, type prisma, rootClient } from './db.server'

export type Tx = Prisma.TransactionClient

/** For functions that work both inside and outside a transaction. */
export type Db = typeof prisma | Tx

interface Options {
  isolationLevel?: Prisma.TransactionIsolationLevel
  /** The longest that the transaction may take, in milliseconds. A statement in it may take as long. */
  timeout?: number
}

const attempts = 3

/** Whether nothing was written because of a conflict. For a raw statement only the message has the database's code. */
const isConflict = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  (error.code === 'P2034' || (error.code === 'P2010' && /Code: `(40P01|40001)`/.test(error.message)))

/**
 * Runs work in a transaction. Inside another `withTx` it joins that one and its options. `work` must do nothing but
 * query through `tx`: it runs up to three times if it conflicts with another transaction.
 */
export async function withTx<T>(work: (tx: Tx) => Promise<T>, options: Options = {}): Promise<T> {
  const outer = currentTransaction.getStore()
  if (outer?.open) return work(outer.tx)
  const { timeout = 0 } = options
  const long = timeout > STATEMENT_MS ? timeout : undefined
  const begin = () => rootClient().$transaction((tx) => guarded(tx, work, long), options)
  for (let attempt = 1; ; attempt++) {
    try {
      return await (long ? longStatements.run(long, begin) : begin())
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error
    }
  }
}

async function guarded<T>(tx: Tx, work: (tx: Tx) => Promise<T>, statementMs?: number): Promise<T> {
  const transaction = { tx, open: true }
  try {
    if (statementMs) await tx.$executeRawUnsafe(`SET LOCAL statement_timeout = ${statementMs}`)
    return await currentTransaction.run(transaction, () => work(tx))
  } finally {
    transaction.open = false
  }
}
