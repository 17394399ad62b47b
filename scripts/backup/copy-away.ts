import { copyFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { putFile } from './bucket'
import { backupsIn, keepNewest, timeInName } from './make-backup'
import type { BackupSettings } from './settings'
import { syncFile } from './write-file'

/** The row of `job_runs` with the time of the last copy. */
const COPIED = 'backup-copied'

/**
 * Copies the newest backup of a folder to the configured places, along with those made since the last success: all of
 * them if there was none. Records that for the status page. Returns a sentence for each place.
 * @throws Error if a place does not have all of them: it is tried again with the next backup
 */
export async function copyAway(
  client: pg.Client,
  folder: string,
  { copy, bucket }: Pick<BackupSettings, 'copy' | 'bucket'>,
  keep?: number,
): Promise<string[]> {
  const places = [copy && (() => toFolder(copy)), bucket && (() => toBucket(bucket))].filter(
    (place) => typeof place === 'function',
  )
  if (!places.length) return []
  const { rows } = await client.query<{ at: Date | null }>(`SELECT finished_at AS at FROM job_runs WHERE name = $1`, [
    COPIED,
  ])
  const last = rows[0]?.at
  const names = await backupsIn(folder)
  const waiting = names.filter((name, index) => index === names.length - 1 || !last || timeInName(name) > last)

  async function toFolder(there: string): Promise<string> {
    if (path.resolve(there) === path.resolve(folder)) throw new Error(`BACKUP_COPY is the folder of the backups`)
    if (!(await stat(there).catch(() => undefined))?.isDirectory()) {
      throw new Error(`BACKUP_COPY: there is no folder ${there}. Is its disk mounted?`)
    }
    for (const name of waiting) await copyWhole(path.join(folder, name), path.join(there, name))
    if (keep) await keepNewest(there, keep)
    return `Copied to ${there}: ${waiting.join(', ')}`
  }

  async function toBucket(to: NonNullable<BackupSettings['bucket']>): Promise<string> {
    const locked = waiting.filter((name) => name.endsWith('.age'))
    for (const name of locked) {
      await putFile(to, path.join(folder, name)).catch((error: Error) => {
        throw new Error(`${name} was not copied to ${to.url}. ${error.message}`)
      })
    }
    return `Copied to ${to.url}: ${locked.join(', ') || 'nothing, no backup is encrypted yet'}`
  }

  const began = new Date()
  const done = await Promise.allSettled(places.map((place) => place()))
  const failed = done.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
  await client.query(
    failed.length
      ? `INSERT INTO job_runs (name, failed_at, failures) VALUES ($1, $2, 1)
         ON CONFLICT (name) DO UPDATE SET failed_at = excluded.failed_at, failures = job_runs.failures + 1`
      : `INSERT INTO job_runs (name, finished_at) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET finished_at = excluded.finished_at`,
    [COPIED, began],
  )
  const said = done.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (failed.length) throw new Error([...said, ...failed, 'It is tried again with the next backup.'].join('\n'))
  return said
}

/** Copies a file so that it appears complete or not at all. */
async function copyWhole(from: string, to: string) {
  const part = `${to}.part`
  try {
    await copyFile(from, part)
    await syncFile(part)
    await rename(part, to)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
