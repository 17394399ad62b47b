import { Prisma } from '~/generated/prisma/client'
import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { prisma } from '~/platform/db.server'
import { type LocalDate, monthEnd, monthStart } from '~/utils/dates'

/** What one-time add-ons give a rider in a month, in the specification's names. */
interface OneTimeCredits {
  oneTimeGroupLessons: number
  oneTimePrivateLessons: number
  oneTimeHorseUse: number
}

const NONE: OneTimeCredits = { oneTimeGroupLessons: 0, oneTimePrivateLessons: 0, oneTimeHorseUse: 0 }

/** Returns the credits for the month of a day, by rider; an add-on bought once with a subscription's first month is included. One query. */
export async function oneTimeCredits(
  riderIds: readonly string[],
  day: LocalDate,
): Promise<(riderId: string) => OneTimeCredits> {
  const rows = await prisma.$queryRaw<(OneTimeCredits & { riderId: string })[]>(Prisma.sql`
    SELECT a.user_id AS "riderId",
           coalesce(sum(a.quantity) FILTER (WHERE a.credit = 'group_lesson'), 0)::integer AS "oneTimeGroupLessons",
           coalesce(sum(a.quantity) FILTER (WHERE a.credit = 'private_lesson'), 0)::integer AS "oneTimePrivateLessons",
           coalesce(sum(a.quantity) FILTER (WHERE a.credit = 'horse_use'), 0)::integer AS "oneTimeHorseUse"
    FROM user_add_ons a
    JOIN package_purchases g ON g.id = a.purchase_id
    LEFT JOIN subscriptions s ON s.id = g.subscription_id
    WHERE a.user_id = ANY(${riderIds}) AND g.status IN (${Prisma.join(GRANTED_STATUSES)})
      AND g.valid_from <= ${monthEnd(day)}::date AND g.valid_to >= ${monthStart(day)}::date
      AND (s.id IS NULL OR EXISTS (
        SELECT FROM order_items i JOIN orders d ON d.id = i.order_id
        WHERE d.id = s.order_id AND d.valid_from = g.valid_from AND i.add_on_id = a.add_on_id AND i.payment_type = 'one-time'))
    GROUP BY a.user_id`)
  const byRider = new Map(rows.map(({ riderId, ...credits }) => [riderId, credits]))
  return (riderId) => byRider.get(riderId) ?? NONE
}
