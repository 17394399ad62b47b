import { t } from '#text'
import { familyRider, listedRider, ownRider } from '~/models/people/families/family.server'
import { type Also, changeLesson, type Known } from '~/models/schedule/lessons/change-lesson.server'
import { giveBack, take } from '~/models/schedule/places/take'
import { type Book, lessonAt } from '~/models/schedule/snapshot/book'
import { placesIn } from '~/models/schedule/snapshot/seats'
import { type Level, levelOf } from '~/models/vocabulary/level'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { requireWaivers } from '~/models/waivers/rule.server'
import { schoolNow } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'

interface With {
  /** Runs under the locks of the change; if it throws, the change is refused. */
  check?: (tx: Tx) => Promise<void>
  /** Changes other rows too, such as the makeup that is booked: one log entry, one Undo. */
  with?: (book: Book, known: Known) => Book
  /** Runs in the transaction after all writes. */
  also?: Also
}

/**
 * Takes a free place on one date for one of a family's riders. Of several who want the last place at once, one gets it.
 * @throws Refused with the reason; `waiver_missing` if the school requires a signature first; Refused 404 for a rider
 * or a lesson that does not exist; 409 if the rider is busy at that time.
 */
export async function takePlace(
  userId: string,
  riderId: string,
  slot: Slot,
  { types, check, ...more }: { types?: readonly string[] } & With = {},
): Promise<{ changes: number[] }> {
  const rider = await requireBooker(userId, riderId)
  const checkAll = async (tx: Tx) => {
    await requireWaivers([riderId], tx)
    await check?.(tx)
  }
  return changePlace(userId, { riderId, slot, action: 'lesson.take-place' }, { ...more, check: checkAll }, (book) =>
    take(book, { rider, slot, types, now: schoolNow() }),
  )
}

/**
 * Books a place on one date for a rider as the office, whatever the lesson's level. `beyond` exceeds its places.
 * @throws Refused 404 for a rider or a lesson that does not exist; otherwise with the reason.
 */
export async function givePlace(
  actorId: string,
  riderId: string,
  slot: Slot,
  { beyond = false, ...more }: { beyond?: boolean } & With = {},
): Promise<{ changes: number[] }> {
  const { name } = await listedRider(riderId)
  return changePlace(actorId, { riderId, slot, action: 'lesson.take-place' }, { ...more, beyond }, (book) => {
    const lesson = lessonAt(book, slot)
    const level = lesson ? placesIn(book, lesson).level : null
    return take(book, { rider: { id: riderId, name, level }, slot, now: schoolNow(), beyond })
  })
}

/** Cancels a place that a rider has on one date alone. @throws Refused 404 if there is none; `lesson_started`. */
export async function givePlaceBack(
  userId: string,
  riderId: string,
  slot: Slot,
  more: With = {},
): Promise<{ changes: number[] }> {
  const rider = await ownRider(userId, riderId)
  if (await prisma.user.count({ where: { id: { in: [userId, riderId] }, active: false } })) throw blocked()
  return changePlace(userId, { riderId, slot, action: 'lesson.give-place-back' }, more, (book) =>
    giveBack(book, { rider: { ...rider, level: null }, slot, now: schoolNow() }),
  )
}

interface PlaceChange {
  riderId: string
  slot: Slot
  action: 'lesson.take-place' | 'lesson.give-place-back'
}

async function changePlace(
  userId: string,
  { riderId, slot, action }: PlaceChange,
  { check, with: more, also, beyond = false }: With & { beyond?: boolean },
  decide: (book: Book) => Book,
): Promise<{ changes: number[] }> {
  const wish = { spans: [{ from: slot.date, weekly: false }], riders: [riderId], beyond, byFamily: true }
  const { changes } = await changeLesson(userId, wish, async (book, known, tx) => {
    const next = decide(book)
    await check?.(tx)
    const detail = { riderId, name: known.riderName(riderId), scope: 'one-time' }
    const entry = { action, entity: 'lesson', entityId: slotKey(slot), detail } as const
    return { book: more ? more(next, known) : next, entries: [entry], result: null, also }
  })
  return { changes }
}

const blocked = () => new Refused('ask_office', t('Please ask the office to book this spot.'))

/** A rider of the family who may be booked, with the level. @throws Refused 404 for anyone else's; `ask_office` if the office blocked one. */
export async function requireBooker(
  userId: string,
  riderId: string,
): Promise<{ id: string; name: string; level: Level | null }> {
  const { name } = await familyRider(userId, riderId)
  const users = await prisma.user.findMany({
    where: { id: { in: [userId, riderId] }, hiddenAt: null },
    select: { id: true, level: true, active: true },
  })
  const rider = users.find(({ id }) => id === riderId)
  if (!rider || !users.some(({ id }) => id === userId)) throw notFound(t('Rider not found'))
  if (users.some(({ active }) => !active)) throw blocked()
  return { id: riderId, name, level: levelOf(rider.level) }
}
