import path from 'node:path'
import { afterEach, expect, inject } from 'vitest'
import { startEmbeddedPostgres } from '../server/embedded-postgres'
import { EMPTY_TABLES } from './empty-tables'
import { createDatabase, onServer } from './harness/databases'
import { observeRawRows, takeDifferences } from './raw-rows/observe'

declare global {
  var stirrupTestDatabase: Promise<string> | undefined
  var stirrupRawRows: Promise<void> | undefined
}

/** Starts one database per worker. */
async function startDatabase(): Promise<string> {
  const template = inject('template')
  const server = process.env.TEST_DATABASE_URL
  process.env.DATA_DIR = path.join(inject('runDir'), `worker-${process.pid}`)
  if (server) {
    process.env.DATABASE_URL = (await createDatabase(server, `${template}_${process.pid}`, template)).url
  } else {
    const { url } = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR, template, fsync: false })
    process.env.DATABASE_URL = url
    process.env.DATABASE_EMBEDDED = '1'
  }
  return process.env.DATABASE_URL
}

const DEADLOCK = '40P01'

/**
 * Empties the tables and resets the clock and the settings: every file begins that way. Unfinished work of the file
 * before may still write, so it is awaited first.
 */
async function emptyTables(url: string, attempt = 1): Promise<void> {
  try {
    await onServer(url, (client) => client.query(EMPTY_TABLES))
  } catch (error) {
    if ((error as { code?: string }).code !== DEADLOCK || attempt === 5) throw error
    await emptyTables(url, attempt + 1)
  }
}

globalThis.stirrupTestDatabase ??= startDatabase()
await emptyTables(await globalThis.stirrupTestDatabase)
// What raw statements answer is what the types at their calls say. Not before the database is set: the imports read the settings.
globalThis.stirrupRawRows ??= observeRawRows()
await globalThis.stirrupRawRows
;(await import('~/platform/clock.server')).setClock(null)
const { getEnv, parseEnv } = await import('~/platform/env.server')
const { sessionSecret, ...settings } = parseEnv(process.env)
Object.assign(getEnv(), settings)
// On a busy machine ten clicks at once take longer than a family waits.
const { PATIENCE } = await import('~/models/money/subscriptions/change-claim.server')
PATIENCE.ms = 60_000
// Hashing a password would take a quarter of a second.
const { COST } = await import('~/platform/password.server')
Object.assign(COST, { N: 1024, p: 1 })
afterEach(async () => expect(await takeDifferences()).toEqual([]))
