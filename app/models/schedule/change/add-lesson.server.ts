import { chosenInstructorName } from '~/models/schedule/instructors/instructor.server'
import { teach } from '~/models/schedule/instructors/teach'
import { changeLesson, requireNew, SECOND_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { addLesson, LESSON_EXISTS, type LessonAdded } from '~/models/schedule/lessons/decide/lesson'
import { setPlaces } from '~/models/schedule/lessons/set-places'
import { rideTypeOfNext } from '~/models/schedule/rides/ride-type.server'
import { type Book, datesOf, isPlaceOf, isTakenOff, lessonAt, spanOf } from '~/models/schedule/snapshot/book'
import type { PlacesInput } from '~/models/schedule/vocabulary/free'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { requireArena, usualLength } from '~/models/school/lesson-times'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { prisma } from '~/platform/db.server'
import { Asked } from '~/platform/refused'
import { dayOfWeek } from '~/utils/dates'

type AddedLesson = Promise<Omit<LessonAdded, 'book'> & { type: string; changes: number[] }>

/**
 * Adds a lesson weekly from the slot's day on, or on that day alone. A weekly lesson that was taken off that day is
 * restored with its riders. If there is a lesson of that type, `second` adds another one; its ride type is returned.
 * @throws Refused 409 if the lesson exists, or one of its riders is busy by now; 400 if there is no such ride type, or
 * the school has no lessons at that time or of that length, or no such instructor.
 */
export async function addLessonAt(
  actorId: string,
  slot: Slot,
  scope: Scope,
  { duration, places, instructorId = null, second }: NewLesson = {},
): AddedLesson {
  const { result, changes } = await changeLesson(actorId, { spans: [spanOf(slot, scope)] }, async (book, known, tx) => {
    const isThere = (type: string) => occurs(book, { ...slot, type }, scope)
    const asks = second !== undefined && lessonAt(book, slot) !== undefined
    const at = asks ? { ...slot, type: await rideTypeOfNext(tx, actorId, slot.type, isThere) } : slot
    if (asks && second !== slotKey(at)) throw new Asked('duplicate', LESSON_EXISTS, SECOND_FIELD, slotKey(at))
    if (!lessonAt(book, at) && !isTakenOff(book, at)) requireNew(known, slot, duration)
    if (places?.arena) requireArena(known.times, places.arena)
    const instructor = instructorId !== null && (await chosenInstructorName(instructorId, tx))
    const { book: added, ...result } = addLesson(book, at, scope, duration ?? usualLength(known.times))
    const lesson = lessonAt(added, at)
    const placed = lesson && places ? setPlaces(added, lesson, places, scope) : added
    const next = lesson && instructorId !== null ? teach(placed, lesson, instructorId, scope) : placed
    const detail = { scope, ...(instructor && { instructor }) }
    const entry = { action: 'lesson.add', entity: 'lesson', entityId: slotKey(at), detail } as const
    return { book: next, entries: [entry], result: { ...result, type: at.type } }
  })
  return { ...result, changes }
}

/** Whether there is such a lesson on the day, taken off or not, or weekly on any day from it on. */
const occurs = (book: Book, slot: Slot, scope: Scope): boolean =>
  lessonAt(book, slot) !== undefined ||
  isTakenOff(book, slot) ||
  (scope === 'weekly' &&
    (book.weekly.some(isPlaceOf(slot)) ||
      datesOf(book).some((date) => date >= slot.date && lessonAt(book, { ...slot, date }))))

interface NewLesson {
  /** The length in minutes. */
  duration?: number
  places?: PlacesInput
  /** Null for none; a lesson that is restored then keeps its own. */
  instructorId?: string | null
  /** The lesson that is added if there is one of that type, as `Asked` says; another one, such as none yet, asks for it. */
  second?: string
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
