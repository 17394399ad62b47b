// npm run backup                      writes stirrup-<time>.backup.gz to BACKUP_DIR, else to the folder backups of DATA_DIR
// npm run backup -- FILE              writes this file
// npm run backup -- --keep=30         and removes all but the newest thirty in that folder
import path from 'node:path'
import { parseArgs } from 'node:util'
import { withClient } from '../app/platform/advisory-lock.server'
import { openBeside } from './backup/connect'
import { backupFolder } from './backup/folder'
import { backupName, keepNewest, makeBackup } from './backup/make-backup'
import { inMegabytes, inSeconds, inTotal, runCommand } from './backup/report'

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } })
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0)) throw new Error('--keep needs a number such as 30')
  const file = path.resolve(positionals[0] ?? path.join(backupFolder(), backupName()))
  const database = await openBeside()
  try {
    const { header, sums, bytes, readMs } = await withClient(database.url, (client) => makeBackup(client, file))
    console.log(`${file}\n  ${inTotal(sums)} of ${database.name}, as of ${header.createdAt}`)
    console.log(`  ${inMegabytes(bytes)}, ${header.migrations.length} migrations, read in ${inSeconds(readMs)}`)
  } finally {
    await database.close()
  }
  const removed = keep ? await keepNewest(path.dirname(file), keep) : []
  if (removed.length) console.log(`  Removed ${removed.join(', ')}`)
})
