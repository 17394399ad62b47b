import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import { type Prisma, PrismaClient } from '~/generated/prisma/client'
import { getEnv } from './env.server'

/** The transaction whose code is running; `open` turns false when it ends, though what it started may run on. */
export const currentTransaction = new AsyncLocalStorage<{ tx: Prisma.TransactionClient; open: boolean }>()

/** A query that would wait for the transaction it is part of. */
export class QueryOutsideTransaction extends Error {
  override name = 'QueryOutsideTransaction'
  constructor(property: string) {
    super(`prisma.${property} was used inside withTx(), where it would wait for itself: use the transaction's client`)
  }
}

declare global {
  // Outlives the module, which the development server loads anew with each change.
  var stirrupPrisma: PrismaClient | undefined
}

/** The client without the guard: for `withTx` alone. */
export function rootClient(): PrismaClient {
  globalThis.stirrupPrisma ??= createClient()
  return globalThis.stirrupPrisma
}

function createClient(): PrismaClient {
  const { databaseUrl, databaseEmbedded, databasePool } = getEnv()
  if (!databaseUrl) throw new Error('The database was used before it was started')
  const adapter = new PrismaPg({
    connectionString: databaseUrl,
    // The embedded database runs one transaction at a time: further connections would only wait inside it.
    max: databasePool ?? (databaseEmbedded ? 4 : 10),
    // The adapter sends UTC without saying so.
    options: '-c TimeZone=UTC',
  })
  return new PrismaClient({
    adapter,
    // Many changes of one lesson take turns: the last of them waits for a connection, then for its turn.
    transactionOptions: { maxWait: 15_000, timeout: 15_000 },
  })
}

/** What starts with $ or _ and is no query. */
const harmless = new Set(['$connect', '$disconnect', '$on', '$extends'])

/**
 * The database. Connects at the first query. Inside `withTx` its use throws `QueryOutsideTransaction` at once: the
 * embedded database would make it wait for the very transaction it belongs to.
 */
export const prisma: PrismaClient = new Proxy({} as PrismaClient, {
  get(_, property) {
    const client = rootClient()
    const isQuery = typeof property === 'string' && property in client && !harmless.has(property)
    if (isQuery && currentTransaction.getStore()?.open) throw new QueryOutsideTransaction(property)
    const value: unknown = Reflect.get(client, property)
    return typeof value === 'function' ? value.bind(client) : value
  },
})
