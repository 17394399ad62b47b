import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { backupWarningEmail } from '~/emails/backup-warning'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { isBackupName } from '~/platform/database/backup-name'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { logError } from '~/platform/log.server'
import { queueEmails } from '~/services/mail/email.server'
import { paths } from '~/utils/paths'
import { inWords } from './ago'
import { BACKUP_COPIED, BACKUP_OLD, BACKUP_TRIED, TRY_EVERY } from './status'

const HOUR = 60 * 60 * 1000
const WEEK = 7 * 24 * HOUR
/** The pause after a failed test, in milliseconds. */
const PAUSE = 23 * HOUR
const MAX_MS = 20 * 60 * 1000

/** Notifies a production school if its newest backup is old, or cannot be restored. */
export async function watchBackups(tryNewest: () => Promise<unknown> = restoreNewest): Promise<void> {
  if (getEnv().mode !== 'production') return
  await notifyOldBackup()
  await notifyMissingCopy()
  if (await claimTry()) await tryOnce(tryNewest)
}

/** Notifies once a week while it lasts. A school without a backup has 36 hours from its first account on. */
async function notifyOldBackup(): Promise<void> {
  const [row] = await prisma.$queryRaw<{ at: Date; made: Date | null; began: Date | null }[]>`
    SELECT now() AS at, (SELECT finished_at FROM job_runs WHERE name = 'backup') AS made,
           (SELECT min(created_at) FROM users) AS began`
  const since = row?.made ?? row?.began
  if (!row || !since) return
  const old = row.at.getTime() - since.getTime()
  if (old <= BACKUP_OLD) return
  const says = row.made ? `The last backup was made ${inWords(old)} ago.` : 'The school has no backup yet.'
  await notifyAdmins(`no-backup:${since.getTime()}:${Math.floor(old / WEEK)}`, {
    title: row.made ? 'the last backup is old' : 'there is no backup',
    says: `${says} If the disk fails, everything since then is lost.`,
    next: 'Whoever looks after the server should see why "npm run backup" did not run: docs/operations.md, "Every night".',
  })
}

/** Notifies once a week while copies fail. */
async function notifyMissingCopy(): Promise<void> {
  const copied = await prisma.jobRun.findUnique({ where: { name: BACKUP_COPIED } })
  if (!getEnv().copiesBackups || !copied?.failedAt) return
  const last = copied.finishedAt?.getTime() ?? 0
  if (copied.failedAt.getTime() < last) return
  await notifyAdmins(`not-copied:${last}:${Math.floor((copied.failedAt.getTime() - last) / WEEK)}`, {
    title: 'the last backup was not copied',
    says: 'The last backup lies on the server alone. If its disk fails, it is lost with the rest.',
    next: 'Whoever looks after the server should run "npm run backup", which says why, and tries again.',
  })
}

interface Warning {
  title: string
  says: string
  next: string
}

async function notifyAdmins(key: string, warning: Warning): Promise<void> {
  const admins = await prisma.user.findMany({
    where: { role: 'admin', active: true },
    select: { id: true, email: true },
  })
  const statusUrl = `${getEnv().appUrl}${paths.status()}`
  const content = backupWarningEmail({ ...letterheadOf(await findSchool(prisma)), ...warning, statusUrl })
  const messages = admins.flatMap(({ id, email }) =>
    email ? [{ ...content, dedupeKey: `${key}:${id}`, to: email }] : [],
  )
  await queueEmails(prisma, messages)
}

/** The name of its file. Undefined if there is none, or the folder is not ours to read. */
export async function newestBackup(): Promise<string | undefined> {
  const names = await readdir(getEnv().backupDir).catch(() => [])
  return names.filter(isBackupName).sort().at(-1)
}

/** Moves the time of the last try, so that one process tries. False if none is due. */
async function claimTry(): Promise<boolean> {
  if (!(await newestBackup())) return false
  const [pause, every] = [PAUSE / 1000, TRY_EVERY / 1000]
  const claimed = await prisma.$executeRaw`
    INSERT INTO job_runs (name, started_at) VALUES (${BACKUP_TRIED}, now())
    ON CONFLICT (name) DO UPDATE SET started_at = now()
    WHERE job_runs.started_at > now() + interval '1 minute'
       OR job_runs.started_at < now() - ${pause} * interval '1 second'
          AND coalesce(job_runs.finished_at < now() - ${every} * interval '1 second', true)`
  return claimed > 0
}

async function tryOnce(tryNewest: () => Promise<unknown>): Promise<void> {
  try {
    await tryNewest()
    await prisma.$executeRaw`UPDATE job_runs SET finished_at = now() WHERE name = ${BACKUP_TRIED}`
  } catch (error) {
    logError(error, { job: BACKUP_TRIED })
    const [row] = await prisma.$queryRaw<{ failures: number }[]>`
      UPDATE job_runs SET failed_at = now(), failures = failures + 1 WHERE name = ${BACKUP_TRIED} RETURNING failures`
    await notifyAdmins(`backup-not-restored:${row?.failures}`, {
      title: 'the newest backup could not be restored',
      says: 'The newest backup was restored into a database of its own to try it, and that failed.',
      next: 'Whoever looks after the server should run "npm run restore -- --check", which says why, and keep the older backups.',
    })
  }
}

/** Restores the newest backup in another process: it needs a database's memory, and a crash there harms nothing here. */
const restoreNewest = () =>
  promisify(execFile)(process.execPath, ['build/node/scripts/restore.js', '--check'], {
    env: { ...process.env, BACKUP_DIR: getEnv().backupDir },
    timeout: MAX_MS,
  })
