import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { noFilters, toMigrationList, withSchemaEngine } from '../../scripts/schema-engine'
import { startScratchDatabase } from '../../test/scratch-database'
import { migrate, readMigrations, resolveMigration } from './migrate.server'

let dir: string

const scratch = await startScratchDatabase()
const url = scratch.url
beforeEach(async () => {
  dir = await mkdtemp(path.join(inject('runDir'), 'migrations-'))
  await query('DROP SCHEMA public CASCADE')
  await query('CREATE SCHEMA public')
})
afterAll(() => scratch.stop())

async function migration(name: string, sql: string) {
  await mkdir(path.join(dir, name), { recursive: true })
  await writeFile(path.join(dir, name, 'migration.sql'), sql)
}

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

const body = `CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END; $$;`

test('Missing migrations are applied in order, once', async () => {
  await migration('01_table', `CREATE TABLE horses (name text); INSERT INTO horses VALUES ('a;b'); ${body}`)
  expect(await migrate(url, dir)).toEqual(['01_table'])
  await migration('02_column', 'ALTER TABLE horses ADD COLUMN height int DEFAULT two()')
  expect(await migrate(url, dir)).toEqual(['02_column'])
  expect(await migrate(url, dir)).toEqual([])
  expect(await query('SELECT * FROM horses')).toEqual([{ name: 'a;b', height: 2 }])
})

test('A migration older than the newest applied one is applied, and the log names both', async () => {
  await migration('02_column', 'CREATE TABLE horses (name text)')
  await migrate(url, dir)
  await migration('01_table', 'CREATE TABLE riders (name text)')
  const said = vi.spyOn(console, 'error').mockReturnValue()
  expect(await migrate(url, dir)).toEqual(['01_table'])
  expect(said.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      message: 'migration out of order',
      migration: '01_table',
      reason: '02_column is applied already.',
    }),
  ])
  said.mockRestore()
})

test('Two processes that start at once apply each migration once', async () => {
  await migration('01_table', 'CREATE TABLE horses (name text)')
  const applied = await Promise.all([migrate(url, dir), migrate(url, dir)])
  expect(applied.flat()).toEqual(['01_table'])
})

test('A failed migration leaves nothing behind and blocks later ones until it is resolved', async () => {
  await migration('01_table', 'CREATE TABLE horses (name text); SELECT 1 / 0')
  await expect(migrate(url, dir)).rejects.toThrow('division by zero')
  expect(await query("SELECT to_regclass('horses') AS found")).toEqual([{ found: null }])
  await migration('01_table', 'CREATE TABLE horses (name text)')
  await expect(migrate(url, dir)).rejects.toThrow('01_table')
  await resolveMigration(url, '01_table', 'rolled-back', dir)
  expect(await migrate(url, dir)).toEqual(['01_table'])
})

test('A failed migration that was finished by hand can be recorded as applied', async () => {
  await migration('01_table', 'CREATE TABLE horses (name text); SELECT 1 / 0')
  await expect(migrate(url, dir)).rejects.toThrow()
  await query('CREATE TABLE horses (name text)')
  await resolveMigration(url, '01_table', 'applied', dir)
  expect(await migrate(url, dir)).toEqual([])
})

test('Resolving an unknown migration is an error', async () => {
  await expect(resolveMigration(url, '09_unknown', 'rolled-back', dir)).rejects.toThrow()
})

// The embedded database has one session, so nothing could wait for anything.
if (process.env.TEST_DATABASE_URL) {
  test('A migration that has to wait for a table gives way to later queries, and is applied once the table is free', async () => {
    await migration('01_table', 'CREATE TABLE horses (name text)')
    await migrate(url, dir)
    await migration('02_column', 'ALTER TABLE horses ADD COLUMN height int')
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('BEGIN; SELECT * FROM horses')
    const applied = migrate(url, dir)
    await expect.poll(() => query('SELECT FROM pg_locks WHERE NOT granted')).toHaveLength(1)
    // This query is queued behind the migration, which waits for the holder, and is answered before the holder ends.
    expect(await query('SELECT * FROM horses')).toEqual([])
    await expect.poll(() => said.mock.calls.flat().join()).toContain('migration gives way')
    await holder.query('COMMIT')
    await holder.end()
    expect(await applied).toEqual(['02_column'])
    expect((await records()).map(({ finished }) => finished)).toEqual([true, true])
    said.mockRestore()
  })
}

