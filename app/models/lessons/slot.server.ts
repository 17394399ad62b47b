import { type PlacesWish, setPlaces } from '~/models/places/set-places'
import type { Scope } from '~/models/schedule/slot.schema'
import { isMarked, type Slot, slotKey } from '~/models/schedule/week'
import { usualLength } from '~/models/school/lesson-times'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { dayOfWeek } from '~/utils/dates'
import { isTakenOff, lessonAt, slotOf } from './book'
import { changeLesson } from './change-lesson.server'
import { addLesson, deleteLesson as decideDelete, type LessonAdded } from './decide/lesson'
import { removeMoved } from './decide/rider'
import { movedAway } from './moved-away.server'
import { type DespiteWaitlist, requireNew, spanOf } from './place.server'

type AddedLesson = Promise<Omit<LessonAdded, 'book'> & { changes: number[] }>

/**
 * Weekly from the slot's day on, or on that day alone. A weekly lesson that was taken off that day comes back with its riders.
 * @throws Refused 409 if the lesson exists, or one of its riders is busy by now; 400 if there is no such ride type, or the school has no
 *   lessons at that time or of that length.
 */
export async function addLessonAt(
  actorId: string,
  slot: Slot,
  scope: Scope,
  { duration, places }: NewLesson = {},
): AddedLesson {
  const { result, changes } = await changeLesson(actorId, { spans: [spanOf(slot, scope)] }, (book, known) => {
    if (!lessonAt(book, slot) && !isTakenOff(book, slot)) requireNew(known, slot, duration)
    const { book: added, ...result } = addLesson(book, slot, scope, duration ?? usualLength(known.times))
    const lesson = lessonAt(added, slot)
    const next = lesson && places ? setPlaces(added, lesson, places, scope) : added
    const entry = { action: 'lesson.add', entity: 'lesson', entityId: slotKey(slot), detail: { scope } } as const
    return { book: next, entries: [entry], result }
  })
  return { ...result, changes }
}

interface NewLesson {
  /** Minutes. */
  duration?: number
  places?: PlacesWish
}

export const addOneTimeLesson = (actorId: string, slot: Slot, lesson?: NewLesson) =>
  addLessonAt(actorId, slot, 'one-time', lesson)

/** Returns the id of a place of the lesson. @throws Refused as `addLessonAt`. */
export async function addWeeklyLesson(actorId: string, slot: Slot, lesson?: NewLesson): Promise<number> {
  await addLessonAt(actorId, slot, 'weekly', lesson)
  const place = await prisma.weeklyPlace.findFirstOrThrow({
    where: { dayOfWeek: dayOfWeek(slot.date), scheduledTime: slot.time, lessonType: slot.type, isActive: true },
    orderBy: [{ studentId: { sort: 'asc', nulls: 'first' } }, { id: 'desc' }],
    select: { id: true },
  })
  return place.id
}

/**
 * Free of charge for its riders; the past stays. Single days that were moved from a lesson that ends stay and are answered, unless
 * `withMoved` removes them too. `recorded` is how many recorded rides the form said would be taken back.
 * @throws Refused 404 if there is no such lesson; 409 if other rides are recorded than the form said, or `weekly` would hide one, or,
 *   if `despiteWaitlist` is false, somebody waits for it.
 */
export async function deleteLesson(
  actorId: string,
  slot: Slot,
  scope: Scope,
  { recorded, withMoved = false, despiteWaitlist }: Deletion = {},
): Promise<{ changes: number[]; moved: Slot[] }> {
  const moved = scope === 'weekly' ? await movedAway(slot) : []
  const wish = {
    spans: [spanOf(slot, scope), ...(withMoved ? moved.map((day) => spanOf(day, 'one-time')) : [])],
    advice: 'Choose a later date, or set that ride back to Scheduled first.',
    despiteWaitlist,
  }
  const { changes } = await changeLesson(actorId, wish, (book, known) => {
    const { book: deleted, riderIds } = decideDelete(book, slot, scope, known.isRecorded)
    const left = (withMoved ? moved : []).map(({ riderId }) => ({ id: riderId, name: known.riderName(riderId) }))
    const next = withMoved ? removeMoved(deleted, left, moved, known.isRecorded) : deleted
    const marked = book.records.filter(
      (ride) =>
        ride.date === slot.date &&
        ride.time === slot.time &&
        riderIds.includes(ride.riderId) &&
        isMarked(ride.attendance),
    )
    if (scope === 'one-time' && recorded !== undefined && marked.length !== recorded) {
      const names = marked.map(({ riderId }) => known.riderName(riderId)).join(', ')
      throw new Refused(
        `Recorded in this lesson by now: ${names || 'nobody'}. Nothing was removed; look again and choose.`,
        'recorded',
        409,
      )
    }
    const detail = {
      scope,
      riderIds,
      recorded: marked.map(({ riderId, attendance }) => `${known.riderName(riderId)}: ${attendance}`),
    }
    const entry = { action: 'lesson.delete', entity: 'lesson', entityId: slotKey(slot), detail } as const
    return { book: next, entries: [entry], result: null }
  })
  return { changes, moved: withMoved ? [] : distinctSlots(moved) }
}

interface Deletion extends DespiteWaitlist {
  recorded?: number
  withMoved?: boolean
}

const distinctSlots = (slots: readonly Slot[]): Slot[] => [
  ...new Map(slots.map((slot) => [slotKey(slot), slotOf(slot)])).values(),
]
