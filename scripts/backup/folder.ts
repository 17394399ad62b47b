import path from 'node:path'

/** Where `npm run backup` writes. */
export const backupFolder = () => process.env.BACKUP_DIR || path.join(process.env.DATA_DIR || '.data', 'backups')
