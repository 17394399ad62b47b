import { displayName } from '~/models/accounts/user'
import { dayOf } from '~/models/schedule/week-address'
import { otherWorkIn } from '~/models/workload/other-work-rows.server'
import { prisma } from '~/platform/db.server'
import { addDays, fromDbDate, type LocalDate, toDbDate, weekDays, weekStart } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import { horseIdField } from './horse.schema'
import type { HorseRow } from './horse-lock.server'

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
  total: number
}

/** A removed horse is listed while it has any. */
export async function loadHorseWeek(
  day: LocalDate,
): Promise<{ week: LocalDate; rows: HorseWeekRow[]; rides: HorseRide[] }> {
  const week = weekStart(day)
  const [horses, rides, work] = await Promise.all([
    prisma.horse.findMany({ orderBy: { name: 'asc' } }),
    horseRides(week, addDays(week, 6)),
    otherWorkIn({ from: week, to: addDays(week, 6) }),
  ])
  const dates = weekDays(week)
  const rows = horses.map((horse) => {
    const theirs = [...rides, ...work].filter(({ horseId }) => horseId === horse.id)
    const days = dates.map((date) => theirs.filter((outing) => outing.date === date).length)
    return { ...horse, days, total: theirs.length }
  })
  return { week, rows: rows.filter(({ isActive, total }) => isActive || total > 0), rides }
}

/** Reads `?week=` (any day of it) and `?horse=`; this week and all horses by default. */
export function readTracking(query: URLSearchParams, today: LocalDate): { week: LocalDate; horse?: number } {
  const horse = horseIdField.safeParse(query.get('horse') ?? undefined)
  return { week: weekStart(dayOf(query.get('week')) ?? today), horse: horse.data }
}

export async function trackedRides({ week, horse }: { week: LocalDate; horse?: number }): Promise<HorseRide[]> {
  const rides = await horseRides(week, addDays(week, 6), horse)
  return rides.sort((a, b) => a.horse.localeCompare(b.horse, 'en'))
}

/** Both days included; in order of time. */
export async function horseRides(from: LocalDate, to: LocalDate, horseId?: number): Promise<HorseRide[]> {
  const rows = await prisma.horseUsage.findMany({
    where: { usageDate: { gte: toDbDate(from), lte: toDbDate(to) }, horseId },
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
