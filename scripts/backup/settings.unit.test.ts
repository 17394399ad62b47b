import { afterEach, expect, test, vi } from 'vitest'
import { backupFolder } from './settings'

afterEach(() => {
  vi.unstubAllEnvs()
})

const folderWith = (settings: Record<string, string>) => {
  for (const name of ['BACKUP_DIR', 'DATA_DIR', 'DATABASE_URL']) vi.stubEnv(name, settings[name])
  return backupFolder()
}

test('Backups of a PostgreSQL need a named folder, because an upgrade replaces the program’s own', () => {
  const DATABASE_URL = 'postgresql://localhost/stirrup'
  expect(() => folderWith({ DATABASE_URL })).toThrow('BACKUP_DIR is missing: the folder for backups.')
  expect(folderWith({ DATABASE_URL, BACKUP_DIR: '/var/backups/stirrup' })).toBe('/var/backups/stirrup')
  expect(folderWith({ DATABASE_URL, DATA_DIR: '/var/lib/stirrup' })).toBe('/var/lib/stirrup/backups')
  expect(folderWith({ DATA_DIR: '/var/lib/stirrup' })).toBe('/var/lib/stirrup/backups')
})
