import { Prisma } from '~/generated/prisma/client'
import type { Slot } from '~/models/vocabulary/slot'
import { prisma } from '~/platform/db.server'
import { dayOfWeek } from '~/utils/dates'

interface MovedRide extends Slot {
  riderId: string
}

/** Returns rides of single days that were moved from a weekly lesson, on its day or later: of one rider, or of all. Ordered by day. */
export async function movedAway({ date, time, type }: Slot, riderId?: string): Promise<MovedRide[]> {
  const theirs = riderId === undefined ? Prisma.sql`true` : Prisma.sql`student_id = ${riderId}`
  return prisma.$queryRaw<MovedRide[]>(Prisma.sql`
    SELECT student_id AS "riderId", lesson_date::text AS date, scheduled_time AS time, lesson_type AS type
    FROM one_time_participants
    WHERE ${theirs} AND moved_from IS NOT NULL AND substr(moved_from, 12) = ${`${time} ${type}`} AND left(moved_from, 10) >= ${date}
      AND extract(dow FROM left(moved_from, 10)::date) = ${dayOfWeek(date)}
    ORDER BY lesson_date, scheduled_time, student_id`)
}
