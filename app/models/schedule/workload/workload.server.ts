import { Prisma } from '~/generated/prisma/client'
import { rideKey } from '~/models/schedule/week/week'
import { displayName } from '~/models/vocabulary/user'
import type { Columns } from '~/platform/csv/csv.server'
import { prisma } from '~/platform/db.server'
import { addDays, fromDbDate, type LocalDate, monthEnd, toDbDate } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { careDone } from './care.server'
import { dayFacts, whoWentBeyond } from './day-facts.server'
import { otherWorkIn } from './other-work-rows.server'
import {
  type DaySum,
  formatHours,
  formatLimit,
  totalsOf,
  type Work,
  type WorkDay,
  type Workload,
  type WorkloadTotals,
  workloadOf,
} from './workload'

interface AtWork {
  horseId: number
  horse: string
  isActive: boolean
  onRest: boolean
}
export type HorseWorkload = AtWork & Workload
export type HorseTotals = AtWork & WorkloadTotals

interface WorkRecord extends AtWork {
  dayLimit: number
  begin: LocalDate
  end: LocalDate
}

/**
 * Returns every horse, or one, with the days of its record between two days; horses that left before are not read. A
 * record begins with the horse's first ride or other work ever, since it may not have been here before, and ends with
 * its last if it was removed. Coming rides are left out.
 */
async function recordsOf(from: LocalDate, to: LocalDate, today: LocalDate, horseId?: number): Promise<WorkRecord[]> {
  const rows = await prisma.$queryRaw<(AtWork & { dayLimit: number; first: Date | null; last: Date | null })[]>`
    SELECT h.id AS "horseId", h.name AS horse, h.is_active AS "isActive", horse_rests(h, ${toDbDate(today)}::date) AS "onRest",
           h.day_limit AS "dayLimit", (SELECT min(day) FROM horse_outings WHERE horse_id = h.id) AS first,
           (SELECT max(day) FROM horse_outings WHERE horse_id = h.id AND day <= ${toDbDate(today)}::date) AS last
    FROM horses h
    WHERE ${horseId === undefined ? Prisma.sql`true` : Prisma.sql`h.id = ${horseId}`}
      AND (h.is_active OR EXISTS (SELECT FROM horse_outings WHERE horse_id = h.id AND day BETWEEN ${from}::date AND ${today}::date))
    ORDER BY h.name`
  const end = earlier(to, today)
  return rows.flatMap(({ first, last, ...horse }) => {
    if (!first || !last) return []
    const record = {
      ...horse,
      begin: later(from, fromDbDate(first)),
      end: horse.isActive ? end : earlier(end, fromDbDate(last)),
    }
    return record.begin > record.end ? [] : [record]
  })
}

/**
 * Returns the totals of every horse between two days: summed by the database, since a year of a large school is a
 * quarter of a million rides.
 */
export async function loadTotals(from: LocalDate, to: LocalDate, today: LocalDate): Promise<HorseTotals[]> {
  const [records, sums] = await Promise.all([
    recordsOf(from, to, today),
    prisma.$queryRaw<(DaySum & { horseId: number })[]>`
      SELECT horse_id AS "horseId", day::text AS date, count(ride_id)::int AS rides, count(work_id)::int AS "otherWork",
             sum(duration)::int AS minutes
      FROM horse_outings WHERE day BETWEEN ${from}::date AND ${earlier(to, today)}::date
      GROUP BY horse_id, day`,
  ])
  const byHorse = groupBy(sums, ({ horseId }) => horseId)
  return records.map(({ begin, end, dayLimit: _, ...horse }) => ({
    ...horse,
    ...totalsOf(byHorse.get(horse.horseId) ?? [], begin, end),
  }))
}

