import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { withClient } from '~/platform/advisory-lock.server'
import { readMigrations } from '~/platform/migrate.server'
import { fillEveryColumn } from '../../test/every-column'
import { startEmbeddedScratchDatabase, startScratchDatabase } from '../../test/scratch-database'
import { load } from './load'
import { makeBackup } from './make-backup'
import { moveDatabase } from './move-database'
import { checkBackup, readBackup } from './read-file'
import { inSnapshot, sumDatabase } from './snapshot'
import { listTables } from './tables'

interface Scratch {
  url: string
  stop(): Promise<void>
}

/** On a server the first is embedded and the second is not: the data goes out of PostgreSQL and back in. */
let restored: Scratch
let moved: Scratch

beforeAll(async () => {
  restored = await startEmbeddedScratchDatabase()
  moved = await startScratchDatabase()
})
afterAll(async () => {
  await restored.stop()
  await moved.stop()
})

/** Dates of GiST indexes that later tests of the same worker write to. */
const FINITE = [
  ['one_time_participants', 'lesson_date'],
  ['horse_usage', 'usage_date'],
  ['horse_work', 'work_date'],
] as const

const source = () => process.env.DATABASE_URL ?? ''
const sumsOf = (url: string) => withClient(url, (client) => inSnapshot(client, () => sumDatabase(client)))
const empty = (url: string) =>
  withClient(url, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))

async function fill(client: pg.Client, sparse: boolean): Promise<string[]> {
  const tables = (await listTables(client)).map(({ name }) => name)
  await client.query(`TRUNCATE ${tables.join(', ')} RESTART IDENTITY CASCADE`)
  return fillEveryColumn(client, tables, { sparse })
}

test('Every table is included in a backup', async () => {
  const { tables, held } = await withClient(source(), async (client) => ({
    held: (await listTables(client)).map(({ name }) => name).sort(),
    tables: await client.query(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'`,
    ),
  }))
  expect(held).toEqual(tables.rows.map(({ name }) => name).sort())
})

test.each([
  ['as much', false],
  ['as little', true],
])(
  'A school with odd values in every column, and %s where a row allows it, is the same after a backup, a restore and a move',
  async (_, sparse) => {
    expect(await withClient(source(), (client) => fill(client, sparse))).toEqual([])
    for (const [table, column] of FINITE) {
      const infinite = `SELECT FROM ${table} WHERE NOT isfinite(${column})`
      expect((await withClient(source(), (client) => client.query(infinite))).rowCount).toBe(0)
    }
    const file = path.join(inject('runDir'), `every-column-${process.pid}-${sparse}.gz`)
    const { sums } = await withClient(source(), (client) => makeBackup(client, file))
    await empty(restored.url)
    await empty(moved.url)
    const migrations = await readMigrations()
    const { header } = await checkBackup(file)
    const filled = await withClient(restored.url, (to) =>
      load(to, header, readBackup(file), { replace: false, migrations }),
    )
    expect(filled).toEqual(sums)
    await withClient(restored.url, (from) => withClient(moved.url, (to) => moveDatabase(from, to, migrations)))
    expect(await sumsOf(moved.url)).toEqual(await sumsOf(restored.url))
    expect(sums.every(({ rows }) => rows > 0)).toBe(true)
  },
)
