import { Prisma } from '~/generated/prisma/client'
import { personMatchesSql } from '~/models/accounts/name-sql.server'
import { displayName } from '~/models/accounts/user'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { MONTHS } from '~/utils/dates'
import { type Cents, centsOf } from '~/utils/money'
import { pageCount, rowsOfPage } from '~/utils/paging'
import type { YearOfDollars } from './offline/offline-payment.schema'
import { offlinePaymentsOf } from './offline/offline-payment.server'
import { yearBounds } from './payment-history.server'

const PAGE_SIZE = 25

export type YearOfCents = Cents[]

const zeros = (): number[] => MONTHS.map(() => 0)

/**
 * Sums what came through the portal by student and month, less what was returned. The status Completed counts too; money that
 * the bank took back does not count.
 */
export async function portalTotals(year: number, userIds?: string[]): Promise<Map<string, YearOfCents>> {
  const { from, before } = yearBounds(year)
  const rows = await prisma.$queryRaw<{ userId: string; month: number; total: string }[]>`
    SELECT user_id AS "userId", extract(month FROM provider_created_at AT TIME ZONE ${getEnv().schoolTimezone})::integer AS month,
           sum(amount - amount_refunded)::text AS total
    FROM payment_transactions
    WHERE provider_created_at >= ${from} AND provider_created_at < ${before} AND status <> 'disputed'
      AND (status IN ('succeeded', 'Completed') OR raw_status = 'succeeded')
      AND (${userIds === undefined} OR user_id = ANY(${userIds ?? []}))
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
  /** Whole dollars. */
  offline: YearOfDollars
  /** Cents. */
  total: Cents
}

/** By name, in a constant number of queries. */
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
      total: sum(months) + sum(noted) * 100,
    }
  })
  return { students, pages: pageCount(count, PAGE_SIZE) }
}

/** In cents. */
export async function schoolYear(year: number): Promise<YearOfCents> {
  const [portal, offline] = await Promise.all([portalTotals(year), offlinePaymentsOf(year)])
  const months = zeros()
  for (const amounts of portal.values()) for (const [i, cents] of amounts.entries()) months[i]! += cents
  for (const amounts of offline.values()) for (const [i, dollars] of amounts.entries()) months[i]! += dollars * 100
  return months
}
