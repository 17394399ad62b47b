import { prisma } from '~/platform/db.server'
import { addDays, type LocalDate, toDbDate } from '~/utils/dates'
import { WEEKS } from './horse-heat'

const DAY = 24 * 60 * 60 * 1000

export interface HorseWeeks {
  horseId: number
  /** Rides and other work of each week, the oldest first. */
  weeks: number[]
  outings: number
  /** Days without any. */
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
  const rows = await prisma.$queryRaw<{ horseId: number; week: number; outings: number; days: number }[]>`
    SELECT horse_id AS "horseId", (day - ${toDbDate(from)}::date) / 7 AS week,
           count(*)::integer AS outings, count(DISTINCT day)::integer AS days
    FROM horse_outings WHERE day BETWEEN ${toDbDate(from)}::date AND ${toDbDate(to)}::date
    GROUP BY 1, 2`
  const days = Math.max(0, (toDbDate(to).getTime() - toDbDate(from).getTime()) / DAY + 1)
  const horses = [...new Set(rows.map(({ horseId }) => horseId))].map((horseId) => {
    const theirs = rows.filter((row) => row.horseId === horseId)
    const weeks = Array.from({ length: WEEKS }, (_, n) => theirs.find((row) => row.week === n)?.outings ?? 0)
    const out = theirs.reduce((sum, row) => sum + row.days, 0)
    return { horseId, weeks, outings: weeks.reduce((a, b) => a + b, 0), daysOff: days - out }
  })
  return { from, days, horses }
}
