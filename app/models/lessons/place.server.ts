import type { Scope } from '~/models/schedule/slot.schema'
import { type Slot, slotKey } from '~/models/schedule/week'
import { requireLength, requireTime, usualLength } from '~/models/school/lesson-times'
import { prisma } from '~/platform/db.server'
import { firstOn, type LocalDate } from '~/utils/dates'
import { isPlaceOf, lessonAt, type Span, standsOn } from './book'
import { changeLesson, type Known, type Wish } from './change-lesson.server'
import {
  type Added,
  addRider,
  endWeekly,
  leaveWeekly,
  lessonNotFound,
  type Removed,
  removeMoved,
  removeRider,
} from './decide/rider'
import { requireUnchanged } from './lesson-version.server'
import { movedAway } from './moved-away.server'

export const spanOf = ({ date }: Slot, scope: Scope): Span => ({ from: date, weekly: scope === 'weekly' })

const LATER = 'Choose a later date, or set that ride back to Scheduled first.'

/** False refuses a rider for whom the lesson has no place. */
export type Beyond = Pick<Wish, 'beyond'>

/** False refuses to end a lesson that somebody waits for. */
export type DespiteWaitlist = Pick<Wish, 'despiteWaitlist'>

type Outcome<Result> = Promise<Omit<Result, 'book'> & { changes: number[] }>

/**
 * Weekly from the slot's day on, or on that day alone, where it undoes a removal.
 * @throws Refused 404 if lesson or rider do not exist; 409 if the rider has a lesson at that time.
 */
export async function addToLesson(
  actorId: string,
  riderId: string,
  slot: Slot,
  scope: Scope,
  /** Adds the lesson too, if there is none; one that was taken off that day comes back for this rider alone. */
  { create = false, duration, beyond }: { create?: boolean; duration?: number } & Beyond = {},
): Outcome<Added> {
  const { result, changes } = await changeLesson(
    actorId,
    { spans: [spanOf(slot, scope)], riders: [riderId], field: 'riderId', beyond },
    (book, known) => {
      const rider = { id: riderId, name: known.riderName(riderId) }
      if (create && !lessonAt(book, slot) && !isWeekly(book, slot)) requireNew(known, slot, duration)
      const length = duration ?? usualLength(known.times)
      const { book: next, ...result } = addRider(book, rider, slot, scope, { create, duration: length })
      const detail = { riderId, name: rider.name, scope }
      const entry = { action: 'lesson.add-rider', entity: 'lesson', entityId: slotKey(slot), detail } as const
      return { book: next, entries: [entry], result }
    },
  )
  return { ...result, changes }
}

/**
 * Several riders at once, all or none of them. Returns the days on which any of them stays off.
 * @throws Refused as `addToLesson`.
 */
export async function addRidersToLesson(
  actorId: string,
  riderIds: readonly string[],
  slot: Slot,
  scope: Scope,
  { beyond }: Beyond = {},
): Outcome<Added> {
  const wish = { spans: [spanOf(slot, scope)], riders: riderIds, field: 'riderId', beyond }
  const { result, changes } = await changeLesson(actorId, wish, (book, known) => {
    let next = book
    const offOn = new Set<LocalDate>()
    for (const id of riderIds) {
      const added = addRider(next, { id, name: known.riderName(id) }, slot, scope, { create: false })
      next = added.book
      for (const day of added.offOn) offOn.add(day)
    }
    const detail = { riderIds, name: riderIds.map(known.riderName).join(', '), scope }
    const entry = { action: 'lesson.add-rider', entity: 'lesson', entityId: slotKey(slot), detail } as const
    return { book: next, entries: [entry], result: { offOn: [...offOn] } }
  })
  return { ...result, changes }
}

/** A lesson that stands may go on with a type that is no longer offered, and at a time outside the school's hours. */
const isWeekly = (book: Parameters<typeof addRider>[0], slot: Slot): boolean =>
  book.weekly.some((place) => isPlaceOf(slot)(place) && standsOn(place, slot.date))

/** @throws Refused 400 if the school has no lessons of that type, at that time or of that length. */
export function requireNew({ requireType, times }: Known, { type, time }: Slot, duration?: number): void {
  requireType(type)
  requireTime(times, time)
  if (duration !== undefined) requireLength(times, duration)
}

/**
 * The lesson need not exist. Returns the id of the rider's place. @throws Refused as `addToLesson`; 400 if there is no such ride type.
 */
export async function createWeeklyPlace(
  actorId: string,
  riderId: string,
  slot: Slot,
  { duration, beyond }: { duration?: number } & Beyond = {},
): Promise<number> {
  await addToLesson(actorId, riderId, slot, 'weekly', { create: true, duration, beyond })
  const place = await prisma.weeklyPlace.findFirstOrThrow({
    where: { studentId: riderId, scheduledTime: slot.time, lessonType: slot.type, isActive: true },
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  return place.id
}

/**
 * Removal is free of charge, and the past stays. `version` is the ride's that the form showed. A rider who leaves for good still has
 * the single days that were moved from the lesson, which are answered, unless `withMoved` removes them too.
 * @throws Refused 404 if the rider is not in the lesson; 409 if the ride changed since, or `weekly` would hide a recorded ride.
 */
export async function removeFromLesson(
  actorId: string,
  riderId: string,
  slot: Slot,
  scope: Scope,
  { version, withMoved = false }: { version?: string; withMoved?: boolean } = {},
): Outcome<Removed & { moved: Slot[] }> {
  const moved = scope === 'weekly' ? await movedAway(slot, riderId) : []
  const spans = [spanOf(slot, scope), ...(withMoved ? moved.map((day) => spanOf(day, 'one-time')) : [])]
  const wish = { spans, riders: [riderId], advice: LATER }
  const { result, changes } = await changeLesson(actorId, wish, async (book, known, tx) => {
    const rider = { id: riderId, name: known.riderName(riderId) }
    const { book: removed, ...was } = removeRider(book, rider, slot, scope, known.isRecorded)
    const next = withMoved ? removeMoved(removed, [rider], moved, known.isRecorded) : removed
    await requireUnchanged(tx, book, { ...slot, riderId }, rider.name, version)
    const detail = { riderId, name: rider.name, scope, ...was }
    const entry = { action: 'lesson.remove-rider', entity: 'lesson', entityId: slotKey(slot), detail } as const
    return { book: next, entries: [entry], result: was }
  })
  return { ...result, moved: withMoved ? [] : moved, changes }
}

/**
 * The past stays.
 * @throws Refused 404 if the place has ended before; 409 if a later ride is recorded, or, if `despiteWaitlist` is false, the lesson
 *   ends with it and somebody waits for it.
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
    const next = end(book, slot, (other) => other.id === id, riderIds, known.isRecorded)
    const name = place.riderId === null ? null : known.riderName(place.riderId)
    const detail = { riderId: place.riderId, name, scope: 'weekly' }
    const entry = { action: 'lesson.remove-rider', entity: 'lesson', entityId: slotKey(slot), detail } as const
    return { book: next, entries: [entry], result: null }
  })
}
