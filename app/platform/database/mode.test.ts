import { afterAll, beforeEach, expect, test } from 'vitest'
import { withClient } from '~/platform/advisory-lock.server'
import { migrate } from '~/platform/migrate.server'
import { startScratchDatabase } from '../../../test/scratch-database'
import { claimMode, refuseOtherMode } from './mode.server'

const run = (sql: string) => withClient(scratch.url, (client) => client.query(sql))
const empty = () => run('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
const account = (email: string) => `INSERT INTO users (id, email, password) VALUES ('${email}', '${email}', 'x');`
const SAMPLE = `INSERT INTO job_runs (name, started_at, finished_at) VALUES ('sample-school', now(), now()); ${account('admin@stirrup.example')}`

async function start(mode: 'demo' | 'production') {
  await refuseOtherMode(scratch.url, mode)
  await migrate(scratch.url)
  await claimMode(scratch.url, mode)
}

const scratch = await startScratchDatabase()
afterAll(() => scratch.stop())
beforeEach(empty)

test('A demo database does not start in production, nor a production database in the demo', async () => {
  await start('demo')
  await start('demo')
  await expect(start('production')).rejects.toThrow("This database is a demo's")
  await empty()
  await start('production')
  await expect(start('demo')).rejects.toThrow("This database is a school's")
})

test.each<[string, string, 'demo' | 'production']>([
  ['with the sample school alone', SAMPLE, 'demo'],
  ['with the sample school and a family', SAMPLE + account('ann@lee.test'), 'production'],
  ['with a family', account('ann@lee.test'), 'production'],
  ['with nothing but the name of a school', "INSERT INTO school (name) VALUES ('Hill')", 'production'],
])('A database from before there was a mark, %s, is recognized', async (_, rows, mode) => {
  await migrate(scratch.url)
  await run(rows)
  const other = mode === 'demo' ? 'production' : 'demo'
  await expect(start(other)).rejects.toThrow('Nothing was changed')
  await start(mode)
  const { rows: marks } = await run('SELECT mode FROM installation')
  expect(marks).toEqual([{ mode }])
})

test('A database of the other mode is not migrated', async () => {
  await migrate(scratch.url)
  await run(account('ann@lee.test'))
  await run(
    'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)',
  )
  await expect(start('demo')).rejects.toThrow("This database is a school's")
})

test('A start does not end because another one has migrated a new database in part', async () => {
  await migrate(scratch.url)
  await run('DELETE FROM installation; DROP TABLE school CASCADE')
  await expect(refuseOtherMode(scratch.url, 'production')).resolves.toBeUndefined()
})

test('Two starts at once on a new database leave one mark', async () => {
  await migrate(scratch.url)
  const starts = await Promise.allSettled([claimMode(scratch.url, 'demo'), claimMode(scratch.url, 'production')])
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
