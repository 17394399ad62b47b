import type { Prisma } from '~/generated/prisma/client'
import { type HorseRow, horseColumns } from '~/models/schedule/snapshot/horse-lock.server'
import { horseIdField } from '~/models/schedule/vocabulary/horse.schema'
import { dayOf } from '~/models/schedule/week/week-address'
import { hotLimits } from '~/models/schedule/workload/hot-days.server'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { addDays, fromDbDate, type LocalDate, toDbDate, weekDays, weekStart } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

export interface HorseRide {
  id: number
  horseId: number
  horse: string
  date: LocalDate
  time: TimeOfDay
  riderId: string
  rider: string
  type: string
  overReason: string | null
}

export interface HorseWeekRow extends HorseRow {
  /** Rides and other work, Monday first. */
  days: number[]
  /** How often it may go out on each of them. */
  dayLimits: number[]
  total: number
}

/** A removed horse is listed while it has any. */
export async function loadHorseWeek(day: LocalDate): Promise<{ week: LocalDate; rows: HorseWeekRow[] }> {
  const week = weekStart(day)
  const [horses, hot, counts] = await Promise.all([
    prisma.$queryRaw<HorseRow[]>`SELECT ${horseColumns()} FROM horses h ORDER BY h.name`,
    hotLimits(prisma, week, addDays(week, 6)),
    prisma.$queryRaw<{ horseId: number; day: LocalDate; outings: number }[]>`
      SELECT horse_id AS "horseId", day::text, count(*)::integer AS outings FROM horse_outings
      WHERE day BETWEEN ${week}::date AND ${addDays(week, 6)}::date GROUP BY 1, 2`,
  ])
  const outings = new Map(counts.map(({ horseId, day, outings }) => [`${day} ${horseId}`, outings]))
  const rows = horses.map((horse) => {
    const days = weekDays(week).map((date) => outings.get(`${date} ${horse.id}`) ?? 0)
    const dayLimits = weekDays(week).map((date) => hot(horse.id, date) ?? horse.dayLimit)
    return { ...horse, days, dayLimits, total: days.reduce((a, b) => a + b, 0) }
  })
  return { week, rows: rows.filter(({ isActive, total }) => isActive || total > 0) }
}

/** The rides of the week for which a horse went beyond its limit, in order of time. */
export const ridesOverLimit = (week: LocalDate): Promise<HorseRide[]> =>
  findRides({ ...within(week, addDays(week, 6)), overReason: { notIn: [''] } })

/** Reads `?week=` (any day of it) and `?horse=`; this week and all horses by default. */
export function readTracking(query: URLSearchParams, today: LocalDate): { week: LocalDate; horse?: number } {
  const horse = horseIdField.safeParse(query.get('horse') ?? undefined)
  return { week: weekStart(dayOf(query.get('week')) ?? today), horse: horse.data }
}

/** By horse, then in order of time; a page of them, or all. `count` is of all. */
export async function trackedRides(
  { week, horse: horseId }: { week: LocalDate; horse?: number },
  part?: { skip: number; take: number },
): Promise<{ rides: HorseRide[]; count: number }> {
  const where = { ...within(week, addDays(week, 6)), horseId }
  const [counts, horses] = await Promise.all([
    prisma.horseUsage.groupBy({ by: ['horseId'], where, _count: true }),
    prisma.horse.findMany({ where: { id: horseId }, select: { id: true, name: true } }),
  ])
  const count = counts.reduce((sum, { _count }) => sum + _count, 0)
  const { skip, take } = part ?? { skip: 0, take: count }
  const rides = []
  let first = 0
  for (const { id } of horses.sort((a, b) => a.name.localeCompare(b.name, 'en'))) {
    const last = first + (counts.find((row) => row.horseId === id)?._count ?? 0)
    const from = Math.max(skip, first) - first
    const to = Math.min(skip + take, last) - first
    if (from < to) rides.push(...(await findRides({ ...where, horseId: id }, { skip: from, take: to - from })))
    first = last
  }
  return { rides, count }
}

const within = (from: LocalDate, to: LocalDate) => ({ usageDate: { gte: toDbDate(from), lte: toDbDate(to) } })

/** Both days included; in order of time. */
export const horseRides = (from: LocalDate, to: LocalDate): Promise<HorseRide[]> => findRides(within(from, to))

async function findRides(
  where: Prisma.HorseUsageWhereInput,
  part: { skip?: number; take?: number } = {},
): Promise<HorseRide[]> {
  const rows = await prisma.horseUsage.findMany({
    where,
    ...part,
    orderBy: [{ usageDate: 'asc' }, { lessonTime: 'asc' }, { horseName: 'asc' }],
    include: {
      horse: { select: { name: true } },
      student: { select: { firstName: true, lastName: true, email: true } },
    },
  })
  return rows.map((row) => ({
    id: row.id,
    horseId: row.horseId,
    horse: row.horse.name,
    date: fromDbDate(row.usageDate),
    time: row.lessonTime,
    riderId: row.studentId,
    rider: displayName(row.student),
    type: row.lessonType,
    overReason: row.overReason,
  }))
}
