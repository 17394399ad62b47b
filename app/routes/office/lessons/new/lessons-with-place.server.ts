import { placesToTake } from '~/models/schedule/places/places-to-take.server'
import { byDay } from '~/models/schedule/vocabulary/by-day'
import { today } from '~/platform/clock.server'
import { addDays, type LocalDate, weekStart } from '~/utils/dates'

/** Returns the lessons of a week, given by its Monday, that have a place for a student who is free at that time. */
export async function lessonsWithPlace(riderId: string, week: LocalDate) {
  const lessons = await placesToTake(riderId, week, addDays(week, 6), { anyLevel: true })
  return { student: riderId, week, thisWeek: weekStart(today()), days: byDay(lessons) }
}
