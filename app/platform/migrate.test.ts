import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { startScratchDatabase } from '../../test/scratch-database'
import { migrate, resolveMigration } from './migrate.server'

let dir: string
let scratch: { url: string; stop(): Promise<void> }
let url: string

beforeAll(async () => {
  scratch = await startScratchDatabase()
  url = scratch.url
})
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

test('applies what is missing, in order, once', async () => {
  await migration('01_table', `CREATE TABLE horses (name text); INSERT INTO horses VALUES ('a;b'); ${body}`)
  expect(await migrate(url, dir)).toEqual(['01_table'])
  await migration('02_column', 'ALTER TABLE horses ADD COLUMN height int DEFAULT two()')
  expect(await migrate(url, dir)).toEqual(['02_column'])
  expect(await migrate(url, dir)).toEqual([])
  expect(await query('SELECT * FROM horses')).toEqual([{ name: 'a;b', height: 2 }])
})

test('two processes that start at once apply each migration once', async () => {
  await migration('01_table', 'CREATE TABLE horses (name text)')
  const applied = await Promise.all([migrate(url, dir), migrate(url, dir)])
  expect(applied.flat()).toEqual(['01_table'])
})

test('a migration that fails leaves nothing behind and stands in the way until it is resolved', async () => {
  await migration('01_table', 'CREATE TABLE horses (name text); SELECT 1 / 0')
  await expect(migrate(url, dir)).rejects.toThrow('division by zero')
  expect(await query("SELECT to_regclass('horses') AS found")).toEqual([{ found: null }])
  await migration('01_table', 'CREATE TABLE horses (name text)')
  await expect(migrate(url, dir)).rejects.toThrow('01_table')
  await resolveMigration(url, '01_table', 'rolled-back', dir)
  expect(await migrate(url, dir)).toEqual(['01_table'])
})

test('a failed migration that was finished by hand can be recorded as applied', async () => {
  await migration('01_table', 'CREATE TABLE horses (name text); SELECT 1 / 0')
  await expect(migrate(url, dir)).rejects.toThrow()
  await query('CREATE TABLE horses (name text)')
  await resolveMigration(url, '01_table', 'applied', dir)
  expect(await migrate(url, dir)).toEqual([])
})

test('resolving a migration that nobody knows is an error', async () => {
  await expect(resolveMigration(url, '09_unknown', 'rolled-back', dir)).rejects.toThrow()
})
