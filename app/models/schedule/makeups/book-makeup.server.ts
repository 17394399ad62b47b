import { t } from '#text'
import { lockStudent } from '~/models/people/families/student.server'
import { givePlace, takePlace } from '~/models/schedule/change/take-place.server'
import { type Book, NEW, slotOf } from '~/models/schedule/snapshot/book'
import { isLike } from '~/models/schedule/week/base-type'
import { readBaseTypes } from '~/models/schedule/week/base-type.server'
import { notOpenReason } from '~/models/vocabulary/makeup'
import type { Slot } from '~/models/vocabulary/slot'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import type { Db, Tx } from '~/platform/tx.server'
import { fromDbDate, type LocalDate } from '~/utils/dates'
import { type LockedMakeup, lockMakeup } from './lock-makeup.server'

export interface OpenMakeup {
  id: number
  type: string
  until: LocalDate
  /** Whether the family requested it from the office, and waits for an answer. */
  isAsked: boolean
}

/** Returns a rider's makeups that are not booked and not past their last day; the one that expires first comes first. */
export async function openMakeups(riderId: string, day: LocalDate, db: Db = prisma): Promise<OpenMakeup[]> {
  const rows = await db.$queryRaw<{ id: number; type: string; until: Date; isAsked: boolean }[]>`
    SELECT m.id, m.lesson_type AS type, m.valid_to AS until,
           EXISTS (SELECT FROM makeup_requests q WHERE q.makeup_id = m.id AND q.closed_at IS NULL) AS "isAsked"
    FROM makeups m
    WHERE m.student_id = ${riderId} AND m.revoked_at IS NULL AND m.valid_to >= ${day}::date
      AND NOT EXISTS (SELECT FROM makeup_bookings b WHERE b.makeup_id = m.id)
    ORDER BY m.valid_to, m.id`
  return rows.map(({ until, ...row }) => ({ ...row, until: fromDbDate(until) }))
}

/**
 * Books a makeup as the office for a family that calls, into a lesson of its ride type, or a second one of that type at
 * the same hour, whatever the lesson's level.
 * `beyond` exceeds its places.
 * @throws Refused as `givePlace`; 404 without the makeup; 409 if it is not open, or ends before that day.
 */
export async function bookMakeupFor(
  actorId: string,
  id: number,
  { date, time, type }: MakeupSlot,
  {
    beyond = false,
    also,
  }: { beyond?: boolean; also?: (tx: Tx, makeup: LockedMakeup, changes: readonly number[]) => Promise<void> } = {},
): Promise<{ changes: number[] }> {
  let makeup: LockedMakeup | undefined
  const made = await prisma.makeup.findUnique({ where: { id }, select: { studentId: true, lessonType: true } })
  if (!made) throw notFound('This makeup no longer exists')
  const { studentId: riderId, lessonType } = made
  const slot = { date, time, type: await typeForMakeup(lessonType, type) }
  return givePlace(actorId, riderId, slot, {
    beyond,
    async check(tx) {
      await lockStudent(tx, riderId)
      makeup = await lockMakeup(tx, id)
      requireHolds(makeup, date)
    },
    with: withBooking(id, riderId, slot, actorId),
    async also(tx, changes) {
      if (makeup) await also?.(tx, makeup, changes)
    },
  })
}

/** The lesson that the office books a makeup into; without a type that of the makeup's own. */
export interface MakeupSlot extends Pick<Slot, 'date' | 'time'> {
  type?: string
}

/** Returns the ride type of the lesson. @throws Refused 409 for one that the makeup is not good for. */
export async function typeForMakeup(own: string, type: string | undefined): Promise<string> {
  if (type === undefined || type === own) return own
  if (isLike(await readBaseTypes(), own, type)) return type
  throw new Refused('type_not_covered', `This makeup is for a ${own}.`)
}

/** @throws Refused 409 if the makeup cannot be booked, or not on that day. */
export function requireHolds({ state, until }: Pick<LockedMakeup, 'state' | 'until'>, date: LocalDate): void {
  if (state !== 'open') throw new Refused('makeup_closed', notOpenReason(state))
  if (until < date)
    throw new Refused('makeup_closed', 'This makeup ends before that day. Give it a later last day first.')
}

/** Returns the book with a ride that a makeup is booked for. */
export const withBooking =
  (makeupId: number, riderId: string, slot: Slot, byId: string) =>
  (book: Book): Book => ({
    ...book,
    bookings: [...book.bookings, { id: NEW, makeupId, riderId, ...slotOf(slot), via: 'place', byId }],
  })

/**
 * Books a free place for a family with a makeup of that kind of ride. Of several who use the last makeup at once, one gets
 * the place.
 * @throws Refused as `takePlace`; 409 without such a makeup.
 */
export function bookMakeup(userId: string, riderId: string, slot: Slot): Promise<{ changes: number[] }> {
  let makeupId: number | undefined
  return takePlace(userId, riderId, slot, {
    async check(tx) {
      await lockStudent(tx, riderId)
      const open = await openMakeups(riderId, slot.date, tx)
      const bases = await readBaseTypes(tx)
      makeupId = open.find(({ type }) => isLike(bases, type, slot.type))?.id
      if (makeupId === undefined) {
        throw new Refused('nothing_left', t('There is no makeup left for a {type} on that day.', { type: slot.type }))
      }
      // Withdrawn while this waited for the row: by the office, or with the payment of its month.
      const held = await tx.$queryRaw<unknown[]>`
        SELECT id FROM makeups WHERE id = ${makeupId} AND revoked_at IS NULL FOR UPDATE`
      if (!held.length) throw new Refused('makeup_closed', t('This makeup was just removed.'))
    },
    with: (book) => withBooking(makeupId ?? 0, riderId, slot, userId)(book),
  })
}
