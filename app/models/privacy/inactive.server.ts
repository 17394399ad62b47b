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

/** A condition on `users f`, of the riders of an account or itself. */
const counts = Prisma.sql`f.role = 'customer' AND f.erased_at IS NULL`

/**
 * Lists families without activity for so many months, with the last day of a ride, a payment or a package, the longest
 * inactive first: of the oldest accounts, because looking at all would take longer each year. Families who are signed in,
 * or have a weekly place or a running subscription, are not included.
 */
export async function inactiveFamilies(months: number): Promise<InactiveFamily[]> {
  const before = Prisma.sql`${addMonths(today(), -months)}::date`
  const rows = await prisma.$queryRaw<
    { id: string; firstName: string | null; lastName: string | null; email: string | null; lastDay: LocalDate }[]
  >(Prisma.sql`
    WITH inactive AS MATERIALIZED (
      SELECT u.id, u.first_name, u.last_name, u.email
      FROM (SELECT * FROM users WHERE guardian_id IS NULL AND created_at < ${before} ORDER BY created_at, id OFFSET 0) u
      WHERE EXISTS (SELECT FROM users f WHERE (f.id = u.id OR f.guardian_id = u.id) AND ${counts})
        AND NOT EXISTS (
          SELECT FROM users f WHERE (f.id = u.id OR f.guardian_id = u.id) AND ${counts} AND (
            f.created_at >= ${before}
            OR EXISTS (SELECT FROM lessons WHERE student_id = f.id AND scheduled_date >= ${before})
            OR EXISTS (SELECT FROM package_purchases WHERE user_id = f.id AND valid_to >= ${before})
            OR EXISTS (SELECT FROM payment_transactions WHERE user_id = f.id AND provider_created_at >= ${before})
            OR EXISTS (SELECT FROM one_time_participants WHERE student_id = f.id AND lesson_date >= ${before})
            OR EXISTS (SELECT FROM offline_payments o JOIN offline_payment_months m ON m.record_id = o.id
                       WHERE o.user_id = f.id AND m.amount > 0 AND make_date(o.year, m.month, 1) >= ${before})
            OR EXISTS (SELECT FROM sessions s WHERE s.user_id = f.id)
            OR EXISTS (SELECT FROM weekly_schedule w WHERE w.student_id = f.id AND w.is_active
                       AND (w.deleted_from_date IS NULL OR w.deleted_from_date > ${before}))
            OR EXISTS (SELECT FROM subscriptions s WHERE f.id IN (s.user_id, s.rider_id) AND s.status = ANY(${RUNNING_STATUSES}))))
      ORDER BY u.created_at, u.id LIMIT ${MAX})
    SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.email, s.day::text AS "lastDay"
    FROM inactive u CROSS JOIN LATERAL (
      SELECT max(greatest(
        f.created_at::date,
        (SELECT max(scheduled_date) FROM lessons WHERE student_id = f.id),
        (SELECT max(lesson_date) FROM one_time_participants WHERE student_id = f.id),
        (SELECT max(provider_created_at)::date FROM payment_transactions WHERE user_id = f.id),
        (SELECT max(valid_to) FROM package_purchases WHERE user_id = f.id),
        (SELECT max(make_date(o.year, m.month, 1)) FROM offline_payments o JOIN offline_payment_months m ON m.record_id = o.id
         WHERE o.user_id = f.id AND m.amount > 0))) AS day
      FROM users f WHERE (f.id = u.id OR f.guardian_id = u.id) AND ${counts}) s
    ORDER BY s.day, u.id`)
  return rows.map(({ id, lastDay, ...person }) => ({ id, name: displayName(person), lastDay }))
}
