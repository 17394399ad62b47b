// npm run restore -- FILE             fills an empty database with a backup
// npm run restore -- FILE --replace   throws away what the database holds
// npm run restore -- FILE --check     restores the file into a database of its own, and throws that away
// npm run restore -- --check          the same with the newest backup
import { parseArgs } from 'node:util'
import { withClient } from '../app/platform/advisory-lock.server'
import { readMigrations } from '../app/platform/migrate.server'
import { hasDatabase, openBeside, openToFill } from './backup/connect'
import { checkBackup, readBackup } from './backup/read-file'
import { inSeconds, inTotal, runCommand, sumTable } from './backup/report'
import { restoreDatabase, SEQUENCE_STEP } from './backup/restore-database'
import { backupFolder, backupSettings } from './backup/settings'
import type { Header } from './backup/snapshot'
import { newestBackup, recordTest, tryBackup } from './backup/try-backup'

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  })
  const file = positionals[0] ?? (values.check ? await newestBackup(backupFolder()) : undefined)
  if (!file && values.check) throw new Error(`There is no backup in ${backupFolder()}`)
  if (!file) throw new Error('Usage: npm run restore -- FILE [--replace] [--check]')
  const { key } = backupSettings()
  const { header } = await checkBackup(file, key)
  const school = header.school ? ` of ${header.school}` : ''
  console.log(`${file} is a whole backup${school}, made ${header.createdAt}.`)
  await (values.check ? check(file, key, header) : restore(file, key, header, values.replace))
})

async function check(file: string, key: string | undefined, header: Header) {
  const began = performance.now()
  const sums = await tryBackup(file, key, header)
  console.log(sumTable(sums))
  console.log(`It can be restored: ${inTotal(sums)} came back, in ${inSeconds(performance.now() - began)}.`)
  if (!hasDatabase()) return
  const database = await openBeside()
  try {
    await recordTest(database.url)
  } finally {
    await database.close()
  }
}

async function restore(file: string, key: string | undefined, header: Header, replace: boolean) {
  const began = performance.now()
  const database = await openToFill()
  try {
    const migrations = await readMigrations()
    const { sums, undone, sealed } = await withClient(database.url, (client) =>
      restoreDatabase(client, header, readBackup(file, key), { replace, migrations, alone: !process.env.DATABASE_URL }),
    )
    console.log(`Restored to ${database.name} in ${inSeconds(performance.now() - began)}; read back and compared:`)
    console.log(sumTable(sums))
    console.log(
      `\nEveryone is signed out, mailed links are ended, and new numbers are at least ${SEQUENCE_STEP} higher.`,
    )
    console.log('Whoever became an administrator, was blocked or was erased since the backup is as on its day.')
    if (sealed.length) {
      console.log(
        `Saved on screens, and opened by the SESSION_SECRET of the server that made the backup alone: ${sealed.join(', ')}. With another one, /settings/status says what to type again.`,
      )
    }
    if (undone.length) console.log(`As far as the rows that were thrown away tell:\n  ${undone.join('\n  ')}`)
  } finally {
    await database.close()
  }
}
