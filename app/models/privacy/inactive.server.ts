import { Prisma } from '~/generated/prisma/client'
import { RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import { displayName } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addMonths, type LocalDate } from '~/utils/dates'

const MAX = 50

interface InactiveFamily {
  id: string
  name: string
  lastDay: LocalDate
}

/**
 * Lists families without activity for so many months, with the last day of a ride, a payment or a package, the longest
 * inactive first. Families who are signed in, or have a weekly place or a running subscription, are not included.
 */
export async function inactiveFamilies(months: number): Promise<InactiveFamily[]> {
  const before = addMonths(today(), -months)
  const rows = await prisma.$queryRaw<
    { id: string; firstName: string | null; lastName: string | null; email: string | null; lastDay: LocalDate }[]
  >(Prisma.sql`
    WITH family AS (
      SELECT coalesce(guardian_id, id) AS account, id, created_at::date AS since FROM users
      WHERE role = 'customer' AND erased_at IS NULL),
    seen AS (
      SELECT f.account, max(greatest(
        f.since,
        (SELECT max(scheduled_date) FROM lessons WHERE student_id = f.id),
        (SELECT max(lesson_date) FROM one_time_participants WHERE student_id = f.id),
        (SELECT max(provider_created_at)::date FROM payment_transactions WHERE user_id = f.id),
        (SELECT max(valid_to) FROM package_purchases WHERE user_id = f.id),
        (SELECT max(make_date(o.year, m.month, 1)) FROM offline_payments o JOIN offline_payment_months m ON m.record_id = o.id
         WHERE o.user_id = f.id AND m.amount > 0))) AS day,
        bool_or(EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = f.id)
          OR EXISTS (SELECT 1 FROM weekly_schedule w WHERE w.student_id = f.id AND w.is_active
                     AND (w.deleted_from_date IS NULL OR w.deleted_from_date > ${before}::date))
          OR EXISTS (SELECT 1 FROM subscriptions s WHERE f.id IN (s.user_id, s.rider_id) AND s.status = ANY(${RUNNING_STATUSES}))) AS here
      FROM family f GROUP BY f.account)
    SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.email, s.day::text AS "lastDay"
    FROM seen s JOIN users u ON u.id = s.account
    WHERE s.day < ${before}::date AND NOT s.here ORDER BY s.day, u.id LIMIT ${MAX}`)
  return rows.map(({ id, lastDay, ...person }) => ({ id, name: displayName(person), lastDay }))
}
