import { changeLesson } from '~/models/schedule/lessons/change-lesson.server'
import { leaveWeekly } from '~/models/schedule/lessons/decide/rider'
import { type Book, isPlaceOf, type RideRow } from '~/models/schedule/snapshot/book'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { today } from '~/platform/clock.server'
import { addDays, dayOfWeek, firstOn, type LocalDate } from '~/utils/dates'

const ADVICE = 'Set that ride back to Scheduled first.'

/**
 * Removes riders from every lesson from tomorrow on, with their horses and announced absences. Today and the past stay.
 * @throws Refused 409 if a coming ride is recorded.
 */
export async function leaveWeek(actorId: string, riderIds: readonly string[]): Promise<void> {
  const from = addDays(today(), 1)
  const spans = [0, 1, 2, 3, 4, 5, 6].map((days) => ({ from: addDays(from, days), weekly: true }))
  await changeLesson(actorId, { spans, riders: riderIds, advice: ADVICE }, (book, known) => {
    const slots = slotsOf(book, riderIds, from)
    const next = slots.reduce((before, slot) => leave(before, slot, riderIds, known.isRecorded), book)
    const [first] = slots
    if (!first) return { book, entries: [], result: null }
    const detail = { name: riderIds.map(known.riderName).join(', '), scope: 'weekly' }
    const entry = { action: 'lesson.remove-rider', entity: 'lesson', entityId: slotKey(first), detail } as const
    return { book: next, entries: [entry], result: null }
  })
}

const leave = (book: Book, slot: Slot, riderIds: readonly string[], isRecorded: (ride: RideRow) => boolean) =>
  leaveWeekly(book, slot, {
    isMeant: (place) => isPlaceOf(slot)(place) && place.riderId !== null && riderIds.includes(place.riderId),
    riderIds,
    isRecorded,
  })

/** Returns the lessons in which these riders have any place, each by its first day. */
function slotsOf(book: Book, riderIds: readonly string[], from: LocalDate): Slot[] {
  const isTheirs = ({ riderId }: { riderId: string | null }) => riderId !== null && riderIds.includes(riderId)
  const weekly = book.weekly
    .filter((place) => isTheirs(place) && place.active && (place.endDate === null || place.endDate > from))
    .map(({ dayOfWeek: weekday, time, type }) => ({ date: firstOn(weekday, from), time, type }))
  const single = book.participants
    .filter((row) => isTheirs(row) && row.date >= from)
    .map(({ date, time, type }) => ({ date: firstOn(dayOfWeek(date), from), time, type }))
  return [...new Map([...weekly, ...single].map((slot) => [slotKey(slot), slot])).values()].sort((a, b) =>
    slotKey(a) < slotKey(b) ? -1 : 1,
  )
}
