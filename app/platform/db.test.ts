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
