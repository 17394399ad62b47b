import pg from 'pg'
import { getEnv } from './env.server'

const CONNECT_MS = 30_000

/** Runs work on a connection of its own, outside the pool. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    // The work may take long, such as a migration. With keepalive the system notices a connection whose other end is gone.
    keepAlive: true,
    options: '-c TimeZone=UTC',
  })
  // A lost connection fails its running query. Without a listener it would also end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Takes the lock for the length of a transaction: clients of the embedded database share one session, so a session lock
 * would not keep them apart.
 */
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
 * Lets only one process on this database do the work at a time; `work` may use the pool. The embedded database has a
 * single process, and there the lock's transaction would block `work`.
 */
export async function onePerDatabase<T>(lock: number, work: () => Promise<T>): Promise<T> {
  const { databaseUrl, databaseEmbedded } = getEnv()
  if (databaseEmbedded || !databaseUrl) return work()
  return withClient(databaseUrl, (client) => locked(client, lock, work))
}
