import path from 'node:path'
import { backupProblems } from '../../app/platform/env/problems'
import { variables } from '../../app/platform/env/variables'
import type { Bucket } from './bucket'

const settings = variables.pick({
  DATABASE_URL: true,
  DATA_DIR: true,
  BACKUP_DIR: true,
  BACKUP_KEY: true,
  BACKUP_COPY: true,
  BACKUP_BUCKET: true,
  BACKUP_BUCKET_KEY: true,
  BACKUP_BUCKET_SECRET: true,
  BACKUP_BUCKET_REGION: true,
})

export interface BackupSettings {
  /** The key; undefined if files are not encrypted. */
  key: string | undefined
  /** Whether the settings say explicitly that they are not encrypted. */
  isPlainOnPurpose: boolean
  /** Another folder that gets a copy of each backup. */
  copy: string | undefined
  bucket: Bucket | undefined
}

function present() {
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()))
  const parsed = settings.safeParse(set)
  const problems = parsed.success
    ? backupProblems(parsed.data)
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  if (!parsed.success || problems.length) throw new Error(problems.join('\n'))
  return parsed.data
}

/** Returns the settings. @throws Error for an invalid one */
export function backupSettings(): BackupSettings {
  const vars = present()
  const { BACKUP_BUCKET: url, BACKUP_BUCKET_KEY: keyId, BACKUP_BUCKET_SECRET: secret } = vars
  return {
    key: vars.BACKUP_KEY === 'none' ? undefined : vars.BACKUP_KEY,
    isPlainOnPurpose: vars.BACKUP_KEY === 'none',
    copy: vars.BACKUP_COPY && path.resolve(vars.BACKUP_COPY),
    bucket: url && keyId && secret ? { url, keyId, secret, region: vars.BACKUP_BUCKET_REGION } : undefined,
  }
}

/**
 * Returns where `npm run backup` writes.
 * @throws Error for a PostgreSQL without BACKUP_DIR: an upgrade replaces the program's own folder
 */
export function backupFolder(): string {
  const { BACKUP_DIR, DATA_DIR, DATABASE_URL } = present()
  if (BACKUP_DIR) return BACKUP_DIR
  if (DATABASE_URL && !DATA_DIR) {
    throw new Error('BACKUP_DIR is missing: the folder for backups. Or name a file: npm run backup -- FILE')
  }
  return path.join(DATA_DIR || '.data', 'backups')
}
