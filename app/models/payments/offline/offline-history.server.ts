import { Prisma } from '~/generated/prisma/client'
import { namesSql } from '~/models/accounts/name-sql.server'
import { displayName } from '~/models/accounts/user'
import { prisma } from '~/platform/db.server'
import { pageCount, rowsOfPage } from '~/utils/paging'

const PAGE = 15
const nameSql = Prisma.raw(namesSql('u.first_name', 'u.last_name'))

export interface OfflineMonth {
  userId: string
  name: string
  month: number
  /** Whole. */
  dollars: number
  /** How it was paid; null if the month was typed into the grid. */
  method: string | null
}

interface Found {
  rows: (OfflineMonth & { firstName: string | null; lastName: string | null; email: string | null })[]
  count: number
}

/** What the office noted in a year, removed students included: a row for each month above zero, the latest first. One query. */
export async function offlineHistory(
  year: number,
  { page, studentId }: { page: number; studentId?: string },
): Promise<{ pages: number; rows: OfflineMonth[] }> {
  const { skip, take } = rowsOfPage(page, PAGE)
  const theirs = studentId === undefined ? Prisma.empty : Prisma.sql`AND y.user_id = ${studentId}`
  const [found] = await prisma.$queryRaw<Found[]>(Prisma.sql`
    WITH noted AS (
      SELECT u.id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.email, m.month,
             m.amount::integer AS dollars, m.method, lower(${nameSql}) AS sort
      FROM offline_payment_months m JOIN offline_payments y ON y.id = m.record_id JOIN users u ON u.id = y.user_id
      WHERE y.year = ${year} AND m.amount > 0 ${theirs})
    SELECT (SELECT count(*)::integer FROM noted) AS count,
           (SELECT coalesce(json_agg(x), '[]') FROM (
              SELECT * FROM noted ORDER BY month DESC, sort, "userId" LIMIT ${take} OFFSET ${skip}) x) AS rows`)
  return {
    pages: pageCount(found?.count ?? 0, PAGE),
    rows: (found?.rows ?? []).map(({ userId, month, dollars, method, ...person }) => ({
      userId,
      name: displayName(person),
      month,
      dollars,
      method,
    })),
  }
}
