import { Prisma } from '~/generated/prisma/client'
import { namesSql } from '~/models/people/accounts/name-sql.server'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { type Cents, centsOf } from '~/utils/money'
import { pageCount, rowsOfPage } from '~/utils/paging'
import { type OfflineLine, offlineLines } from './offline-lines.server'

const PAGE = 15
const nameSql = Prisma.raw(namesSql('u.first_name', 'u.last_name'))

export interface OfflineRow extends OfflineLine {
  name: string
  amount: Cents
}

interface Found {
  rows: (Omit<OfflineRow, 'name' | 'amount'> & {
    amount: string
    firstName: string | null
    lastName: string | null
    email: string | null
    sort: string
    ref: string
  })[]
  count: number
}

/** Lists the office's records for the months of a year, removed students included: one row per payment, newest first. One query. */
export async function offlineHistory(
  year: number,
  { page, studentId }: { page: number; studentId?: string },
): Promise<{ pages: number; rows: OfflineRow[] }> {
  const { skip, take } = rowsOfPage(page, PAGE)
  const theirs = studentId === undefined ? Prisma.empty : Prisma.sql`AND l.user_id = ${studentId}`
  const [found] = await prisma.$queryRaw<Found[]>(Prisma.sql`
    WITH noted AS (
      SELECT l.id, u.id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.email, l.year, l.month, l.day::text AS day,
             l.amount::text AS amount, l.method, lower(${nameSql}) AS sort, l.ref
      FROM ${offlineLines} l JOIN users u ON u.id = l.user_id
      WHERE l.year = ${year} ${theirs})
    SELECT (SELECT count(*)::integer FROM noted) AS count,
           (SELECT coalesce(json_agg(x), '[]') FROM (
              SELECT * FROM noted ORDER BY day DESC, sort, "userId", ref LIMIT ${take} OFFSET ${skip}) x) AS rows`)
  return {
    pages: pageCount(found?.count ?? 0, PAGE),
    rows: (found?.rows ?? []).map(({ id, userId, year: paid, month, day, amount, method, ...person }) => ({
      id,
      userId,
      name: displayName(person),
      year: paid,
      month,
      day,
      amount: centsOf(amount),
      method,
    })),
  }
}
