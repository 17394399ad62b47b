// npm run restore -- FILE             fills an empty database with a backup
// npm run restore -- FILE --replace   throws away what the database holds
// npm run restore -- FILE --check     only says whether the file is whole
import { parseArgs } from 'node:util'
import { withClient } from '../app/platform/advisory-lock.server'
import { readMigrations } from '../app/platform/migrate.server'
import { openToFill } from './backup/connect'
import { load } from './backup/load'
import { checkBackup, readBackup } from './backup/read-file'
import { inSeconds, runCommand, sumTable } from './backup/report'

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (!file) throw new Error('Usage: npm run restore -- FILE [--replace] [--check]')
  const began = performance.now()
  const { header, sums } = await checkBackup(file)
  const school = header.school ? ` of ${header.school}` : ''
  console.log(`${file} is a whole backup${school}, made ${header.createdAt}.`)
  if (values.check) return console.log(sumTable(sums))
  const database = await openToFill()
  try {
    const migrations = await readMigrations()
    const { replace } = values
    const filled = await withClient(database.url, (client) =>
      load(client, header, readBackup(file), { replace, migrations, alone: !process.env.DATABASE_URL }),
    )
    console.log(`Restored to ${database.name} in ${inSeconds(performance.now() - began)}; read back and compared:`)
    console.log(sumTable(filled))
  } finally {
    await database.close()
  }
})
