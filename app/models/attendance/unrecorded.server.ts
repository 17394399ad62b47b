import { loadRoster, type RosterLesson } from '~/models/schedule/roster.server'
import { isMarked } from '~/models/schedule/week'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { plain, rowList, text } from '~/platform/row-lists.server'
import { fromDbDate, type LocalDate } from '~/utils/dates'
import { minuteOfDay, timeInZone } from '~/utils/time-of-day'
import { firstUsualDay, type MarkedDay } from './unrecorded'

/** The latest first. Each lesson has the riders alone whose ride is not recorded. */
export interface UnrecordedLesson extends Pick<RosterLesson, 'date' | 'time' | 'type'> {
  color: string
  /** How many riders the lesson has. */
  of: number
  riders: { riderId: string; name: string; horse: string | null; version: string }[]
}

/** The first day that is looked at if nobody asks for an older one. */
export const usualFirstDay = (): LocalDate => firstUsualDay(today())

/**
 * Rides of lessons that have ended without a mark, from a day on. Nothing before the first ride that was ever recorded: until
 * then the school did not record rides here. `older` says whether there may be some before that day.
 */
export async function unrecordedRides(
  from = usualFirstDay(),
): Promise<{ lessons: UnrecordedLesson[]; older: boolean }> {
  const [{ days, types }, first] = await Promise.all([loadRoster({ from, to: today() }), firstRecorded()])
  if (first === null) return { lessons: [], older: false }
  const colors = new Map(types.map(({ name, color }) => [name, color]))
  const time = timeInZone(getEnv().schoolTimezone, now())
  const hasEnded = (lesson: RosterLesson) =>
    lesson.date < today() || minuteOfDay(lesson.time) + lesson.duration <= minuteOfDay(time)
  const lessons = days
    .filter(({ date }) => date >= first)
    .flatMap(({ lessons }) => lessons.filter(hasEnded))
    .flatMap(({ date, time, type, riders }) => {
      const open = riders.filter(({ attendance }) => !isMarked(attendance))
      if (open.length === 0) return []
      return [
        {
          date,
          time,
          type,
          color: colors.get(type) ?? '',
          of: riders.length,
          riders: open.map(({ riderId, name, horse, version }) => ({
            riderId,
            name,
            horse: horse?.name ?? null,
            version,
          })),
        },
      ]
    })
    .reverse()
  return { lessons, older: first < from }
}

async function firstRecorded(): Promise<LocalDate | null> {
  const ride = await prisma.ride.findFirst({
    where: { attendance: { not: 'scheduled' } },
    orderBy: { scheduledDate: 'asc' },
    select: { scheduledDate: true },
  })
  return ride && fromDbDate(ride.scheduledDate)
}

/** What `countUnrecorded` needs beside the schedule, of the days from one to another, given as SQL. */
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
