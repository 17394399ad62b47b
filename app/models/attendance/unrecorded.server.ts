import { loadRoster, type RosterLesson } from '~/models/schedule/roster.server'
import { isMarked } from '~/models/schedule/week'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { addDays, fromDbDate, type LocalDate } from '~/utils/dates'
import { minuteOfDay, timeInZone } from '~/utils/time-of-day'

const DAYS_BACK = 60

/** The latest first. Each lesson has the riders alone whose ride is not recorded. */
export interface UnrecordedLesson extends Pick<RosterLesson, 'date' | 'time' | 'type'> {
  color: string
  /** How many riders the lesson has. */
  of: number
  riders: { riderId: string; name: string; horse: string | null; version: string }[]
}

/** The first day that is looked at if nobody asks for an older one. */
export const usualFirstDay = (): LocalDate => addDays(today(), -DAYS_BACK)

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

/** How many rides of the usual days are not recorded. */
export async function countUnrecorded(): Promise<number> {
  const { lessons } = await unrecordedRides()
  return lessons.reduce((sum, { riders }) => sum + riders.length, 0)
}
