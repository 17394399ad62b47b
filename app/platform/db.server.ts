import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { type Prisma, PrismaClient } from '~/generated/prisma/client'
import { limitedClient, STATEMENT_MS } from './database/limited-client.server'
import { getEnv } from './env.server'

/** The transaction that this code runs in. `open` turns false when it ends, though work that it started may still run. */
export const currentTransaction = new AsyncLocalStorage<{ tx: Prisma.TransactionClient; open: boolean }>()

export class QueryOutsideTransaction extends Error {
  override name = 'QueryOutsideTransaction'
  constructor(property: string) {
    super(`prisma.${property} was used inside withTx(), where it would wait for itself: use the transaction's client`)
  }
}

declare global {
  // Outlives the module, which the development server reloads with each change.
  var stirrupPrisma: PrismaClient | undefined
}

/**
 * Returns the client outside of any transaction, for `withTx` alone.
 * @param statementMs how long a statement may take on the client that is created now.
 */
export function rootClient(statementMs = STATEMENT_MS): PrismaClient {
  globalThis.stirrupPrisma ??= createClient(statementMs)
  return globalThis.stirrupPrisma
}

const CONNECT_MS = 4_000
const TEST_CONNECT_MS = 15_000
const TURN_MS = 15_000
const TEST_TURN_MS = 60_000

function createClient(statementMs: number): PrismaClient {
  const { mode, databaseUrl, databaseEmbedded, databasePool, databaseNamedStatements } = getEnv()
  if (!databaseUrl) throw new Error('The database was used before it was started')
  const turn = mode === 'test' ? TEST_TURN_MS : TURN_MS
  const adapter = new WatchedPg(
    {
      connectionString: databaseUrl,
      // The embedded database runs one transaction at a time: more connections would only wait.
      max: databasePool ?? (databaseEmbedded ? 4 : 10),
      // For a new connection, and for a free one. People who wait longer have left; test machines are busy with other work.
      connectionTimeoutMillis: mode === 'test' ? TEST_CONNECT_MS : CONNECT_MS,
      // The adapter assumes UTC. JIT-compiling a query takes longer than any of our queries.
      options: `-c TimeZone=UTC -c jit=off${databaseEmbedded ? '' : ` -c statement_timeout=${statementMs}`}`,
      keepAlive: true,
      // The embedded database is part of this process, which watches it.
      Client: limitedClient(databaseEmbedded ? null : statementMs),
    },
    { statementNameGenerator: databaseNamedStatements ? namesOf() : undefined },
  )
  return new PrismaClient({
    adapter,
    // Changes to one lesson take turns: the last of many waits for a connection, then for its turn.
    transactionOptions: { maxWait: turn, timeout: turn },
  })
}

let pool: Pool | undefined

/** Keeps a reference to the pool that the adapter creates. */
class WatchedPg extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    pool = adapter.underlyingDriver()
    return adapter
  }
}

/** Counts this process's connections, and the queries that wait for one. */
export const poolCounts = () => ({
  total: pool?.totalCount ?? 0,
  idle: pool?.idleCount ?? 0,
  waiting: pool?.waitingCount ?? 0,
})

const MAX_NAMES = 300
const UNNAMED = ''

/**
 * Names a statement from its second use on: a connection plans a named statement only once. Statements that run only
 * once, such as one with a list of many ids, don't take a name from those that come again.
 */
export function namesOf(max = MAX_NAMES): (query: { sql: string }) => string {
  const once = new Set<string>()
  const names = new Map<string, string>()
  return ({ sql }) => {
    const name = names.get(sql)
    if (name || names.size === max) return name ?? UNNAMED
    if (!once.delete(sql)) {
      if (once.size === max) once.clear()
      once.add(sql)
      return UNNAMED
    }
    const made = createHash('sha1').update(sql).digest('base64url')
    names.set(sql, made)
    return made
  }
}

/** Properties that begin with $ and run no query. */
const harmless = new Set(['$connect', '$disconnect', '$on', '$extends'])

/**
 * Connects at the first query. A query outside an open `withTx` throws `QueryOutsideTransaction`: on the embedded
 * database it would wait for that transaction forever.
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
