// npm run move -- postgresql://user:password@host/database   moves the embedded database, of DATA_DIR, to an empty PostgreSQL

import { withClient } from '../app/platform/advisory-lock.server'
import { readMigrations } from '../app/platform/migrate.server'
import { nameOf, openEmbedded } from './backup/connect'
import { moveDatabase } from './backup/move-database'
import { inSeconds, runCommand } from './backup/report'

await runCommand(async () => {
  const [target] = process.argv.slice(2)
  if (!target || !/^postgres(ql)?:\/\//.test(target)) {
    throw new Error('Usage: npm run move -- postgresql://user:password@host/database')
  }
  const began = performance.now()
  const source = await openEmbedded()
  try {
    const table = await withClient(source.url, (from) =>
      withClient(target, async (to) => moveDatabase(from, to, await readMigrations())),
    )
    console.log(table)
    console.log(`\nMoved ${source.name} to ${nameOf(target)} in ${inSeconds(performance.now() - began)}.`)
    console.log(
      'Set DATABASE_URL to it and start the application. The folder stays as it is: keep it until all is well.',
    )
  } finally {
    await source.close()
  }
})
