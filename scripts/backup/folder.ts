import path from 'node:path'

/**
 * Where `npm run backup` writes.
 * @throws Error for a PostgreSQL without BACKUP_DIR: the program's own folder is exchanged by an upgrade
 */
export function backupFolder(): string {
  const { BACKUP_DIR, DATA_DIR, DATABASE_URL } = process.env
  if (BACKUP_DIR) return BACKUP_DIR
  if (DATABASE_URL && !DATA_DIR) {
    throw new Error('BACKUP_DIR is missing: the folder for backups. Or name a file: npm run backup -- FILE')
  }
  return path.join(DATA_DIR || '.data', 'backups')
}
