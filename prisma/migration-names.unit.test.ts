import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { misnamed, NAMED_AHEAD, nextMigrationName } from './migration-names'

const folder = 'prisma/migrations'
const NOW = new Date('2026-12-24T10:00:00Z')

/**
 * Returns the migrations on main in the order in which they landed, then those of this tree; without Git's history,
 * only those of this tree.
 */
function landed(): string[] {
  const here = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  let history = ''
  try {
    const added = [
      'log',
      '--first-parent',
      '-m',
      '--diff-filter=A',
      // A renamed migration has landed under its new name.
      '--no-renames',
      '--name-only',
      '--reverse',
      '--format=',
      '--',
      folder,
    ]
    history = execFileSync('git', added, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    // An archive of the tree has no history.
  }
  const before = [...history.matchAll(/^prisma\/migrations\/(\w+)\/migration\.sql$/gm)].map(([, name = '']) => name)
  const standing = [...new Set(before)].filter((name) => here.includes(name))
  return [...standing, ...here.filter((name) => !standing.includes(name)).sort()]
}

test('No migration is older than one that landed before it, nor dated later than tomorrow', () => {
  expect(misnamed(landed(), new Date())).toEqual([])
})

test('A new migration is named by the current second, or by the one after the newest', () => {
  expect(nextMigrationName('horses', [], NOW)).toBe('20261224100000_horses')
  expect(nextMigrationName('horses', ['20261224095959_riders', '20261101000000_first'], NOW)).toBe(
    '20261224100000_horses',
  )
  expect(nextMigrationName('horses', ['20261231235959_ahead', '20261101000000_first'], NOW)).toBe(
    '20270101000000_horses',
  )
})

test('When two branches merge in the other order, the older name is refused and a newer one proposed', () => {
  expect(misnamed([NAMED_AHEAD, '20261224090000_second', '20261224080000_first'], NOW)).toEqual([
    '20261224080000_first sorts before 20261224090000_second, which landed first: name it 20261224100000_first',
  ])
  expect(misnamed([NAMED_AHEAD, '20261123140000_today'], NOW)).toEqual([
    `20261123140000_today sorts before ${NAMED_AHEAD}, which landed first: name it 20261224100000_today`,
  ])
  expect(misnamed([NAMED_AHEAD, '20261224080000_first', '20261224090000_second'], NOW)).toEqual([])
})

test('A future name is refused, unless it follows another by a second', () => {
  expect(misnamed([NAMED_AHEAD, '20261226100000_later'], NOW)).toEqual([
    '20261226100000_later is dated later than tomorrow',
  ])
  expect(misnamed([NAMED_AHEAD, '20261126090001_next'], new Date('2026-11-23T10:00:00Z'))).toEqual([])
})
