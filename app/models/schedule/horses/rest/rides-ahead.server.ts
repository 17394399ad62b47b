import { GONE } from '~/models/schedule/horses/horse.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import type { Db } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

/** A ride to come, or of today without a mark. */
export interface RideAhead {
  date: LocalDate
  time: TimeOfDay
  type: string
  riderId: string
  rider: string
  overReason: string | null
}

/** Of the horse `$1`, from the day `$2` on. */
export const AHEAD = `u.horse_id = $1 AND u.usage_date >= $2::date AND NOT EXISTS (
  SELECT 1 FROM lessons r WHERE r.student_id = u.student_id AND r.scheduled_date = u.usage_date
    AND r.scheduled_time = u.lesson_time AND r.attendance <> 'scheduled')`
export const AHEAD_COLUMNS = `to_char(u.usage_date, 'YYYY-MM-DD') AS date, u.lesson_time AS time, u.lesson_type AS type,
  u.student_id AS "riderId", u.student_name AS rider, u.over_reason AS "overReason"`

/** The rides from today on that would need another horse, in order of time. @throws Refused 404 */
export async function ridesWith(id: number, db: Db = prisma): Promise<{ name: string; rides: RideAhead[] }> {
  const horse = await db.horse.findFirst({ where: { id, isActive: true } })
  if (!horse) throw notFound(GONE)
  const sql = `SELECT ${AHEAD_COLUMNS} FROM horse_usage u WHERE ${AHEAD} ORDER BY 1, 2, 4`
  return { name: horse.name, rides: await db.$queryRawUnsafe<RideAhead[]>(sql, id, today()) }
}
