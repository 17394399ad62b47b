import { Prisma } from '~/generated/prisma/client'
import { allowancesOf } from '~/models/allowance/allowance.server'
import { namesSql, personMatchesSql } from '~/models/people/accounts/name-sql.server'
import { isRider } from '~/models/people/families/family.server'
import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import type { Month } from '~/models/vocabulary/month'
import { daysOfMonth, monthKey } from '~/models/vocabulary/month'
import { RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import { isUnsignedRider } from '~/models/waivers/waiver-report.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { onceInRequest } from '~/platform/request-memo.server'
import type { LocalDate } from '~/utils/dates'
import { isValidBetween, isWithdrawnPayment, renewsFrom, runsIn } from './due-sql.server'
import type { PaymentStatus, StudentRow } from './student-list'

interface StudentQuery {
  month: Month
  search?: string
  /** The page, from 1. */
  page?: number
  /** The page's size; all by default. */
  pageSize?: number
  /** The ID of the student after whom the list goes on; the total is of those after. */
  after?: string
  /** Whether to list removed students instead. */
  hidden?: boolean
  /** Whether to list only those who have a waiver to sign. */
  unsigned?: boolean
  /** The only student to list, removed or not. */
  id?: string
}

const guardianName = Prisma.raw(`coalesce(nullif(${namesSql('f.first_name', 'f.last_name')}, ''), f.email)`)
const rides = Prisma.raw(isRider('u'))
const unsignedRider = Prisma.raw(`(${isUnsignedRider})`)

const lastNameFirst = Prisma.raw(namesSql('u.last_name', 'u.first_name'))

/** Selects riders who owe for the month: one without a ride or a package in it owes nothing. */
const isDue = (from: LocalDate, to: LocalDate) => Prisma.sql`(
  g.package IS NOT NULL OR g.failed
  OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.rider_id = u.id AND ${runsIn(from, to)})
  OR EXISTS (SELECT 1 FROM weekly_schedule w WHERE w.student_id = u.id AND w.is_active AND w.start_date <= ${to}::date
             AND (w.deleted_from_date IS NULL OR w.deleted_from_date > greatest(w.start_date, ${from}::date)))
  OR EXISTS (SELECT 1 FROM one_time_participants w WHERE w.student_id = u.id
             AND w.lesson_date BETWEEN ${from}::date AND ${to}::date)
  OR EXISTS (SELECT 1 FROM lessons w WHERE w.student_id = u.id AND w.scheduled_date BETWEEN ${from}::date AND ${to}::date))`

/** A condition on `payment_transactions t`: another account paid part of it for `u`. */
const paidByOther = Prisma.sql`(
  t.order_id = ANY(ARRAY(SELECT i.order_id FROM order_items i WHERE i.rider_id = u.id))
  OR t.user_id = u.guardian_id AND t.subscription_id = ANY(ARRAY(SELECT s.id FROM subscriptions s WHERE s.rider_id = u.id)))`

const isGranted = Prisma.sql`b.status IN (${Prisma.join(GRANTED_STATUSES)})`

/** Returns a condition on `users u`. */
function isListed({ month, search = '', hidden = false, unsigned = false, id, after }: StudentQuery): Prisma.Sql {
  const { from, to } = daysOfMonth(month)
  // OFFSET keeps it a query about one student: run for all at once, it would read the grants of every year.
  const hasPackage = (has: (text: Prisma.Sql) => Prisma.Sql) => Prisma.sql`
    EXISTS (SELECT FROM package_purchases b
            WHERE b.user_id = u.id AND b.package_id = ANY(ARRAY(SELECT k.id FROM packages k WHERE ${has(Prisma.sql`k.name`)}))
              AND ${isGranted} AND ${isValidBetween(from, to)} OFFSET 0)`
  const removed = hidden ? Prisma.sql`u.hidden_at IS NOT NULL AND u.erased_at IS NULL` : Prisma.sql`u.hidden_at IS NULL`
  const which = id === undefined ? removed : Prisma.sql`u.id = ${id}`
  const signs = unsigned ? Prisma.sql`AND ${unsignedRider}` : Prisma.empty
  // A parent who doesn't ride is not a student, but is found by search.
  const riders = search === '' && !hidden && id === undefined ? Prisma.sql`AND ${rides}` : Prisma.empty
  const beyond = after
    ? Prisma.sql`AND (lower(${lastNameFirst}), u.id) > (SELECT lower(${lastNameFirst}), u.id FROM users u WHERE u.id = ${after})`
    : Prisma.empty
  return Prisma.sql`u.role = 'customer' AND ${which} ${riders} AND ${personMatchesSql(search, hasPackage)} ${signs} ${beyond}`
}

/**
 * Selects students. Paid means an order, an invoice, a sponsorship's credit or an amount recorded by the office; a
 * package given without one stays Pending. Renews: nothing is due yet of what a subscription charges automatically.
 * `part` selects people before anything is joined to them; `total` counts all.
 */
export const studentsOf = (query: StudentQuery, part: Prisma.Sql = Prisma.empty) => {
  const { month } = query
  const { from, to } = daysOfMonth(month)
  return Prisma.sql`
    SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.email, u.phone, u.parent_name AS "parentName",
           (SELECT ${guardianName} FROM users f WHERE f.id = u.guardian_id) AS guardian,
           (SELECT json_build_object('email', f.email, 'phone', f.phone) FROM users f WHERE f.id = u.guardian_id) AS "guardianContact",
           ${rides} AS rides, u.active, g.package, coalesce(g.packages, '{}') AS packages, p.last::text AS "lastPayment",
           EXISTS (SELECT 1 FROM subscriptions s
                   WHERE s.rider_id = u.id AND s.status IN (${Prisma.join(RUNNING_STATUSES)})) AS subscribed,
           CASE WHEN coalesce(g.paid, false) OR o.paid THEN 'Paid' WHEN g.clearing THEN 'Clearing'
                WHEN coalesce(g.given, false) THEN 'Pending'
                WHEN EXISTS (SELECT 1 FROM subscriptions s WHERE s.rider_id = u.id AND ${renewsFrom(from)}) THEN 'Renews'
                WHEN ${isDue(from, to)} THEN 'Pending' ELSE 'None' END
             AS "paymentStatus",
           ${unsignedRider} AS unsigned,
           u.sort, u.total
    FROM (
      SELECT u.id, u.first_name, u.last_name, u.email, u.phone, u.parent_name, u.guardian_id, u.active, lower(${lastNameFirst}) AS sort,
             (count(*) OVER ())::integer AS total
      FROM users u WHERE ${isListed(query)} ${part}) u
    LEFT JOIN LATERAL (
      SELECT (array_agg(json_build_object('id', k.id, 'name', k.name, 'price', k.price::float8) ORDER BY b.id DESC)
               FILTER (WHERE k.id IS NOT NULL AND ${isGranted}))[1] AS package,
             array_agg(DISTINCT k.name) FILTER (WHERE k.id IS NOT NULL AND ${isGranted}) AS packages,
             bool_or(b.status = 'active' AND coalesce(b.order_id::text, b.stripe_payment_intent_id, b.stripe_invoice_id)
                     IS NOT NULL) AS paid,
             bool_or(b.status = 'active' AND k.id IS NOT NULL) AS given, bool_or(b.status = 'clearing') AS clearing, bool_or(${isWithdrawnPayment}) AS failed
      FROM package_purchases b LEFT JOIN packages k ON k.id = b.package_id
      WHERE b.user_id = u.id AND ${isValidBetween(from, to)}) g ON true
    LEFT JOIN LATERAL (
      SELECT EXISTS (SELECT 1 FROM offline_payments y JOIN offline_payment_months m ON m.record_id = y.id
                     WHERE y.user_id = u.id AND y.year = ${month.year} AND m.month = ${month.month} AND m.amount > 0 OFFSET 0)
             OR EXISTS (SELECT 1 FROM donation_credits c JOIN donation_credit_uses x ON x.credit_id = c.id
                        JOIN donations e ON e.id = c.donation_id AND e.status = 'completed'
                        WHERE c.user_id = u.id AND x.year = ${month.year} AND x.month = ${month.month}
                          AND x.undone_at IS NULL) AS paid) o
      ON true
    LEFT JOIN LATERAL (
      SELECT greatest(
        (SELECT (t.provider_created_at AT TIME ZONE ${getEnv().schoolTimezone})::date FROM payment_transactions t
         WHERE t.user_id = u.id AND t.status = 'succeeded' ORDER BY t.provider_created_at DESC LIMIT 1),
        CASE WHEN u.guardian_id IS NOT NULL THEN (
          SELECT max((t.provider_created_at AT TIME ZONE ${getEnv().schoolTimezone})::date) FROM payment_transactions t
          WHERE ${paidByOther} AND t.status = 'succeeded') END,
        (SELECT coalesce((SELECT max(p.paid_on) FROM recorded_payments p WHERE p.record_id = y.id AND p.month = m.month), make_date(y.year, m.month, 15))
         FROM offline_payments y
         CROSS JOIN LATERAL (SELECT max(m.month) AS month FROM offline_payment_months m WHERE m.record_id = y.id AND m.amount > 0) m
         WHERE y.user_id = u.id AND m.month IS NOT NULL ORDER BY y.year DESC LIMIT 1)) AS last) p ON true`
}

/** Lists students by last name. Two queries, however many students. */
export async function listStudents(query: StudentQuery): Promise<{ total: number; students: StudentRow[] }> {
  const { month, page = 1, pageSize } = query
  const part = pageSize ? Prisma.sql`ORDER BY sort, id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}` : Prisma.empty
  const rows = await prisma.$queryRaw<(Omit<StudentRow, 'allowance'> & { total: number; sort: string })[]>(
    Prisma.sql`${studentsOf(query, part)} ORDER BY sort, id`,
  )
  // Past the last page there is no row with the total.
  if (!rows.length && page > 1) return { students: [], total: (await listStudents({ ...query, page: 1 })).total }
  const { from } = daysOfMonth(month)
  const allowances = await allowancesOf(
    rows.map(({ id }) => id),
    from,
    from,
  )
  const students = rows.flatMap(({ total, sort, ...row }) => {
    const allowance = allowances.get(row.id)?.[0]
    return allowance ? [{ ...row, allowance }] : []
  })
  return { total: rows[0]?.total ?? 0, students }
}

export const findStudentRow = async (id: string, month: Month): Promise<StudentRow | null> =>
  (await listStudents({ id, month })).students[0] ?? null

/** Works like `findStudentRow`, once per request: a student's page and the dialog over it show the same month. */
export const studentRow = (id: string, month: Month): Promise<StudentRow | null> =>
  onceInRequest(`student ${id} ${monthKey(month)}`, () => findStudentRow(id, month))

export interface StudentStats {
  total: number
  paid: number
  clearing: number
  /** The number whose subscription will pay for the month. */
  renews: number
  /** The number who have not paid, of those with a ride or a package in the month. */
  pending: number
  /** The number with neither a ride nor a package in the month. */
  nothingDue: number
  /** Rides that took place, whichever counter they use. */
  ridden: number
}

export async function studentStats(month: Month): Promise<StudentStats> {
  const { from, to } = daysOfMonth(month)
  const [statuses, ridden] = await Promise.all([
    prisma.$queryRaw<{ status: PaymentStatus; count: number }[]>(Prisma.sql`
      SELECT "paymentStatus" AS status, count(*)::integer AS count FROM (${studentsOf({ month })}) s GROUP BY 1`),
    prisma.$queryRaw<{ count: number }[]>(Prisma.sql`
      SELECT count(*)::integer AS count FROM lessons
      WHERE scheduled_date BETWEEN ${from}::date AND ${to}::date AND attendance IN ('present', 'makeup')`),
  ])
  const of = (status: PaymentStatus) => statuses.find((entry) => entry.status === status)?.count ?? 0
  const [paid, clearing, renews, pending] = [of('Paid'), of('Clearing'), of('Renews'), of('Pending')]
  const nothingDue = of('None')
  const total = paid + clearing + renews + pending + nothingDue
  return { total, paid, clearing, renews, pending, nothingDue, ridden: ridden[0]?.count ?? 0 }
}
