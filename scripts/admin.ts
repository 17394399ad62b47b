// npm run admin -- someone@example.org   makes an account an administrator's, and prints a link to choose a password
import { makeFirstAdmin } from '../app/models/accounts/first-admin.server'
import { startEmbeddedPostgres } from '../server/embedded-postgres'

const appUrl = (process.env.APP_URL || 'http://127.0.0.1:3000').replace(/\/+$/, '')

/** Needs no setting but the database, as `migrate` does, and APP_URL for the link. */
async function run(email: string): Promise<string> {
  if (process.env.DATABASE_URL) return makeFirstAdmin(process.env.DATABASE_URL, email, appUrl)
  const embedded = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR ?? '.data' })
  try {
    return await makeFirstAdmin(embedded.url, email, appUrl)
  } finally {
    await embedded.stop()
  }
}

try {
  console.log(await run(process.argv[2] ?? ''))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
