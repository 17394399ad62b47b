import { looseMakeups } from '~/models/allowance/allowance'
import { allowanceRows } from '~/models/allowance/allowance.server'
import type { RideRef } from '~/models/schedule/vocabulary/ride-id'
import { monthOfDay } from '~/models/vocabulary/month'
import type { Tx } from '~/platform/tx.server'
import { monthStart } from '~/utils/dates'

interface Found {
  id: number
  why: string
  isOwn: boolean
}

/**
 * Returns the makeup that a ride marked as one uses, which is locked: one for an absence, of that month first,
 * otherwise the one that expires first; then what the month's package gives without a row, for which there is null;
 * then one that was given, the one that expires first.
 */
export async function makeupToUse(
  tx: Tx,
  { riderId, date: day, time }: RideRef,
  taken: readonly number[],
): Promise<number | null> {
  const open = await tx.$queryRaw<Found[]>`
    SELECT m.id, m.why, m.why = 'absence' AND m.ride_date BETWEEN ${monthStart(day)}::date
             AND (${monthStart(day)}::date + interval '1 month - 1 day')::date AS "isOwn"
    FROM makeups m
    WHERE m.student_id = ${riderId} AND m.revoked_at IS NULL AND m.valid_to >= ${day}::date
      AND date_trunc('month', m.valid_from) <= ${day}::date AND m.id <> ALL(${[...taken]})
      AND (m.ride_date, m.ride_time) IS DISTINCT FROM (${day}::date, ${time})
      AND NOT EXISTS (SELECT FROM makeup_bookings b WHERE b.makeup_id = m.id)
    ORDER BY "isOwn" DESC, m.valid_to, m.id FOR UPDATE OF m`
  const absence = open.find(({ why }) => why === 'absence')
  if (absence) return absence.id
  const [given] = open
  if (!given) return null
  const rows = (await allowanceRows([riderId], day, day, tx)).get(riderId)
  return rows && looseMakeups(monthOfDay(day), rows) > 0 ? null : given.id
}
