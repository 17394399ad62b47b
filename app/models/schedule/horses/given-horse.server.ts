import { horseColumns } from '~/models/schedule/snapshot/horse-lock.server'
import { prisma } from '~/platform/db.server'
import { addDays, type LocalDate, toDbDate, weekStart } from '~/utils/dates'
import type { GivenHorse } from './given-horse'

interface HorseOut extends GivenHorse {
  /** How many of its rides, that day and that week, go beyond a limit for a reason that the office gave. */
  dayAgreed: number
  weekAgreed: number
}

/** The horses that go out on a day, by their ids; removed ones too. */
export async function horsesOut(date: LocalDate): Promise<ReadonlyMap<number, HorseOut>> {
  const monday = toDbDate(weekStart(date))
  const sunday = toDbDate(addDays(weekStart(date), 6))
  const horses = await prisma.$queryRaw<(HorseOut & { gapMinutes: number; coat: string | null })[]>`
    SELECT ${horseColumns(date)}, o."onDay", o."inWeek", o."dayWork", o."weekWork", o."dayAgreed", o."weekAgreed"
    FROM horses h JOIN (
      SELECT o.horse_id, count(*)::int AS "inWeek", count(work_id)::int AS "weekWork", count(over_reason)::int AS "weekAgreed",
             count(over_reason) FILTER (WHERE day = ${toDbDate(date)}::date)::int AS "dayAgreed",
             count(*) FILTER (WHERE day = ${toDbDate(date)}::date)::int AS "onDay",
             count(work_id) FILTER (WHERE day = ${toDbDate(date)}::date)::int AS "dayWork"
      FROM horse_outings o LEFT JOIN horse_usage u ON u.id = o.ride_id WHERE day BETWEEN ${monday}::date AND ${sunday}::date GROUP BY 1
    ) o ON o.horse_id = h.id
    WHERE o."onDay" > 0`
  return new Map(horses.map((horse) => [horse.id, horse]))
}
