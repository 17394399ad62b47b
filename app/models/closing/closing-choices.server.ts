import { isAbsence } from '~/models/lessons/book'
import { type Reader, readersOf } from '~/models/notices/readers.server'
import { lessonsOn } from '~/models/schedule/roster.server'
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
  /** Families that would be told by e-mail. */
  families: number
  /** Riders whose family no email reaches, by name. */
  unreached: string[]
  /** Who has a recorded ride there, which is in the way. */
  recorded: string[]
}

/** The whole day, and each time at which lessons of the day begin but the first. */
export async function closingChoices(date: LocalDate): Promise<ClosingChoice[]> {
  const lessons = await lessonsOn(date)
  const clock = `${today()} ${timeInZone(getEnv().schoolTimezone, now())}`
  const all = lessons.flatMap(({ time, riders }) => riders.map((rider) => ({ ...rider, time })))
  const { readers, unreached } = await readersOf(
    prisma,
    all.map(({ riderId }) => riderId),
    'day-closed',
  )
  const times = [...new Set(lessons.map(({ time }) => time))].sort()
  return times.map((first, i): ClosingChoice => {
    const riders = all.filter(({ time }) => time >= first)
    const coming = riders.filter((rider) => !isAbsence(rider))
    const isRecorded = ({ attendance, time }: (typeof all)[number]) =>
      ['present', 'makeup'].includes(attendance) || (attendance === 'absent' && `${date} ${time}` <= clock)
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
