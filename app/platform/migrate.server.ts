import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { locked, withClient } from './advisory-lock.server'
import { log } from './log.server'

export interface Migration {
  name: string
  sql: string
}

const defaultDir = () => path.resolve('prisma/migrations')

/** Returns the migrations, oldest first; none if the folder does not exist. */
export async function readMigrations(dir = defaultDir()): Promise<Migration[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => ({ name, sql: await readFile(path.join(dir, name, 'migration.sql'), 'utf8') })),
  )
}

/** Creates Prisma's own table: `prisma migrate deploy` sees the same state, and takes the same lock. */
const RECORDS = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`
const LOCK = 72707369

interface MigrationRecord {
  id: string
  name: string
  checksum: string
  finished: boolean
  rolledBack: boolean
}

const checksumOf = (sql: string) => createHash('sha256').update(sql).digest('hex')

/** Runs work in one transaction during which no migration can run. */
export const withoutMigrations = <T>(client: pg.Client, work: () => Promise<T>): Promise<T> =>
  locked(client, LOCK, work)

/** Returns the records of migrations; null if the database has none. */
async function readRecords(client: pg.Client): Promise<MigrationRecord[] | null> {
  // Not to_regclass, which may still see the state from before the transaction waited for the lock.
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = '_prisma_migrations'`,
  )
  if (!rowCount) return null
  const { rows } = await client.query<MigrationRecord>(
    `SELECT id, migration_name AS name, checksum, finished_at IS NOT NULL AS finished,
            rolled_back_at IS NOT NULL AS "rolledBack"
     FROM _prisma_migrations`,
  )
  return rows
}

/** @throws Error if the database already has tables: which migrations it lacks is unknown. */
async function createRecords(client: pg.Client): Promise<MigrationRecord[]> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') LIMIT 1`,
  )
  if (rowCount) {
    throw new Error(
      'The database is not empty and has no record of migrations. Record those that it has: npm run migrate -- resolve <migration> --applied',
    )
  }
  await client.query(RECORDS)
  return []
}

/** Returns the migrations that the database lacks. @throws Error if a failed migration is not resolved. */
function missing(migrations: Migration[], records: MigrationRecord[]): Migration[] {
  const standing = records.filter(({ rolledBack }) => !rolledBack)
  const failed = standing.find(({ finished }) => !finished)
  if (failed) {
    throw new Error(
      `The migration ${failed.name} failed. Repair it, then run: npm run migrate -- resolve ${failed.name} --applied | --rolled-back`,
    )
  }
  const applied = new Set(standing.map(({ name }) => name))
  return migrations.filter(({ name }) => !applied.has(name))
}

function warnOfEdits(migrations: Migration[], records: MigrationRecord[]) {
  for (const { name, checksum, finished, rolledBack } of records) {
    const file = migrations.find((migration) => migration.name === name)
    if (finished && !rolledBack && file && checksumOf(file.sql) !== checksum) {
      log('warn', 'migration edited', { migration: name, reason: 'The file was changed after it was applied.' })
    }
  }
}

/**
 * Warns about migrations older than the newest one applied: another database may have applied them in a different
 * order, and differ afterwards.
 */
function warnOfOlder(missing: Migration[], records: MigrationRecord[]) {
  const newest =
    records
      .flatMap(({ name, rolledBack }) => (rolledBack ? [] : name))
      .sort()
      .at(-1) ?? ''
  for (const { name } of missing) {
    if (name < newest)
      log('warn', 'migration out of order', { migration: name, reason: `${newest} is applied already.` })
  }
}

/**
 * The longest that a migration waits for a table, in milliseconds. While it waits, every later query waits behind it,
 * so it gives way soon and tries again.
 */
const LOCK_MS = 2_000
const PAUSE_MS = 1_000
const TRIES = 30
const LOCK_NOT_AVAILABLE = '55P03'

const isInTheWay = (error: unknown) => error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE

/**
 * Applies one migration in the open transaction. Returns the database's error, which is recorded; otherwise null.
 * @throws DatabaseError if someone else holds a table for longer than `LOCK_MS`.
 */
