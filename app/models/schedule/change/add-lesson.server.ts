import { changeLesson, requireNew } from '~/models/schedule/lessons/change-lesson.server'
import { addLesson, type LessonAdded } from '~/models/schedule/lessons/decide/lesson'
import { type PlacesInput, setPlaces } from '~/models/schedule/lessons/set-places'
import { isTakenOff, lessonAt, spanOf } from '~/models/schedule/snapshot/book'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { usualLength } from '~/models/school/lesson-times'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { prisma } from '~/platform/db.server'
import { dayOfWeek } from '~/utils/dates'

type AddedLesson = Promise<Omit<LessonAdded, 'book'> & { changes: number[] }>

/**
 * Adds a lesson weekly from the slot's day on, or on that day alone. A weekly lesson that was taken off that day is
 * restored with its riders.
 * @throws Refused 409 if the lesson exists, or one of its riders is busy by now; 400 if there is no such ride type, or
 * the school has no lessons at that time or of that length.
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
  /** The length in minutes. */
  duration?: number
  places?: PlacesInput
}

export const addOneTimeLesson = (actorId: string, slot: Slot, lesson?: NewLesson) =>
  addLessonAt(actorId, slot, 'one-time', lesson)

/** Adds a weekly lesson. Returns the ID of one of its places. @throws Refused as `addLessonAt`. */
export async function addWeeklyLesson(actorId: string, slot: Slot, lesson?: NewLesson): Promise<number> {
  await addLessonAt(actorId, slot, 'weekly', lesson)
  const place = await prisma.weeklyPlace.findFirstOrThrow({
    where: { dayOfWeek: dayOfWeek(slot.date), scheduledTime: slot.time, lessonType: slot.type, isActive: true },
    orderBy: [{ studentId: { sort: 'asc', nulls: 'first' } }, { id: 'desc' }],
    select: { id: true },
  })
  return place.id
}
