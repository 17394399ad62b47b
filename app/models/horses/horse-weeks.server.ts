import { prisma } from '~/platform/db.server'
import { addDays, type LocalDate, toDbDate } from '~/utils/dates'
import { WEEKS } from './horse-heat'

const DAY = 24 * 60 * 60 * 1000

export interface HorseWeeks {
  horseId: number
  /** Rides of each week, the oldest first. */
  weeks: number[]
  rides: number
  /** Days without a ride. */
  daysOff: number
}

/** The week that begins on `week` and the seven before it, up to `today`, of every horse that went out; and their days. */
export async function loadHorseWeeks(
  week: LocalDate,
  today: LocalDate,
): Promise<{ from: LocalDate; days: number; horses: HorseWeeks[] }> {
  const from = addDays(week, -7 * (WEEKS - 1))
  const end = addDays(week, 6)
  const to = end < today ? end : today
  const rows = await prisma.$queryRaw<{ horseId: number; week: number; rides: number; days: number }[]>`
    SELECT horse_id AS "horseId", (usage_date - ${toDbDate(from)}::date) / 7 AS week,
           count(*)::integer AS rides, count(DISTINCT usage_date)::integer AS days
    FROM horse_usage WHERE usage_date BETWEEN ${toDbDate(from)}::date AND ${toDbDate(to)}::date
    GROUP BY 1, 2`
  const days = Math.max(0, (toDbDate(to).getTime() - toDbDate(from).getTime()) / DAY + 1)
  const horses = [...new Set(rows.map(({ horseId }) => horseId))].map((horseId) => {
    const theirs = rows.filter((row) => row.horseId === horseId)
    const weeks = Array.from({ length: WEEKS }, (_, n) => theirs.find((row) => row.week === n)?.rides ?? 0)
    const out = theirs.reduce((sum, row) => sum + row.days, 0)
    return { horseId, weeks, rides: weeks.reduce((a, b) => a + b, 0), daysOff: days - out }
  })
  return { from, days, horses }
}