/** Returns the daily record of every horse, or of one, between two days. For many horses request a month at most. */
export async function loadWorkloads(
  from: LocalDate,
  to: LocalDate,
  today: LocalDate,
  horseId?: number,
): Promise<HorseWorkload[]> {
  const last = earlier(to, today)
  const [records, uses, other] = await Promise.all([
    recordsOf(from, to, today, horseId),
    prisma.horseUsage.findMany({
      where: { horseId, usageDate: { gte: toDbDate(from), lte: toDbDate(last) } },
      include: { student: { select: { firstName: true, lastName: true, email: true } } },
    }),
    otherWorkIn({ from, to: last }, horseId),
  ])
  const [beyond, factsOf] = await Promise.all([
    whoWentBeyond(uses.filter(({ overReason }) => overReason !== null).map((use) => ({ id: use.id, key: keyOf(use) }))),
    dayFacts(from, last, records),
  ])
  const rides = uses.map((use): Work & { horseId: number } => ({
    horseId: use.horseId,
    date: fromDbDate(use.usageDate),
    time: use.lessonTime,
    duration: use.duration,
    type: use.lessonType,
    rider: displayName(use.student),
    overReason: use.overReason,
    overBy: beyond.get(use.id) ?? null,
    otherWorkId: null,
  }))
  const otherWork = other.map(({ id, horseId, date, time, duration, kind, who }) => ({
    ...{ horseId, date, time, duration },
    type: kind,
    rider: who,
    overReason: null,
    overBy: null,
    otherWorkId: id,
  }))
  const byHorse = groupBy([...rides, ...otherWork], ({ horseId }) => horseId)
  return records.map(({ begin, end, dayLimit: _, ...horse }) => {
    const work = (byHorse.get(horse.horseId) ?? []).map(({ horseId: _, ...one }) => one)
    return { ...horse, ...workloadOf(work, begin, end, (date) => factsOf(horse.horseId, date)) }
  })
}

const keyOf = ({ usageDate, lessonTime, studentId }: { usageDate: Date; lessonTime: string; studentId: string }) =>
  rideKey({ date: fromDbDate(usageDate), time: lessonTime, riderId: studentId })

const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b)
const earlier = (a: LocalDate, b: LocalDate) => (a < b ? a : b)

/** A line of the record: a ride, other work, or a rest day; or care on a day that is not in the record. */
interface WorkloadLine {
  horse: string
  date: LocalDate
  day: WorkDay | null
  work: Work | null
  care: Care[]
}
type Care = Awaited<ReturnType<typeof careDone>>[number]

export const WORKLOAD_COLUMNS: Columns<WorkloadLine> = [
  ['Horse', ({ horse }) => horse],
  ['Date', ({ date }) => date],
  ['Rest Day', ({ day, work }) => day && (work ? 'No' : 'Yes')],
  ['Time', ({ work }) => (work ? formatTimeOfDay(work.time) : null)],
  ['Work', ({ work }) => work?.type ?? null],
  ['Minutes', ({ day, work }) => day && (work?.duration ?? 0)],
  ['Rider or Handler', ({ work }) => work?.rider ?? null],
  ['Hours That Day', ({ day }) => day && formatHours(day.minutes)],
  ['Beyond the Limit', ({ work }) => work?.overReason ?? null],
  ['Allowed By', ({ work }) => work?.overBy ?? null],
  ['Limit of the Day', ({ day }) => day && formatLimit(day)],
  ['Resting', ({ day }) => day?.resting ?? null],
  ['Hot Day', ({ day }) => (day && day.fewer > 0 ? day.fewer : null)],
  ['Care Done', ({ care }) => care.map(({ kind, note }) => [kind, note].filter(Boolean).join(': ')).join('; ') || null],
]

/** Yields one month after the other, so that memory does not grow with the years. */
export async function* workloadPages(
  from: LocalDate,
  to: LocalDate,
  today: LocalDate,
  horseId?: number,
): AsyncGenerator<WorkloadLine[]> {
  for (let first = from; first <= to && first <= today; first = addDays(monthEnd(first), 1)) {
    const last = monthEnd(first) < to ? monthEnd(first) : to
    const [horses, done] = await Promise.all([
      loadWorkloads(first, last, today, horseId),
      careDone(first, last, horseId),
    ])
    const careOf = groupBy(done, ({ horseId, doneOn }) => `${horseId} ${doneOn}`)
    const lines = horses.flatMap(({ horseId, horse, days }) =>
      days.flatMap((day) => {
        const care = careOf.get(`${horseId} ${day.date}`) ?? []
        careOf.delete(`${horseId} ${day.date}`)
        const works = day.work.length > 0 ? day.work : [null]
        return works.map((work): WorkloadLine => ({ horse, date: day.date, day, work, care }))
      }),
    )
    // Care is also done on days before the first ride of a horse.
    const others = [...careOf.values()].flatMap((care) =>
      care.slice(0, 1).map(({ horse, doneOn }): WorkloadLine => {
        return { horse, date: doneOn ?? first, day: null, work: null, care }
      }),
    )
    yield [...lines, ...others]
  }
}
