import { Prisma } from '~/generated/prisma/client'
import type { YearOfCents } from '~/models/money/payments/offline/offline-payment.schema'
import { offlinePaymentsOf } from '~/models/money/payments/offline/offline-payment.server'
import { personMatchesSql } from '~/models/people/accounts/name-sql.server'
import { isListed } from '~/models/people/accounts/rider-of.server'
import { concerns, sharesSql } from '~/models/people/families/rider-shares.server'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { MONTHS, monthRange, startOfDayInZone } from '~/utils/dates'
import { type Cents, centsOf } from '~/utils/money'
import { pageCount, rowsOfPage } from '~/utils/paging'
import { yearBounds } from './payment-history.server'

const PAGE_SIZE = 20

const zeros = (): number[] => MONTHS.map(() => 0)

/** Selects payments that count. The status Completed counts too; money that the bank took back does not. */
export const isKept = Prisma.sql`
  status <> 'disputed' AND (status IN ('succeeded', 'Completed') OR raw_status = 'succeeded')`

/** Returns the month of a payment, from 1, and a condition for those of a year. */
export function monthsOfYear(year: number): { month: Prisma.Sql; isInYear: Prisma.Sql } {
  const zone = getEnv().schoolTimezone
  const starts = MONTHS.map((month) => startOfDayInZone(monthRange(year, month).from, zone))
  const { from, before } = yearBounds(year)
  return {
    month: Prisma.sql`width_bucket(provider_created_at, ${starts}::timestamptz[])`,
    isInYear: Prisma.sql`provider_created_at >= ${from} AND provider_created_at < ${before}`,
  }
}

/** Sums payments through the portal by student and month, less refunds; a payment for several riders is split into their shares. */
export async function portalTotals(year: number, userIds?: string[]): Promise<Map<string, YearOfCents>> {
  const { month, isInYear } = monthsOfYear(year)
  const theirs = userIds ? Prisma.sql`${concerns(userIds, isInYear)} AND rider_id = ANY(${userIds})` : Prisma.sql`true`
  const rows = await prisma.$queryRaw<{ userId: string; month: number; total: string }[]>`
    SELECT rider_id AS "userId", ${month} AS month, sum(share)::text AS total
    FROM payment_transactions t CROSS JOIN LATERAL ${sharesSql} shares WHERE ${isInYear} AND ${isKept} AND ${theirs}
    GROUP BY 1, 2`
  const totals = new Map<string, YearOfCents>()
  for (const { userId, month, total } of rows) {
    const months = totals.get(userId) ?? zeros()
    months[month - 1] = centsOf(total)
    totals.set(userId, months)
  }
  return totals
}

export interface PaymentYear {
  id: string
  name: string
  portal: YearOfCents
  offline: YearOfCents
  total: Cents
}

/** Lists students by name, in a constant number of queries. */
export async function listPaymentYears(
  year: number,
  filter: { studentId?: string; search?: string; page?: number } = {},
): Promise<{ students: PaymentYear[]; pages: number }> {
  const { studentId, search = '', page = 1 } = filter
  const { skip, take } = rowsOfPage(page, PAGE_SIZE)
  const users = await prisma.$queryRaw<
    (Parameters<typeof displayName>[0] & { id: string; count: number })[]
  >(Prisma.sql`
    SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.email, (count(*) OVER ())::integer AS count
    FROM users u
    WHERE u.role = 'customer' AND ${studentId ? Prisma.sql`u.id = ${studentId}` : Prisma.sql`u.hidden_at IS NULL`}
      AND ${personMatchesSql(search)}
    ORDER BY u.last_name, u.first_name, u.id LIMIT ${take} OFFSET ${skip}`)
  if (!users.length && page > 1) return { ...(await listPaymentYears(year, { ...filter, page: 1 })), students: [] }
  const count = users[0]?.count ?? 0
  const ids = users.map(({ id }) => id)
  const [portal, offline] = await Promise.all([portalTotals(year, ids), offlinePaymentsOf(year, ids)])
  const students = users.map((user) => {
    const months = portal.get(user.id) ?? zeros()
    const noted = offline.get(user.id) ?? zeros()
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    return {
      id: user.id,
      name: displayName(user),
      portal: months,
      offline: noted,
      total: sum(months) + sum(noted),
    }
  })
  return { students, pages: pageCount(count, PAGE_SIZE) }
}

