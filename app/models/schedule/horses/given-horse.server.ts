import { horseColumns } from '~/models/schedule/snapshot/horse-lock.server'
import { prisma } from '~/platform/db.server'
import { addDays, type LocalDate, toDbDate, weekStart } from '~/utils/dates'
import type { GivenHorse } from './given-horse'

/** The horses that go out on a day, by their ids; removed ones too. */
export async function horsesOut(date: LocalDate): Promise<ReadonlyMap<number, GivenHorse>> {
  const monday = toDbDate(weekStart(date))
  const sunday = toDbDate(addDays(weekStart(date), 6))
  const horses = await prisma.$queryRaw<(GivenHorse & { gapMinutes: number; coat: string | null })[]>`
    SELECT ${horseColumns(date)}, o."onDay", o."inWeek", o."dayWork", o."weekWork"
    FROM horses h JOIN (
      SELECT horse_id, count(*)::int AS "inWeek", count(work_id)::int AS "weekWork",
             count(*) FILTER (WHERE day = ${toDbDate(date)}::date)::int AS "onDay",
             count(work_id) FILTER (WHERE day = ${toDbDate(date)}::date)::int AS "dayWork"
      FROM horse_outings WHERE day BETWEEN ${monday}::date AND ${sunday}::date GROUP BY 1
    ) o ON o.horse_id = h.id
    WHERE o."onDay" > 0`
  return new Map(horses.map((horse) => [horse.id, horse]))
}