async function apply(client: pg.Client, { name, sql }: Migration): Promise<pg.DatabaseError | null> {
  const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`)
  await client.query('SAVEPOINT migration')
  let failure: pg.DatabaseError | null = null
  try {
    await client.query(sql)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isInTheWay(error)) throw error
    failure = error
    await client.query('ROLLBACK TO SAVEPOINT migration')
  }
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, logs, applied_steps_count)
     VALUES ($1, $2, $3, $4, CASE WHEN $5::text IS NULL THEN clock_timestamp() END, $5, $6)`,
    [randomUUID(), checksumOf(sql), name, rows[0]?.at, failure?.message ?? null, failure ? 0 : 1],
  )
  // The next statement waits for other processes that migrate, however long.
  await client.query('SET LOCAL lock_timeout = DEFAULT')
  return failure
}

/** Applies the migrations that the database lacks, all in the open transaction. @throws DatabaseError of one that fails. */
export async function applyInTransaction(client: pg.Client, migrations: Migration[]): Promise<void> {
  if (!(await readRecords(client))) await createRecords(client)
  for (const migration of migrations) {
    const failure = await apply(client, migration)
    if (failure) throw failure
  }
}

/** Retries `work` until no lock is in its way. @throws Error after a minute and a half. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isInTheWay(error)) throw error
      if (attempt === TRIES) {
        throw new Error('Others hold tables that a migration needs. Nothing was changed: start again.', {
          cause: error,
        })
      }
      log('warn', 'migration gives way', { attempt })
      await setTimeout(PAUSE_MS)
    }
  }
}

/**
 * Applies what is missing, each migration in a transaction of its own: a failed one leaves nothing behind. Several
 * processes may start at once. Returns the names applied.
 * @throws Error if one fails, or a failed one is not resolved.
 */
export async function migrate(url: string, dir = defaultDir()): Promise<string[]> {
  const migrations = await readMigrations(dir)
  return withClient(url, async (client) => {
    const records = (await readRecords(client)) ?? []
    warnOfEdits(migrations, records)
    const applied: string[] = []
    // The first look takes no lock; if anything is missing, it is read again under the lock.
    const lacking = missing(migrations, records)
    if (!lacking.length) return applied
    warnOfOlder(lacking, records)
    for (;;) {
      const { next, failure } = await patiently(() =>
        locked(client, LOCK, async () => {
          const known = (await readRecords(client)) ?? (await createRecords(client))
          const [next] = missing(migrations, known)
          return { next, failure: next ? await apply(client, next) : null }
        }),
      )
      if (!next) return applied
      if (failure) throw new Error(`The migration ${next.name} failed: ${failure.message}`, { cause: failure })
      applied.push(next.name)
    }
  })
}

/**
 * Records what became of a failed migration: `applied` if it was finished by hand or already there, `rolled-back` to
 * let the next start try it again.
 * @throws Error if the migration is unknown or did not fail.
 */
export async function resolveMigration(
  url: string,
  name: string,
  as: 'applied' | 'rolled-back',
  dir = defaultDir(),
): Promise<void> {
  const migration = (await readMigrations(dir)).find((candidate) => candidate.name === name)
  if (as === 'applied' && !migration) throw new Error(`There is no migration ${name}`)
  await withClient(url, (client) =>
    locked(client, LOCK, async () => {
      const records = (await readRecords(client)) ?? []
      const standing = records.filter((record) => record.name === name && !record.rolledBack)
      if (standing.some(({ finished }) => finished)) throw new Error(`The migration ${name} is applied`)
      if (as === 'rolled-back' && !standing.length) throw new Error(`The migration ${name} has not failed`)
      if (!records.length) await client.query(RECORDS)
      await client.query('UPDATE _prisma_migrations SET rolled_back_at = clock_timestamp() WHERE id = ANY($1)', [
        standing.map(({ id }) => id),
      ])
      if (as === 'rolled-back' || !migration) return
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, logs)
         VALUES ($1, $2, $3, now(), now(), '')`,
        [randomUUID(), checksumOf(migration.sql), name],
      )
    }),
  )
}
