import { changeLesson, type DespiteWaitlist } from '~/models/schedule/lessons/change-lesson.server'
import {
  endWeekly,
  leaveWeekly,
  lessonNotFound,
  type Removed,
  removeMoved,
  removeRider,
} from '~/models/schedule/lessons/decide/rider'
import { movedAway } from '~/models/schedule/lessons/moved-away.server'
import { type Book, isPlaceOf, type PlaceRow, spanOf } from '~/models/schedule/snapshot/book'
import { requireUnchanged } from '~/models/schedule/snapshot/lesson-version.server'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { isSameLesson, type Slot, slotKey } from '~/models/vocabulary/slot'
import { prisma } from '~/platform/db.server'
import { firstOn, type LocalDate } from '~/utils/dates'

const LATER = 'Choose a later date, or set that ride back to Scheduled first.'

/**
 * Removes a rider free of charge; the past stays. `version` is the ride's that the form showed. A rider who leaves for
 * good still has the single days that were moved from the lesson, which are returned, unless `withMoved` removes them
 * too.
 * @throws Refused 404 if the rider is not in the lesson; 409 if the ride changed since, or `weekly` would hide a
 * recorded ride.
 */
export async function removeFromLesson(
  actorId: string,
  riderId: string,
  slot: Slot,
  { scope, version, withMoved = false }: { scope: Scope; version?: string; withMoved?: boolean },
): Promise<Omit<Removed, 'book'> & { moved: Slot[]; changes: number[]; toCall: string[] }> {
  const moved = scope === 'weekly' ? await movedAway(slot, riderId) : []
  const spans = [spanOf(slot, scope), ...(withMoved ? moved.map((day) => spanOf(day, 'one-time')) : [])]
  const wish = { spans, riders: [riderId], advice: LATER }
  const { result, ...done } = await changeLesson(actorId, wish, async (book, known, tx) => {
    const rider = { id: riderId, name: known.riderName(riderId) }
    const { book: removed, ...was } = removeRider(book, rider, slot, { scope, isRecorded: known.isRecorded })
    const next = withMoved ? removeMoved(removed, [rider], moved, known.isRecorded) : removed
    await requireUnchanged(tx, book, { ...slot, riderId, name: rider.name }, version)
    const detail = { riderId, name: rider.name, scope, ...was }
    const entry = { action: 'lesson.remove-rider', entity: 'lesson', entityId: slotKey(slot), detail } as const
    return { book: next, entries: [entry], result: was }
  })
  return { ...result, moved: withMoved ? [] : moved, ...done }
}

/**
 * Ends a weekly place; the past stays.
 * @throws Refused 404 if the place has ended before; 409 if a later ride is recorded, or, if `despiteWaitlist` is
 * false, the lesson ends with it and someone waits for it.
 */
export async function endWeeklyPlace(
  actorId: string,
  id: number,
  from: LocalDate,
  { despiteWaitlist }: DespiteWaitlist = {},
): Promise<void> {
  const row = await prisma.weeklyPlace.findUnique({ where: { id } })
  if (!row?.isActive) throw lessonNotFound()
  const slot = { date: firstOn(row.dayOfWeek, from), time: row.scheduledTime, type: row.lessonType }
  const wish = { spans: [spanOf(slot, 'weekly')], advice: LATER, despiteWaitlist }
  await changeLesson(actorId, wish, (book, known) => {
    const place = book.weekly.find((other) => other.id === id)
    if (!place || !isPlaceOf(slot)(place)) throw lessonNotFound()
    const riderIds = place.riderId === null ? [] : [place.riderId]
    const end = place.riderId === null ? endWeekly : leaveWeekly
    const meant = [place, ...followingOf(book, place)]
    const isMeant = (other: PlaceRow) => meant.includes(other)
    const next = end(book, slot, { isMeant, riderIds, isRecorded: known.isRecorded })
    const name = place.riderId === null ? null : known.riderName(place.riderId)
    const detail = { riderId: place.riderId, name, scope: 'weekly' }
    const entry = { action: 'lesson.remove-rider', entity: 'lesson', entityId: slotKey(slot), detail } as const
    return { book: next, entries: [entry], result: null }
  })
}

/** Returns the places in which a rider's place goes on, with other terms of its lesson. */
function followingOf(book: Book, place: PlaceRow): PlaceRow[] {
  const next = book.weekly.find(
    (other) =>
      place.riderId !== null &&
      other.active &&
      other.riderId === place.riderId &&
      other.dayOfWeek === place.dayOfWeek &&
      isSameLesson(other, place) &&
      other.startDate === place.endDate,
  )
  return next ? [next, ...followingOf(book, next)] : []
}
