import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { dayOfWeek } from '~/utils/dates'
import { type LessonsPlan, slotText, standsOn } from './lessons'
import type { PlannedLesson, PlannedPerson, PlannedRide } from './planned'
import { type RidesPlan, rideText } from './rides'

/** Returns where a rider is already at the time of a planned lesson, in words; undefined if nowhere. */
export function clashOf(
  planned: PlannedLesson | PlannedRide,
  rider: PlannedPerson,
  { lessons, rides }: { lessons: LessonsPlan; rides: RidesPlan },
): string | undefined {
  const date = 'date' in planned ? planned.date : null
  const weekday = 'date' in planned ? dayOfWeek(planned.date) : planned.weekday
  // One day of the very lesson in which the rider is every week is no other ride.
  const isOther = (one: Pick<PlannedLesson, 'time' | 'type' | 'duration'>, isSameKind: boolean) =>
    (isSameKind || one.time !== planned.time || one.type !== planned.type) && overlaps(one, planned)
  const place = lessons
    .heldBy(rider)
    .filter((one) => one.weekday === weekday && (date === null || standsOn(one, date)))
    .find((one) => isOther(one, date === null))
  if (place) return slotText(place)
  const ride = rides
    .heldBy(rider)
    .filter((one) => (date === null ? dayOfWeek(one.date) === weekday : one.date === date))
    .find((one) => isOther(one, date !== null))
  return ride && rideText(ride)
}
