import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'

test('A statement that comes again is planned once for each connection', async () => {
  // A client of its own: the one of the files before may have given all its names away.
  await prisma.$disconnect()
  globalThis.stirrupPrisma = undefined
  const find = () => prisma.user.findMany({ where: { email: 'nobody@example.test' } })
  // More often than there are connections, so that each has prepared what it runs.
  for (let i = 0; i < 12; i++) await find()
  const [{ used } = { used: 0 }] = await prisma.$queryRaw<{ used: number }[]>`
    SELECT coalesce(sum(generic_plans + custom_plans), 0)::int AS used FROM pg_prepared_statements
    WHERE statement LIKE 'SELECT "public"."users"."id"%'`
  expect(used).toBeGreaterThan(0)
})
