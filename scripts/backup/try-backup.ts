import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withClient } from '../../app/platform/advisory-lock.server'
import { readMigrations } from '../../app/platform/migrate.server'
import { startEmbeddedPostgres } from '../../server/embedded-postgres'
import { ensureTemplate } from '../../server/embedded-postgres/template'
import { isBackupName } from './make-backup'
import { readBackup } from './read-file'
import { restoreDatabase } from './restore-database'
import type { Header } from './snapshot'
import type { Sum } from './sums'

/** Restores a backup into an embedded database of its own, which is thrown away. Returns what was read back. */
export async function tryBackup(file: string, header: Header): Promise<Sum[]> {
  // Where the service may write; a container has no other place.
  const dataDir = await mkdtemp(path.join(process.env.DATA_DIR || tmpdir(), 'restore-check-'))
  try {
    const database = await startEmbeddedPostgres({ dataDir, template: await ensureTemplate(), fsync: false })
    try {
      const migrations = await readMigrations()
      const { sums } = await withClient(database.url, (client) =>
        restoreDatabase(client, header, readBackup(file), { replace: true, alone: true, migrations }),
      )
      return sums
    } finally {
      await database.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Undefined if the folder has none, or is not there. */
export async function newestBackup(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const newest = names.filter(isBackupName).sort().at(-1)
  return newest && path.join(folder, newest)
}

/** For the office's status page. A database that has no tables yet, as the one that is about to be filled, is left as it is. */
export const noteTried = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(`SELECT to_regclass('job_runs') AS jobs`)
    if (!rows[0].jobs) return
    await client.query(
      `INSERT INTO job_runs (name, started_at, finished_at) VALUES ('backup-tried', now(), now())
       ON CONFLICT (name) DO UPDATE SET started_at = now(), finished_at = now()`,
    )
  })
