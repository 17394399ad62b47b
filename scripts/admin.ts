// npm run admin -- someone@example.org   makes an account an administrator's
import { makeFirstAdmin } from '../app/models/accounts/first-admin.server'
import { startEmbeddedPostgres } from '../server/embedded-postgres'

/** Needs no setting but the database, as `migrate` does. */
async function run(email: string): Promise<string> {
  if (process.env.DATABASE_URL) return makeFirstAdmin(process.env.DATABASE_URL, email)
  const embedded = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR ?? '.data' })
  try {
    return await makeFirstAdmin(embedded.url, email)
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
