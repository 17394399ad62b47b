import { lessonNotFound } from '~/models/schedule/lessons/decide/rider'
import { type Book, lessonAt, ridersOf } from '~/models/schedule/snapshot/book'
import { rideState } from '~/models/schedule/snapshot/ride-state'
import type { Slot } from '~/models/vocabulary/slot'
import { type Allowing, changeRides } from './change-rides.server'

/**
 * Marks all riders of a lesson who have no mark.
 * @returns how many it marked, and the IDs of the log entries by which they can be undone.
 * @throws Refused 404
 */
export async function markLessonPresent(
  actorId: string,
  slot: Slot,
  allowing: Allowing = {},
): Promise<{ marked: number; changes: number[] }> {
  const pick = (book: Book) => {
    const lesson = lessonAt(book, slot)
    if (!lesson) throw lessonNotFound()
    return ridersOf(lesson)
      .filter((riderId) => rideState(book, { ...slot, riderId }).attendance === 'scheduled')
      .map((riderId) => ({ riderId, time: slot.time, type: slot.type, attendance: 'present' as const }))
  }
  const { rides, changes } = await changeRides(actorId, slot.date, pick, allowing)
  return { marked: rides.filter(({ changed }) => changed).length, changes }
}
