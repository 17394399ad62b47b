import { Prisma } from '~/generated/prisma/client'
import { isPersonOf } from '~/models/people/accounts/rider-of.server'
import type { Month } from '~/models/vocabulary/month'
import { daysOfMonth } from '~/models/vocabulary/month'
import { displayName } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import { type Cents, centsOf } from '~/utils/money'
import { pageCount } from '~/utils/paging'
import { owedSql, unpaidSinceSql } from './due-sql.server'
import { studentsOf } from './student-list.server'
import type { UnpaidOrder, UnpaidRow } from './unpaid'

const PAGE_SIZE = 50

const ORDERS: Record<UnpaidOrder, Prisma.Sql> = {
  name: Prisma.sql`sort, id`,
  owed: Prisma.sql`owed DESC NULLS LAST, sort, id`,
  since: Prisma.sql`since NULLS FIRST, sort, id`,
}

type Person = { id: string; firstName: string | null; lastName: string | null; email: string | null }
type Row = Omit<UnpaidRow, 'name' | 'payer' | 'owed'> &
  Person & {
    owed: Prisma.Decimal | null
    guardian: Person | null
    payer: string
    sort: string
    count: number
    sum: string | null
  }

/** Returns the key that allows one email per family and day. */
export const payLinkKey = (payerId: string): string => `pay-link:${today()}:${payerId}`

/** Lists who has a ride or a package in a month that is neither paid nor clearing. */
export async function listUnpaid(
  {
    month,
    search,
    order = 'name',
    page,
    payerId,
  }: { month: Month; search?: string; order?: UnpaidOrder; page?: number; payerId?: string },
  db: Db = prisma,
): Promise<{ students: UnpaidRow[]; count: number; pages: number; owed: Cents }> {
  const { from, to } = daysOfMonth(month)
  const part = page ? Prisma.sql`LIMIT ${PAGE_SIZE} OFFSET ${(page - 1) * PAGE_SIZE}` : Prisma.empty
  const family = payerId === undefined ? Prisma.sql`true` : isPersonOf('u', Prisma.sql`${payerId}`)
  const rows = await db.$queryRaw<Row[]>(Prisma.sql`
    SELECT s.*, (count(*) OVER ())::integer AS count, (sum(owed) OVER ())::text AS sum,
           EXISTS (SELECT 1 FROM email_outbox e WHERE e.dedupe_key = ${payLinkKey('')} || payer) AS "mailedToday"
    FROM (
      SELECT n.id, n."firstName", n."lastName", n.email, n.phone, n."parentName", n.subscribed, n.active, n.sort,
             d.what, d.owed, d."packageId", ${unpaidSinceSql(from)}::text AS since,
             CASE WHEN u.email IS NULL THEN coalesce(u.guardian_id, u.id) ELSE u.id END AS payer,
             (SELECT json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'email', p.email)
              FROM users p WHERE p.id = u.guardian_id) AS guardian
      FROM (${studentsOf({ month, search })}) n JOIN users u ON u.id = n.id
      LEFT JOIN LATERAL (${owedSql(from, to)}) d ON true
      WHERE n."paymentStatus" = 'Pending' AND ${family}) s
    ORDER BY ${ORDERS[order]} ${part}`)
  if (!rows.length && page && page > 1)
    return { ...(await listUnpaid({ month, search, order, page: 1 }, db)), students: [] }
  return {
    students: rows.map(unpaidRow),
    count: rows[0]?.count ?? 0,
    pages: pageCount(rows[0]?.count ?? 0, PAGE_SIZE),
    owed: centsOf(rows[0]?.sum ?? '0'),
  }
}

function unpaidRow({ firstName, lastName, guardian, owed, sort: _, ...row }: Row): UnpaidRow {
  const person = { id: row.id, firstName, lastName, email: row.email }
  const payer = row.email ? person : guardian
  return {
    ...row,
    name: displayName(person),
    payer: payer?.email ? { id: payer.id, name: displayName(payer), email: payer.email } : null,
    owed: owed && centsOf(owed),
  }
}
