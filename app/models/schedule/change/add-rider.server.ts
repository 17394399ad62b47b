import { type Beyond, changeLesson, requireNew } from '~/models/schedule/lessons/change-lesson.server'
import { type Added, addRider } from '~/models/schedule/lessons/decide/rider'
import { isWeekly, lessonAt, spanOf } from '~/models/schedule/snapshot/book'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { usualLength } from '~/models/school/lesson-times'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { prisma } from '~/platform/db.server'
import { dayOfWeek, type LocalDate, toDbDate } from '~/utils/dates'

type Outcome = Promise<Omit<Added, 'book'> & { changes: number[] }>

/**
 * Adds a rider weekly from the slot's day on, or on that day alone, where it undoes a removal.
 * @throws Refused 404 if lesson or rider do not exist; 409 if the rider has a lesson at that time.
 */
export async function addToLesson(
  actorId: string,
  riderId: string,
  slot: Slot,
  /** `create` adds the lesson too, if there is none; one that was taken off that day is restored for this rider alone. */
  { scope, create = false, duration, beyond }: { scope: Scope; create?: boolean; duration?: number } & Beyond,
): Outcome {
  const { result, changes } = await changeLesson(
    actorId,
    { spans: [spanOf(slot, scope)], riders: [riderId], field: 'riderId', beyond },
    (book, known) => {
      const rider = { id: riderId, name: known.riderName(riderId) }
      // An existing lesson may continue with a type that is no longer offered, and at a time outside the school's hours.
      if (create && !lessonAt(book, slot) && !isWeekly(book, slot)) requireNew(known, slot, duration)
      const length = duration ?? usualLength(known.times)
      const { book: next, ...result } = addRider(book, rider, slot, { scope, create, duration: length })
      const detail = { riderId, name: rider.name, scope }
      const entry = { action: 'lesson.add-rider', entity: 'lesson', entityId: slotKey(slot), detail } as const
      return { book: next, entries: [entry], result }
    },
  )
  return { ...result, changes }
}

/** Adds several riders at once, all or none of them. Returns the days on which any of them stays off. @throws Refused as `addToLesson`. */
export async function addRidersToLesson(
  actorId: string,
  riderIds: readonly string[],
  slot: Slot,
  { scope, beyond }: { scope: Scope } & Beyond,
): Outcome {
  const wish = { spans: [spanOf(slot, scope)], riders: riderIds, field: 'riderId', beyond }
  const { result, changes } = await changeLesson(actorId, wish, (book, known) => {
    let next = book
    const offOn = new Set<LocalDate>()
    for (const id of riderIds) {
      const added = addRider(next, { id, name: known.riderName(id) }, slot, { scope, create: false })
      next = added.book
      for (const day of added.offOn) offOn.add(day)
    }
    const detail = { riderIds, name: riderIds.map(known.riderName).join(', '), scope }
    const entry = { action: 'lesson.add-rider', entity: 'lesson', entityId: slotKey(slot), detail } as const
    return { book: next, entries: [entry], result: { offOn: [...offOn] } }
  })
  return { ...result, changes }
}

/**
 * Creates a weekly place in a lesson that need not exist. Returns the place's ID.
 * @throws Refused as `addToLesson`; 400 if there is no such ride type.
 */
export async function createWeeklyPlace(
  actorId: string,
  riderId: string,
  slot: Slot,
  { duration, beyond }: { duration?: number } & Beyond = {},
): Promise<number> {
  await addToLesson(actorId, riderId, slot, { scope: 'weekly', create: true, duration, beyond })
  const place = await prisma.weeklyPlace.findFirstOrThrow({
    where: {
      ...{ studentId: riderId, scheduledTime: slot.time, lessonType: slot.type, isActive: true },
      ...{ dayOfWeek: dayOfWeek(slot.date), startDate: { lte: toDbDate(slot.date) } },
      OR: [{ deletedFromDate: null }, { deletedFromDate: { gt: toDbDate(slot.date) } }],
    },
    select: { id: true },
  })
  return place.id
}
