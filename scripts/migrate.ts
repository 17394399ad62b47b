// npm run migrate                                           applies the migrations that are missing
// npm run migrate -- resolve <name> --applied|--rolled-back  repairs the record of a migration that failed
import { migrate, resolveMigration } from '../app/platform/migrate.server'
import { startEmbeddedPostgres } from '../server/embedded-postgres'

const usage = `Usage:
  npm run migrate
  npm run migrate -- resolve <migration> --applied | --rolled-back`

async function run(url: string, [command, name, flag]: string[]) {
  if (!command) {
    const applied = await migrate(url)
    console.log(applied.length ? `Applied ${applied.join(', ')}` : 'Nothing to apply')
  } else if (command === 'resolve' && name && (flag === '--applied' || flag === '--rolled-back')) {
    await resolveMigration(url, name, flag === '--applied' ? 'applied' : 'rolled-back')
    console.log(`${name} is recorded as ${flag.slice(2)}`)
  } else {
    throw new Error(usage)
  }
}

/** Needs no other setting: a repair must be possible while the configuration is incomplete. */
const embedded = process.env.DATABASE_URL
  ? undefined
  : await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR ?? '.data' })
try {
  await run(embedded?.url ?? process.env.DATABASE_URL ?? '', process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await embedded?.stop()
}
