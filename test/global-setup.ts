import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../app/platform/migrate.server'
import { bundle } from '../scripts/bundle.mjs'
import { ensureTemplate } from '../server/embedded-postgres/template'
import { createDatabase, onServer } from './harness/databases'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run alone. */
    runDir: string
    /** The folder, or the database of the server under test, that each worker's database is copied from. */
    template: string
  }
}

/**
 * Prepares a migrated database once per run. With TEST_DATABASE_URL the databases are created on that server, whose
 * user must be allowed to create them; otherwise they are embedded ones.
 */
export default async function setup(project: TestProject) {
  const runDir = await mkdtemp(path.join(tmpdir(), 'stirrup-test-'))
  project.provide('runDir', runDir)
  const server = process.env.TEST_DATABASE_URL
  if (server) {
    const template = `stirrup_test_${process.pid}`
    await migrate((await createDatabase(server, template)).url)
    project.provide('template', template)
    return async () => {
      await onServer(server, (client) => dropDatabases(client, template))
      await rm(runDir, { recursive: true })
    }
  }
  await bundle()
  project.provide('template', await ensureTemplate())
  return () => rm(runDir, { recursive: true, force: true, maxRetries: 3 })
}

async function dropDatabases(client: pg.Client, prefix: string) {
  const { rows } = await client.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  for (const { name } of rows) await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
}
