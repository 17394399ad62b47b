import { placesToTake } from '~/models/schedule/places/places-to-take.server'
import { byDay } from '~/models/schedule/vocabulary/by-day'
import { today } from '~/platform/clock.server'
import { addDays, type LocalDate, weekStart } from '~/utils/dates'

/** The lessons of a week, begun by its Monday, in which a student who has nothing else then has a place to take. */
export async function lessonsWithPlace(riderId: string, week: LocalDate) {
  const lessons = await placesToTake(riderId, week, addDays(week, 6), { anyLevel: true })
  return { student: riderId, week, thisWeek: weekStart(today()), days: byDay(lessons) }
}
