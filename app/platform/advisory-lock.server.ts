import pg from 'pg'
import { getEnv } from './env.server'

const CONNECT_MS = 30_000

/** Runs work with a connection of its own, beside the pool. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    // Its work may take long, such as a migration; a connection that nobody has any more is found by the system.
    keepAlive: true,
    options: '-c TimeZone=UTC',
  })
  // A connection that is lost fails the query that runs; without a listener it would also end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The lock is the transaction's: clients of the embedded database share one session, whose locks keep none of them out. */
export async function locked<T>(client: pg.Client, lock: number, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/**
 * Lets one process of all on this database work at a time; `work` may use the pool. The embedded database has one process,
 * and there the lock's transaction would keep `work` out.
 */
export async function onePerDatabase<T>(lock: number, work: () => Promise<T>): Promise<T> {
  const { databaseUrl, databaseEmbedded } = getEnv()
  if (databaseEmbedded || !databaseUrl) return work()
  return withClient(databaseUrl, (client) => locked(client, lock, work))
}
