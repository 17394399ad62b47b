import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'

test('A repeated statement is planned once per connection', async () => {
  // A new client, because earlier files may have used up all names of the old one.
  await prisma.$disconnect()
  globalThis.stirrupPrisma = undefined
  const find = () => prisma.user.findMany({ where: { email: 'nobody@example.test' } })
  // More often than there are connections, so that each one has prepared the statement.
  for (let i = 0; i < 12; i++) await find()
  const [{ used } = { used: 0 }] = await prisma.$queryRaw<{ used: number }[]>`
    SELECT coalesce(sum(generic_plans + custom_plans), 0)::int AS used FROM pg_prepared_statements
    WHERE statement LIKE 'SELECT "public"."users"."id"%'`
  expect(used).toBeGreaterThan(0)
})

test('The database holds every time of a lesson, a ride or an absence to HH:mm', async () => {
  const unchecked = await prisma.$queryRaw<{ column: string }[]>`
    SELECT c.table_name || '.' || c.column_name AS "column" FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
      AND c.column_name ~ '_time$' AND c.data_type LIKE 'character%'
      AND NOT EXISTS (
        SELECT FROM pg_constraint k WHERE k.conrelid = c.table_name::regclass AND k.contype = 'c' AND k.convalidated
          AND strpos(pg_get_constraintdef(k.oid), c.column_name) > 0
          AND strpos(pg_get_constraintdef(k.oid), '^([01][0-9]|2[0-3]):[0-5][0-9]$') > 0)`
  expect(unchecked).toEqual([])
})
