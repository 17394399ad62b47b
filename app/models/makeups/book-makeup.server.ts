import { NEW, slotOf } from '~/models/lessons/book'
import { takePlace } from '~/models/places/take-place.server'
import type { Slot } from '~/models/schedule/week'
import { lockStudent } from '~/models/students/student.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import type { Db } from '~/platform/tx.server'
import { fromDbDate, type LocalDate } from '~/utils/dates'

export interface OpenMakeup {
  id: number
  type: string
  until: LocalDate
  /** The family asked the office for it, and waits for an answer. */
  isAsked: boolean
}

/** Of a rider, not booked and not over on that day; the one that ends first comes first. */
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
 * A family books a free place with a makeup of that ride type. Of several who use the last makeup at once, one gets the place.
 * @throws Refused as `takePlace`; 409 without such a makeup.
 */
export function bookMakeup(userId: string, riderId: string, slot: Slot): Promise<{ changes: number[] }> {
  let makeupId: number | undefined
  return takePlace(userId, riderId, slot, {
    async check(tx) {
      await lockStudent(tx, riderId)
      const open = await openMakeups(riderId, slot.date, tx)
      makeupId = open.find(({ type }) => type === slot.type)?.id
      if (makeupId === undefined) {
        throw new Refused(`There is no makeup left for a ${slot.type} on that day.`, undefined, 409)
      }
      // Taken back while the row was waited for: by the office, or with the payment of its month.
      const held = await tx.$queryRaw<unknown[]>`
        SELECT id FROM makeups WHERE id = ${makeupId} AND revoked_at IS NULL FOR UPDATE`
      if (!held.length) throw new Refused('This makeup was taken back just now.', undefined, 409)
    },
    with: (book) => ({
      ...book,
      bookings: [
        ...book.bookings,
        { id: NEW, makeupId: makeupId ?? 0, riderId, ...slotOf(slot), via: 'place' as const, byId: userId },
      ],
    }),
  })
}
