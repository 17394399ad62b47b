import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSqlFiles } from './sql-files'

let db: pg.Client

beforeAll(async () => {
  db = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await db.connect()
})
afterAll(() => db.end())

/** Returns the definition of every function and view of ours, with its triggers, as the database writes it. */
async function definitions(): Promise<Record<string, string>> {
  const { rows } = await db.query<{ name: string; says: string }>(`
    SELECT proname AS name, concat_ws(E'\\n', pg_get_functiondef(p.oid), (
      SELECT string_agg(pg_get_triggerdef(t.oid), E'\\n' ORDER BY tgname) FROM pg_trigger t WHERE t.tgfoid = p.oid AND NOT t.tgisinternal)) AS says
    FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL SELECT relname, pg_get_viewdef(oid) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'v'`)
  return Object.fromEntries(rows.map(({ name, says }) => [name, says]))
}

test('Each function, view and trigger of the database equals its file', async () => {
  const before = await definitions()
  const files = readSqlFiles()
  expect(files.map(({ name }) => name).sort()).toEqual(Object.keys(before).sort())
  await db.query('BEGIN')
  const { rows } = await db.query<{ drop: string }>(`
    SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS drop FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE NOT tgisinternal AND p.pronamespace = current_schema()::regnamespace`)
  for (const { drop } of rows) await db.query(drop)
  for (const { sql } of files) await db.query(sql)
  const after = await definitions()
  await db.query('ROLLBACK')
  expect(after).toEqual(before)
})
