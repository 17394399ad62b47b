import { displayName } from '~/models/accounts/user'
import type { Columns } from '~/platform/csv/csv.server'
import { prisma } from '~/platform/db.server'
import { addDays, fromDbDate, type LocalDate, monthEnd, toDbDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { otherWorkIn } from './other-work-rows.server'
import { formatHours, type Work, type Workload, workloadOf } from './workload'

export interface HorseWorkload extends Workload {
  horseId: number
  horse: string
  isActive: boolean
  onRest: boolean
}

/**
 * The daily record of every horse, or of one, between two days. A horse's record begins with its first ride or other work ever, since it may not
 * have been here before, and ends with its last if it was removed. Rides to come are left out.
 */
export async function loadWorkloads(
  from: LocalDate,
  to: LocalDate,
  today: LocalDate,
  horseId?: number,
): Promise<HorseWorkload[]> {
  const last = to < today ? to : today
  const [horses, uses, other] = await Promise.all([
    prisma.$queryRaw<(HorseRow & { first: Date | null; last: Date | null })[]>`
      SELECT h.id AS "horseId", h.name AS horse, h.is_active AS "isActive", h.on_rest AS "onRest",
             (SELECT min(day) FROM horse_outings WHERE horse_id = h.id) AS first,
             (SELECT max(day) FROM horse_outings WHERE horse_id = h.id AND day <= ${toDbDate(today)}::date) AS last
      FROM horses h WHERE ${horseId ?? null}::integer IS NULL OR h.id = ${horseId ?? null}::integer
      ORDER BY h.name`,
    prisma.horseUsage.findMany({
      where: { horseId, usageDate: { gte: toDbDate(from), lte: toDbDate(last) } },
      include: { student: { select: { firstName: true, lastName: true, email: true } } },
    }),
    otherWorkIn({ from, to: last }, horseId),
  ])
  const rides = uses.map((use): Work & { horseId: number } => ({
    horseId: use.horseId,
    date: fromDbDate(use.usageDate),
    time: use.lessonTime,
    duration: use.duration,
    type: use.lessonType,
    rider: displayName(use.student),
    overReason: use.overReason,
    otherWorkId: null,
  }))
  const otherWork = other.map(({ id, horseId, date, time, duration, kind, who }) => ({
    ...{ horseId, date, time, duration },
    type: kind,
    rider: who,
    overReason: null,
    otherWorkId: id,
  }))
  const work = [...rides, ...otherWork]
  return horses.flatMap(({ first, last: lastWork, ...horse }) => {
    if (!first || !lastWork) return []
    const begin = later(from, fromDbDate(first))
    const end = horse.isActive ? last : earlier(last, fromDbDate(lastWork))
    const theirs = work.flatMap(({ horseId, ...one }) => (horseId === horse.horseId ? [one] : []))
    return begin > end ? [] : [{ ...horse, ...workloadOf(theirs, begin, end) }]
  })
}

type HorseRow = Pick<HorseWorkload, 'horseId' | 'horse' | 'isActive' | 'onRest'>

const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b)
const earlier = (a: LocalDate, b: LocalDate) => (a < b ? a : b)

/** A line of the record: a ride, other work, or a rest day without any. */
interface WorkloadLine {
  horse: string
  date: LocalDate
  work: Work | null
  /** Of the horse's whole day. */
  minutes: number
}

export const WORKLOAD_COLUMNS: Columns<WorkloadLine> = [
  ['Horse', ({ horse }) => horse],
  ['Date', ({ date }) => date],
  ['Rest Day', ({ work }) => (work ? 'No' : 'Yes')],
  ['Time', ({ work }) => (work ? formatTimeOfDay(work.time) : null)],
  ['Work', ({ work }) => work?.type ?? null],
  ['Minutes', ({ work }) => work?.duration ?? 0],
  ['Rider or Handler', ({ work }) => work?.rider ?? null],
  ['Hours That Day', ({ minutes }) => formatHours(minutes)],
  ['Beyond the Limit', ({ work }) => work?.overReason ?? null],
]

/** A month after the other, so that memory does not grow with the years. */
export async function* workloadPages(
  from: LocalDate,
  to: LocalDate,
  today: LocalDate,
  horseId?: number,
): AsyncGenerator<WorkloadLine[]> {
  for (let first = from; first <= to && first <= today; first = addDays(monthEnd(first), 1)) {
    const last = monthEnd(first) < to ? monthEnd(first) : to
    const horses = await loadWorkloads(first, last, today, horseId)
    yield horses.flatMap(({ horse, days }) =>
      days.flatMap(({ date, work, minutes }) => {
        const lines = work.length > 0 ? work : [null]
        return lines.map((work) => ({ horse, date, work, minutes }))
      }),
    )
  }
}
