import { expect, test } from 'vitest'
import { readMigrations } from '~/platform/migrate.server'
import { changedSql, readSqlFiles } from './sql-files'

const body = (answer: number) => `FUNCTION answer() RETURNS int LANGUAGE sql AS $$ SELECT ${answer}; $$;`
const trigger = 'CREATE TRIGGER asks BEFORE INSERT ON horses EXECUTE FUNCTION answer();'
const file = (answer: number) => ({ name: 'answer', sql: `-- Why.\nCREATE OR REPLACE ${body(answer)}\n\n${trigger}\n` })
const made = [
  { name: '1', sql: `CREATE ${body(1)}\n${trigger}` },
  { name: '2', sql: `CREATE OR REPLACE ${body(2)}` },
  { name: '3', sql: 'ALTER TABLE horses ADD COLUMN height int' },
]

test('A new migration contains the changed part of a function, and all of a new one', () => {
  expect(changedSql([file(2)], made)).toEqual([])
  expect(changedSql([file(3)], made)).toEqual([`CREATE OR REPLACE ${body(3)}\n`])
  expect(changedSql([file(1)], [])).toEqual([file(1).sql])
})

test('The migrations contain every file', async () => {
  expect(changedSql(readSqlFiles(), await readMigrations())).toEqual([])
})
