// tsx scripts/make-sample.ts   needs a build: makes the sample school that the tests' servers start from (sample-school.mjs)
import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withClient } from '../app/platform/advisory-lock.server'
import { startBuiltServer } from '../test/harness/built-server'
import { sampleFolder } from './sample-school.mjs'

const folder = sampleFolder()
if (!existsSync(folder)) {
  const dataDir = path.resolve(`${folder}.new`)
  // Those of other days and builds.
  rmSync(path.dirname(folder), { recursive: true, force: true })
  const server = await startBuiltServer({
    settings: { STIRRUP_MODE: 'demo', DATABASE_URL: undefined, DATA_DIR: dataDir },
  })
  const socket = encodeURIComponent(path.join(dataDir, 'socket'))
  await withClient(`postgresql://postgres@localhost/postgres?host=${socket}`, async (db) => {
    // A job that is stopped halfway would wait for its next time, which may be tomorrow.
    while ((await db.query('SELECT FROM job_runs WHERE finished_at IS NULL')).rowCount) await wait(50)
  })
  await server.stop()
  renameSync(dataDir, folder)
}
