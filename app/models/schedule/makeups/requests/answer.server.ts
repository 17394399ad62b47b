import { givePlace } from '~/models/schedule/change/take-place.server'
import { type MakeupSlot, requireHolds, typeForMakeup, withBooking } from '~/models/schedule/makeups/book-makeup.server'
import type { Slot } from '~/models/vocabulary/slot'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { type AskedMakeup, findRequest, lockRequest, recordRequest } from './ask.server'

/** Runs in the same transaction, with the makeup and its log entry. */
type AlsoOf<Noted> = (tx: Tx, makeup: AskedMakeup, noted: Noted) => Promise<void>

/**
 * Answers a request as the office by booking the rider into a lesson as `bookMakeupFor` does.
 * Undo opens the request again.
 * @throws Refused 404 without the request or the lesson; 409 if it is no longer open, or the makeup ends before;
 * otherwise with the reason.
 */
export async function bookRequest(
  actorId: string,
  id: number,
  { date, time, type }: MakeupSlot,
  { beyond = false, also }: { beyond?: boolean; also?: AlsoOf<readonly number[]> } = {},
): Promise<{ riderId: string; slot: Slot; changes: number[] }> {
  const { makeupId, studentId: riderId } = await findRequest(id)
  const asked = await prisma.makeup.findUnique({ where: { id: makeupId }, select: { lessonType: true } })
  if (!asked) throw notFound('This makeup no longer exists')
  const slot = { date, time, type: await typeForMakeup(asked.lessonType, type) }
  let makeup: AskedMakeup | undefined
  const { changes } = await givePlace(actorId, riderId, slot, {
    beyond,
    async check(tx) {
      makeup = await lockRequest(tx, id)
      requireHolds(makeup, date)
    },
    with: (book) => withBooking(makeup?.id ?? 0, riderId, slot, actorId)(book),
    async also(tx, changes) {
      if (makeup) await also?.(tx, makeup, changes)
    },
  })
  return { riderId, slot, changes }
}

/** Declines a request with a message. @throws Refused 404 without the request; 409 if it is no longer open. */
export const declineRequest = (actorId: string, id: number, answer: string, also?: AlsoOf<number>): Promise<void> =>
  withTx(async (tx) => {
    const makeup = await lockRequest(tx, id)
    const data = { outcome: 'declined', answer, closedAt: now(), closedBy: actorId }
    await tx.makeupRequest.update({ where: { id }, data })
    const change = await recordRequest(tx, actorId, 'makeup.decline', makeup)
    await also?.(tx, makeup, change)
  })
