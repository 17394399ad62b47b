import { type Reader, readersOf } from '~/models/notices/readers.server'
import { lessonsOn, type RosterLesson } from '~/models/schedule/week/roster.server'
import { isAway } from '~/models/vocabulary/away'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import type { LocalDate } from '~/utils/dates'
import { type TimeOfDay, timeInZone } from '~/utils/time-of-day'

/** What closing the day from one of its times on would do. */
export interface ClosingChoice {
  /** Null is the whole day. */
  from: TimeOfDay | null
  lessons: number
  rides: number
  /** Families that would be told by email. */
  families: number
  /** Riders whose family no email reaches, by name. */
  unreached: string[]
  /** Who has a recorded ride there, which is in the way. */
  recorded: string[]
}

/** A lesson of the day that can be canceled alone. */
export interface CancelChoice extends Pick<RosterLesson, 'date' | 'time' | 'type' | 'instructor'> {
  rides: number
  /** Riders whose family no email reaches, by name. */
  unreached: string[]
  /** Who has a recorded ride there, which is in the way. */
  recorded: string[]
}

/** Every lesson of the day. */
export async function cancelChoices(date: LocalDate): Promise<CancelChoice[]> {
  const lessons = await lessonsOn(date)
  const riderIds = lessons.flatMap(({ riders }) => riders.map(({ riderId }) => riderId))
  const { unreached } = await readersOf(prisma, riderIds, 'day-closed')
  const isRecorded = recordedAt(date)
  return lessons.map(({ date, time, type, instructor, riders }) => {
    const coming = riders.filter((rider) => !isAway(rider))
    return {
      date,
      time,
      type,
      instructor,
      rides: coming.length,
      unreached: unreached.filter(({ id }) => coming.some(({ riderId }) => riderId === id)).map(({ name }) => name),
      recorded: riders.filter((rider) => isRecorded({ ...rider, time })).map(({ name }) => name),
    }
  })
}

/** Whether a ride of that day is recorded as it is closed. */
function recordedAt(date: LocalDate) {
  const clock = `${today()} ${timeInZone(getEnv().schoolTimezone, now())}`
  return ({ attendance, time }: { attendance: string; time: TimeOfDay }): boolean =>
    ['present', 'makeup'].includes(attendance) || (attendance === 'absent' && `${date} ${time}` <= clock)
}

/** The whole day, and each time at which lessons of the day begin but the first. */
export async function closingChoices(date: LocalDate): Promise<ClosingChoice[]> {
  const lessons = await lessonsOn(date)
  const isRecorded = recordedAt(date)
  const all = lessons.flatMap(({ time, riders }) => riders.map((rider) => ({ ...rider, time })))
  const { readers, unreached } = await readersOf(
    prisma,
    all.map(({ riderId }) => riderId),
    'day-closed',
  )
  const times = [...new Set(lessons.map(({ time }) => time))].sort()
  return times.map((first, i): ClosingChoice => {
    const riders = all.filter(({ time }) => time >= first)
    const coming = riders.filter((rider) => !isAway(rider))
    const comingIds = new Set(coming.map(({ riderId }) => riderId))
    const comes = ({ id }: { id: string }) => comingIds.has(id)
    const isTold = ({ riders: theirs }: Reader) => theirs.some(comes)
    return {
      from: i === 0 ? null : first,
      lessons: lessons.filter(({ time }) => time >= first).length,
      rides: coming.length,
      families: readers.filter(isTold).length,
      unreached: unreached.filter(comes).map(({ name }) => name),
      recorded: [...new Set(riders.filter(isRecorded).map(({ name }) => name))],
    }
  })
}