test('A failed migration is recorded with the reason, and earlier ones stay applied', async () => {
  await migration('01_table', 'CREATE TABLE horses (name text)')
  await migration('02_fails', 'ALTER TABLE horses ADD COLUMN height int; SELECT 1 / 0')
  await migration('03_later', 'CREATE TABLE riders (name text)')
  await expect(migrate(url, dir)).rejects.toThrow('The migration 02_fails failed: division by zero')
  expect(await records()).toEqual([
    { name: '01_table', checksum: sha256('CREATE TABLE horses (name text)'), finished: true, logs: null, steps: 1 },
    {
      name: '02_fails',
      checksum: sha256('ALTER TABLE horses ADD COLUMN height int; SELECT 1 / 0'),
      finished: false,
      logs: 'division by zero',
      steps: 0,
    },
  ])
  expect(await query("SELECT to_regclass('riders') AS found")).toEqual([{ found: null }])
})

test('A process that dies halfway leaves nothing behind, and the next start applies the migration', async () => {
  await migration('01_table', 'CREATE TABLE horses (name text)')
  await migration('02_column', 'ALTER TABLE horses ADD COLUMN height int /* the connection ends here */')
  const broken = await endingAt('the connection ends here')
  await expect(migrate(broken.url, dir)).rejects.toThrow('Connection terminated')
  broken.close()
  expect((await records()).map(({ name }) => name)).toEqual(['01_table'])
  expect(await migrate(url, dir)).toEqual(['02_column'])
})

test('Several processes at once apply each of several migrations once, in order', async () => {
  for (const i of [1, 2, 3, 4]) await migration(`0${i}_table`, `CREATE TABLE table_${i} (name text)`)
  const applied = await Promise.all([1, 2, 3].map(() => migrate(url, dir)))
  expect(applied.flat().sort()).toEqual(['01_table', '02_table', '03_table', '04_table'])
  expect((await records()).map(({ name }) => name)).toEqual(['01_table', '02_table', '03_table', '04_table'])
})

test('A migration edited after it was applied is reported in the log, and not applied again', async () => {
  await migration('01_table', 'CREATE TABLE horses (name text)')
  await migrate(url, dir)
  await migration('01_table', 'CREATE TABLE horses (name text, height int)')
  const said = vi.spyOn(console, 'error').mockReturnValue()
  expect(await migrate(url, dir)).toEqual([])
  expect(said.mock.calls.flat().map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'warn', message: 'migration edited', migration: '01_table' }),
  ])
  said.mockRestore()
})

test('A database with tables but no record of migrations is left alone until someone says what it has', async () => {
  await query('CREATE TABLE horses (name text)')
  await migration('01_table', 'CREATE TABLE horses (name text)')
  await migration('02_column', 'ALTER TABLE horses ADD COLUMN height int')
  await expect(migrate(url, dir)).rejects.toThrow('The database is not empty')
  await resolveMigration(url, '01_table', 'applied', dir)
  expect(await migrate(url, dir)).toEqual(['02_column'])
})

test('An applied migration cannot be resolved', async () => {
  await migration('01_table', 'CREATE TABLE horses (name text)')
  await migrate(url, dir)
  for (const as of ['applied', 'rolled-back'] as const) {
    await expect(resolveMigration(url, '01_table', as, dir)).rejects.toThrow('01_table is applied')
  }
})

test('Prisma’s engine continues from our record, and we continue from its record', async () => {
  await migration('01_table', 'CREATE TABLE horses (name text)')
  await migrate(url, dir)
  await migration('02_column', 'ALTER TABLE horses ADD COLUMN height int')
  expect(await migrateWithEngine()).toEqual(['02_column'])
  await migration('03_column', 'ALTER TABLE horses ADD COLUMN color text')
  expect(await migrate(url, dir)).toEqual(['03_column'])
  await migration('04_fails', 'SELECT 1 / 0')
  await expect(migrate(url, dir)).rejects.toThrow()
  await expect(migrateWithEngine()).rejects.toThrow('04_fails')
  const ours = await columns()
  await query('DROP SCHEMA public CASCADE')
  await query('CREATE SCHEMA public')
  await expect(migrateWithEngine()).rejects.toThrow('division by zero')
  expect(await columns()).toEqual(ours)
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const records = () =>
  query<{ name: string; checksum: string; finished: boolean; logs: string | null; steps: number }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs, applied_steps_count AS steps
     FROM _prisma_migrations ORDER BY started_at`,
  )

const columns = () =>
  query(
    `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
     FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`,
  )

const migrateWithEngine = async () => {
  const migrationsList = toMigrationList(await readMigrations(dir))
  const { appliedMigrationNames } = await withSchemaEngine({ url }, (engine) =>
    engine.applyMigrations({ migrationsList, filters: noFilters }),
  )
  return appliedMigrationNames
}

/** Returns an address of the same database whose connection breaks once the server has executed a query with this text. */
async function endingAt(text: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(url)
  const proxy = createServer((client) => {
    const server = connect(Number(port || 5432), hostname)
    let last = false
    client.on('data', (chunk) => {
      last ||= chunk.includes(text)
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (!last) return client.write(chunk)
      client.destroy()
      server.destroy()
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const broken = new URL(url)
  broken.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  return { url: broken.href, close: () => proxy.close() }
}
