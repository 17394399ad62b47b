import { existsSync } from 'node:fs'
import { claimMode, refuseOtherMode } from '~/platform/database/mode.server'
import type { Env } from '~/platform/env.server'
import { migrate } from '~/platform/migrate.server'
import { startEmbeddedPostgres } from './embedded-postgres'
import { ensureTemplate } from './embedded-postgres/template'

async function prepare(url: string, { mode }: Env): Promise<void> {
  await refuseOtherMode(url, mode)
  await migrate(url)
  await claimMode(url, mode)
}

/**
 * Prepares the database that DATABASE_URL names, or starts an embedded one and sets DATABASE_URL to it. Returns a
 * function that stops it.
 * @throws WrongDatabase if the demo would get a school's database, or a school the demo's.
 */
export async function startDatabase(env: Env, onFailure: (error: Error) => void): Promise<() => Promise<void>> {
  if (env.databaseUrl) {
    await prepare(env.databaseUrl, env)
    return async () => undefined
  }
  const { dataDir } = env
  // Only a first start needs the template.
  const template = existsSync(`${dataDir}/pg`) ? undefined : await ensureTemplate()
  const database = await startEmbeddedPostgres({ dataDir, template, onFailure })
  try {
    await prepare(database.url, env)
  } catch (error) {
    await database.stop()
    throw error
  }
  process.env.DATABASE_URL = database.url
  process.env.DATABASE_EMBEDDED = 'true'
  return database.stop
}
