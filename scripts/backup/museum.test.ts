import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkBackup } from './read-file'
import { tryBackup } from './try-backup'

/** A backup from each version that schools have used: a sample school, written by that version's `tsx scripts/sample-backup.ts FILE`. */
const MUSEUM = path.resolve('scripts/backup/museum')

/** The number of rows in each, counted when it was made. */
const ROWS: Record<string, Record<string, number>> = {
  '2026-11-24.backup.gz': { users: 42, lessons: 870, payment_transactions: 103, waiver_signatures: 30, makeups: 46 },
  '2026-11-26.backup.gz': { users: 42, lessons: 899, payment_transactions: 105, waiver_signatures: 30, makeups: 52 },
}

test.each(Object.entries(ROWS))('The backup %s of an older version restores with all its rows', async (name, rows) => {
  const file = path.join(MUSEUM, name)
  const { header, sums } = await checkBackup(file)
  const restored = await tryBackup(file, undefined, header)
  expect(restored).toEqual(sums)
  expect(Object.fromEntries(restored.map((sum) => [sum.table, sum.rows]))).toMatchObject(rows)
})

test('Every file of the museum is tested', async () => {
  expect((await readdir(MUSEUM)).sort()).toEqual(Object.keys(ROWS).sort())
})