/** Amounts by month, in cents. */
export interface RestOfYear {
  portal: YearOfCents
  offline: YearOfCents
}

/** Returns what belongs to no row of the list: removed students, and administrators and instructors who ride. Null if there is nothing. */
export async function restOfYear(year: number): Promise<RestOfYear | null> {
  const { month, isInYear } = monthsOfYear(year)
  const isUnlisted = (person: Prisma.Sql) => Prisma.sql`
    NOT EXISTS (SELECT FROM users u WHERE u.id = ${person} AND ${isListed('u')})`
  const rows = await prisma.$queryRaw<{ kind: keyof RestOfYear; month: number; total: string }[]>`
    SELECT 'portal' AS kind, ${month} AS month, sum(share)::text AS total
    FROM payment_transactions t CROSS JOIN LATERAL ${sharesSql} shares
    WHERE ${isInYear} AND ${isKept} AND ${isUnlisted(Prisma.sql`rider_id`)} GROUP BY 2
    UNION ALL
    SELECT 'offline', m.month, sum(m.amount)::text
    FROM offline_payments y JOIN offline_payment_months m ON m.record_id = y.id
    WHERE y.year = ${year} AND ${isUnlisted(Prisma.sql`y.user_id`)} GROUP BY 2`
  const rest: RestOfYear = { portal: zeros(), offline: zeros() }
  for (const { kind, month, total } of rows) rest[kind][month - 1] = centsOf(total)
  return [...rest.portal, ...rest.offline].some(Boolean) ? rest : null
}

/** A year's amounts by month, in cents. */
export interface SchoolYear {
  portal: YearOfCents
  offline: YearOfCents
  /** The sum of the year before. */
  before: YearOfCents
}

/** Returns payments through the portal and the office's records, of one student or of the whole school. One statement. */
export async function schoolYear(year: number, userId?: string): Promise<SchoolYear> {
  const notedFor = userId ? Prisma.sql`y.user_id = ${userId}` : Prisma.sql`true`
  const portal = (of: number, kind: keyof SchoolYear) => {
    const { month, isInYear } = monthsOfYear(of)
    if (userId) {
      return Prisma.sql`
        SELECT ${kind}::text AS kind, ${month} AS month, sum(share) AS total
        FROM payment_transactions t CROSS JOIN LATERAL ${sharesSql} shares
        WHERE ${isInYear} AND ${isKept} AND ${concerns([userId], isInYear)} AND rider_id = ${userId} GROUP BY 2`
    }
    return Prisma.sql`
      SELECT ${kind}::text AS kind, ${month} AS month, sum(amount - amount_refunded) AS total
      FROM payment_transactions WHERE ${isInYear} AND ${isKept} GROUP BY 2`
  }
  const offline = (of: number, kind: keyof SchoolYear) => Prisma.sql`
    SELECT ${kind}::text, m.month, sum(m.amount)
    FROM offline_payments y JOIN offline_payment_months m ON m.record_id = y.id
    WHERE y.year = ${of} AND ${notedFor} GROUP BY 2`
  const rows = await prisma.$queryRaw<{ kind: keyof SchoolYear; month: number; total: string }[]>`
    SELECT kind, month, sum(total)::text AS total FROM (
      ${portal(year, 'portal')} UNION ALL ${offline(year, 'offline')}
      UNION ALL ${portal(year - 1, 'before')} UNION ALL ${offline(year - 1, 'before')}) sums
    GROUP BY 1, 2`
  const received: SchoolYear = { portal: zeros(), offline: zeros(), before: zeros() }
  for (const { kind, month, total } of rows) received[kind][month - 1] = centsOf(total)
  return received
}
