import { statSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { isBackupName } from '../../app/platform/database/backup-name'
import { type Header, inSnapshot, readDatabase, readHeader } from './snapshot'
import type { Sum } from './sums'
import { writeBackup } from './write-file'

export interface Backup {
  file: string
  header: Header
  sums: Sum[]
  bytes: number
  /** How long reading the database took, in milliseconds; the embedded one answers nothing else in that time. */
  readMs: number
}

/**
 * Writes the database's contents at one moment to a file, encrypted if there is a key, and records the time for the
 * office's status page.
 */
export async function makeBackup(client: pg.Client, file: string, key?: string): Promise<Backup> {
  const now = new Date()
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  let began = 0
  const written = await inSnapshot(client, async () => {
    began = performance.now()
    const header = await readHeader(client, now)
    return { header, sums: await writeBackup(file, header, readDatabase(client), key) }
  })
  const readMs = performance.now() - began
  await client.query(
    `INSERT INTO job_runs (name, started_at, finished_at) VALUES ('backup', $1, now())
     ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, finished_at = excluded.finished_at`,
    [now],
  )
  return { file, ...written, bytes: statSync(file).size, readMs }
}

/** Returns a file name with the time in UTC. */
export const backupName = (now = new Date(), isEncrypted = false) =>
  `stirrup-${now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}.backup.gz${isEncrypted ? '.age' : ''}`

/** Returns the time in a backup's file name. */
export const timeInName = (name: string): Date =>
  new Date(name.replace(/^stirrup-(.{10})-(..)(..)(..)\..*$/, '$1T$2:$3:$4Z'))

/** Returns the names of the backups in a folder, oldest first. */
export const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter(isBackupName).sort()

/** Deletes the oldest backups of a folder that have our name. Returns the deleted ones. */
export async function keepNewest(folder: string, count: number): Promise<string[]> {
  const found = await backupsIn(folder)
  const old = found.slice(0, Math.max(0, found.length - count))
  for (const name of old) await rm(path.join(folder, name))
  return old
}
