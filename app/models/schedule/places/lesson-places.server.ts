import { freePlaces } from '~/models/schedule/vocabulary/free'
import { loadRoster } from '~/models/schedule/week/roster.server'
import type { LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Returns how many places each lesson has, and how many of them are free. */
export async function lessonPlaces(range: { from: LocalDate; to: LocalDate }) {
  const { days } = await loadRoster(range)
  return days.flatMap(({ lessons }) =>
    lessons.map(({ date, time, type, ...lesson }) => ({
      lessonDate: date,
      lessonTime: formatTimeOfDay(time),
      lessonType: type,
      capacity: lesson.capacity,
      level: lesson.level,
      arena: lesson.arena,
      riding: lesson.riding,
      held: lesson.held,
      free: freePlaces(lesson),
    })),
  )
}
