// npm run backup                      writes stirrup-<time>.backup.gz.age to BACKUP_DIR, else to the folder backups of DATA_DIR, and copies it
// npm run backup -- FILE              writes this file alone
// npm run backup -- --keep=30         and removes all but the newest thirty in that folder
// npm run backup -- --new-key         prints a key for BACKUP_KEY
import path from 'node:path'
import { parseArgs } from 'node:util'
import { withClient } from '../app/platform/advisory-lock.server'
import { openBeside } from './backup/connect'
import { copyAway } from './backup/copy-away'
import { newKey } from './backup/encrypt'
import { backupName, keepNewest, makeBackup } from './backup/make-backup'
import { inMegabytes, inSeconds, inTotal, runCommand } from './backup/report'
import { backupFolder, backupSettings } from './backup/settings'

const NOT_ENCRYPTED = `  WARNING. This backup is not encrypted: whoever gets it reads all that families told the school. With systemd,
  deploy/stirrup-run backup makes one with the settings of the service. "npm run backup -- --new-key" makes a key for them. Keep
  a copy of it away from this machine: without it no backup can be opened. BACKUP_KEY=none says that files shall stay as they are.`

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' }, 'new-key': { type: 'boolean', default: false } },
  })
  if (values['new-key']) return console.log(`BACKUP_KEY=${await newKey()}`)
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0)) throw new Error('--keep needs a number such as 30')
  await backUp(positionals[0], keep)
})

async function backUp(named: string | undefined, keep: number | undefined) {
  const settings = backupSettings()
  const { key } = settings
  const file = path.resolve(named ?? path.join(backupFolder(), backupName(new Date(), key !== undefined)))
  const folder = path.dirname(file)
  const database = await openBeside()
  try {
    await withClient(database.url, async (client) => {
      const { header, sums, bytes, readMs } = await makeBackup(client, file, key)
      console.log(`${file}\n  ${inTotal(sums)} of ${database.name}, as of ${header.createdAt}`)
      console.log(`  ${inMegabytes(bytes)}, ${header.migrations.length} migrations, read in ${inSeconds(readMs)}`)
      if (!key && !settings.isPlainOnPurpose) console.error(`\n${NOT_ENCRYPTED}\n`)
      const removed = keep ? await keepNewest(folder, keep) : []
      if (removed.length) console.log(`  Removed ${removed.join(', ')}`)
      if (!named) for (const sentence of await copyAway(client, folder, settings, keep)) console.log(`  ${sentence}`)
    })
  } finally {
    await database.close()
  }
}
