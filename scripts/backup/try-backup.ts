import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withClient } from '../../app/platform/advisory-lock.server'
import { readMigrations } from '../../app/platform/migrate.server'
import { startEmbeddedPostgres } from '../../server/embedded-postgres'
import { ensureTemplate } from '../../server/embedded-postgres/template'
import { isEncrypted } from './encrypt'
import { backupsIn } from './make-backup'
import { checkBackup, readBackup } from './read-file'
import { restoreDatabase } from './restore-database'
import type { Header } from './snapshot'
import type { Sum } from './sums'

const SCRATCH = 'restore-check-'
/** The age, in milliseconds, of leftovers: longer than any test takes. */
const LEFT_OVER_MS = 60 * 60 * 1000

/** Deletes what a killed test left: a database that anyone could read. */
async function removeLeftOvers(folder: string) {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(SCRATCH)) continue
    const there = path.join(folder, name)
    const made = await stat(there).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > LEFT_OVER_MS)
      await rm(there, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Restores a backup into a separate embedded database, which is deleted afterward. Returns what was read back. */
export async function tryBackup(file: string, key: string | undefined, header: Header): Promise<Sum[]> {
  // A folder where the service may write; a container has no other.
  const folder = process.env.DATA_DIR || tmpdir()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeLeftOvers(folder)
  const dataDir = await mkdtemp(path.join(folder, SCRATCH))
  const interrupted = () => {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
    process.exit(1)
  }
  process.once('SIGTERM', interrupted).once('SIGINT', interrupted)
  try {
    const database = await startEmbeddedPostgres({ dataDir, template: await ensureTemplate(), fsync: false })
    try {
      const migrations = await readMigrations()
      const { sums } = await withClient(database.url, (client) =>
        restoreDatabase(client, header, readBackup(file, key), { replace: true, alone: true, migrations }),
      )
      return sums
    } finally {
      await database.stop()
    }
  } finally {
    process.off('SIGTERM', interrupted).off('SIGINT', interrupted)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Returns the newest backup; undefined if the folder has none, or does not exist. */
export async function newestBackup(folder: string): Promise<string | undefined> {
  const names = await backupsIn(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const newest = names.at(-1)
  return newest && path.join(folder, newest)
}

/** Nobody shall learn on the day of a restore that the newest file is not whole, or that the key is another one. */
export async function newestProblems(folder: string, key: string | undefined): Promise<string[]> {
  try {
    const file = await newestBackup(folder)
    // The status page says that there is no key.
    if (file && (key || !(await isEncrypted(file)))) await checkBackup(file, key)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** For the office's status page. A database that has no tables yet, as the one that is about to be filled, is left as it is. */
export const recordTest = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(`SELECT to_regclass('job_runs') AS jobs`)
    if (!rows[0].jobs) return
    await client.query(
      `INSERT INTO job_runs (name, started_at, finished_at) VALUES ('backup-tried', now(), now())
       ON CONFLICT (name) DO UPDATE SET started_at = now(), finished_at = now()`,
    )
  })
