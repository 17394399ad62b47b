import { loadRoster, type RosterLesson } from '~/models/schedule/week/roster.server'
import { recordColumns, scheduleLists, scheduleTables } from '~/models/schedule/week/schedule-lists.server'
import { type RecordRow, rideKey, type ScheduleRows } from '~/models/schedule/week/week'
import { isSameLesson } from '~/models/vocabulary/slot'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { inParts } from '~/platform/page/in-parts.server'
import { listStatement, plain, queryLists, rowList, text } from '~/platform/row-lists.server'
import type { LocalDate } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { pageCount } from '~/utils/paging'
import { minuteOfDay, timeInZone } from '~/utils/time-of-day'
import { firstUsualDay, type MarkedDay, type OpenLesson, type OpenRide, openBetween } from './unrecorded'

/** A lesson with only those riders whose ride is not recorded, or was not a moment ago. */
interface UnrecordedLesson extends Pick<RosterLesson, 'date' | 'time' | 'type'> {
  color: string
  /** The number of riders in the lesson. */
  of: number
  riders: { riderId: string; name: string; horse: string | null; attendance: string; version: string }[]
}

/** Returns the first day that is checked if nobody asks for an older one. */
export const usualFirstDay = (): LocalDate => firstUsualDay(today())

/**
 * Returns rides of lessons that have ended without a mark, from a day on: a page of the lessons, the number of all and
 * of their rides. Nothing before the first ride that was ever recorded: until then the school did not record rides
 * here. `older` says whether there may be some before that day. A page past the end is the last one. Rides marked at
 * `since` or later stay listed, so that no row moves under a finger; they do not count in `rides`.
 */
export async function unrecordedRides(
  from: LocalDate,
  { page: asked, pageSize, since }: { page: number; pageSize: number; since?: Date | undefined },
): Promise<{ lessons: UnrecordedLesson[]; rides: number; page: number; pages: number; older: boolean }> {
  const { rows, marked, late, first } = await loadOpen(from, today(), since)
  const open = first === null ? [] : await openSince(rows, marked, first > from ? first : from)
  const isLate = (ride: Parameters<typeof rideKey>[0]) => late.has(rideKey(ride))
  const pages = pageCount(open.length, pageSize)
  const page = Math.min(pages, asked)
  return {
    lessons: await namedLessons(open.slice((page - 1) * pageSize, page * pageSize)),
    rides: open.flatMap(({ riders, ...slot }) => riders.filter(({ riderId }) => !isLate({ ...slot, riderId }))).length,
    page,
    pages,
    older: first !== null && first < from,
  }
}

/** Returns the open rides, newest first. */
async function openSince(
  rows: ScheduleRows,
  marked: ReadonlyMap<LocalDate, string>,
  from: LocalDate,
): Promise<OpenLesson[]> {
  const minute = minuteOfDay(timeInZone(getEnv().schoolTimezone, now()))
  return (await inParts(openBetween(rows, marked, { from, to: today(), minute }))).reverse()
}

/** Adds what a screen shows: names, horses and versions are read only for the days of these lessons. */
async function namedLessons(open: readonly OpenLesson[]): Promise<UnrecordedLesson[]> {
  const named: UnrecordedLesson[] = []
  for (const [date, lessons] of groupBy(open, (lesson) => lesson.date)) {
    const { days, types } = await loadRoster({ from: date, to: date })
    for (const { time, type, riders: listed } of lessons) {
      const lesson = days[0]?.lessons.find((other) => isSameLesson(other, { time, type }))
      const ids = new Set(listed.map(({ riderId }) => riderId))
      const riders = (lesson?.riders ?? []).filter(({ riderId }) => ids.has(riderId))
      if (riders.length === 0) continue
      named.push({
        date,
        time,
        type,
        color: types.find(({ name }) => name === type)?.color ?? '',
        of: lesson?.riders.length ?? 0,
        riders: riders.map(({ riderId, name, horse, attendance, version }) => ({
          riderId,
          name,
          horse: horse?.name ?? null,
          attendance,
          version,
        })),
      })
    }
  }
  return named
}

/** Selects what `countUnrecorded` needs besides the schedule, for the days from one to another, given as SQL. */
export const recordedLists = (from: string, to: string) => ({
  marked: rowList<MarkedDay>(
    { date: plain('m.date'), rides: text('m.rides') },
    `(
      SELECT scheduled_date AS date, string_agg(scheduled_time || ' ' || student_id, chr(10)) AS rides FROM lessons
      WHERE scheduled_date BETWEEN ${from} AND ${to} AND attendance <> 'scheduled' GROUP BY scheduled_date
    ) m`,
  ),
  firstRecorded: rowList<{ date: LocalDate }>(
    { date: plain('f.date') },
    `(SELECT scheduled_date AS date FROM lessons WHERE attendance <> 'scheduled' ORDER BY scheduled_date LIMIT 1) f`,
  ),
})

const DAYS = { first: '$1::date', last: '$2::date' }
const LAST_DAY = { ...DAYS, within: (column: string) => `${column} = ${DAYS.last}` }
const { types, weekly, participants, oneTimeLessons, removals, bookings } = scheduleLists(DAYS)
/** Selects no names, horses or notes, because most days have no open ride. The records of the last day may make its lessons longer. */
const OPEN = listStatement(
  {
    ...{ types, weekly, participants, oneTimeLessons, removals, bookings },
    records: rowList<RecordRow & { isAnnounced: boolean }>(recordColumns, 'records'),
    ...recordedLists(DAYS.first, DAYS.last),
    markedSince: rowList<Parameters<typeof rideKey>[0]>(
      { riderId: text('l.student_id'), date: plain('l.scheduled_date'), time: plain('l.scheduled_time') },
      `lessons l WHERE l.scheduled_date BETWEEN ${DAYS.first} AND ${DAYS.last} AND l.attendance <> 'scheduled'
         AND l.updated_at >= $3::timestamptz`,
    ),
  },
  `WITH ${scheduleTables(DAYS, { records: LAST_DAY })}`,
)

/**
 * Loads what `openOn` needs of the days from one to another, and the day of the first ride that was ever recorded. Rides that were marked at `since` or
 * later are in `late` instead of `marked`.
 */
async function loadOpen(from: LocalDate, to: LocalDate, since?: Date) {
  const asked = [from, to, since?.toISOString() ?? 'infinity']
  const { types, marked, markedSince, firstRecorded, ...lists } = await queryLists(OPEN, asked)
  const late = new Set(markedSince.map(rideKey))
  const lateDays = new Set(markedSince.map(({ date }) => date))
  const before = ({ date, rides }: MarkedDay) => {
    if (!lateDays.has(date)) return rides
    const marks = rides.split('\n').filter((ride) => !late.has(`${date} ${ride}`))
    return marks.join('\n')
  }
  return {
    rows: { ...lists, types: types.map(({ name }) => name) } satisfies ScheduleRows,
    marked: new Map(marked.map((day) => [day.date, before(day)])),
    late,
    booked: new Set(lists.bookings.map(rideKey)),
    first: firstRecorded[0]?.date ?? null,
  }
}

/** Returns the rides from one day to another, both included, that nobody has marked yet, over or not. */
export async function openRides(from: LocalDate, to: LocalDate): Promise<OpenRide[]> {
  if (from > to) return []
  const { rows, marked, booked } = await loadOpen(from, to)
  const open = await inParts(openBetween(rows, marked, { from, to }))
  return open.flatMap(({ riders, ...slot }) =>
    riders.map(({ riderId }) => ({ ...slot, riderId, isMakeup: booked.has(rideKey({ ...slot, riderId })) })),
  )
}
