// tsx scripts/sample-backup.ts FILE   needs a build: starts the demo in DATA_DIR, and backs its sample school up
import { execFileSync } from 'node:child_process'
import { startBuiltServer } from '../test/harness/built-server'
import { copySample } from './sample-school.mjs'

const [file] = process.argv.slice(2)
if (!file || !process.env.DATA_DIR) throw new Error('Usage: DATA_DIR=FOLDER tsx scripts/sample-backup.ts FILE')
copySample(process.env.DATA_DIR)
const server = await startBuiltServer({ settings: { STIRRUP_MODE: 'demo', DATABASE_URL: undefined } })
try {
  execFileSync(process.execPath, ['build/node/scripts/backup.js', file], { stdio: 'inherit' })
} finally {
  await server.stop()
}
