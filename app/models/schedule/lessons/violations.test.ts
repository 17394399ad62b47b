import { expect, test } from 'vitest'
import { TABLES } from '~/models/schedule/snapshot/book-columns'
import { prisma } from '~/platform/db.server'
import { BUSY } from './change-lesson.server'

test('Whatever a table of the week holds once is told in words if a change would hold it twice', async () => {
  const tables = Object.values(TABLES).map(({ table }) => table)
  const rows = await prisma.$queryRaw<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE (i.indisunique OR i.indisexclusion) AND NOT i.indisprimary AND i.indrelid::regclass::text = ANY(${tables})`
  expect(rows.map(({ name }) => name).filter((name) => !(name in BUSY))).toEqual([])
})
