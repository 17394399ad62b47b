import { Prisma } from '~/generated/prisma/client'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import type { Slot } from '~/models/vocabulary/slot'
import { now } from '~/platform/clock.server'
import type { Tx } from '~/platform/tx.server'
import { addDays, dayOfWeek, daysBetween } from '~/utils/dates'

/** A waitlist entry that waits for another lesson now. Stored in the log, by which it is undone. */
export interface MovedWaiting {
  id: number
  from: Slot
  to: Slot
}

/**
 * Returns the entries for a lesson that moves: on one date, those for that date; weekly, those for a date from it on or
 * for every week. Nobody waits for one lesson twice.
 */
export async function lineOf(tx: Tx, slot: Slot, target: Slot, scope: Scope): Promise<MovedWaiting[]> {
  const days = daysBetween(slot.date, target.date)
  const meant =
    scope === 'one-time'
      ? Prisma.sql`(NOT w.weekly AND w.lesson_date = ${slot.date}::date)`
      : Prisma.sql`((w.weekly OR w.lesson_date >= ${slot.date}::date)
          AND extract(dow FROM w.lesson_date) = ${dayOfWeek(slot.date)})`
  const rows = await tx.$queryRaw<{ id: number; date: string }[]>`
    SELECT w.id, w.lesson_date::text AS date FROM waitlist w
    WHERE w.closed_at IS NULL AND w.scheduled_time = ${slot.time} AND w.lesson_type = ${slot.type} AND ${meant}
    ORDER BY w.id`
  return rows.map(({ id, date }) => ({
    id,
    from: { ...slot, date },
    to: { ...target, date: date < slot.date ? target.date : addDays(date, days) },
  }))
}

/** Reopens the entries of riders whose place was taken back, unless they have joined the waitlist again. */
export async function openAgain(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.$executeRaw`
    UPDATE waitlist w SET closed_at = NULL, outcome = NULL
    WHERE w.id = ANY(${[...ids]}) AND w.outcome IN ('taken', 'placed')
      AND NOT EXISTS (SELECT FROM waitlist x WHERE x.closed_at IS NULL AND x.student_id = w.student_id AND x.weekly = w.weekly
        AND x.scheduled_time = w.scheduled_time AND x.lesson_type = w.lesson_type
        AND CASE WHEN w.weekly THEN extract(dow FROM x.lesson_date) = extract(dow FROM w.lesson_date)
          ELSE x.lesson_date = w.lesson_date END)`
}

/** Moves entries. Open offers named the other time, so they end, and what is free is offered again. */
export async function moveLine(tx: Tx, line: readonly MovedWaiting[]): Promise<void> {
  for (const { id, from, to } of line) {
    const moved = await tx.$executeRaw`
      UPDATE waitlist w SET lesson_date = ${to.date}::date, scheduled_time = ${to.time}, lesson_type = ${to.type}
      WHERE w.id = ${id} AND w.closed_at IS NULL
        AND w.lesson_date = ${from.date}::date AND w.scheduled_time = ${from.time} AND w.lesson_type = ${from.type}
        AND NOT EXISTS (SELECT FROM waitlist x WHERE x.closed_at IS NULL AND x.student_id = w.student_id AND x.weekly = w.weekly
          AND x.lesson_date = ${to.date}::date AND x.scheduled_time = ${to.time} AND x.lesson_type = ${to.type})`
    if (moved === 0) continue
    await tx.placeOffer.updateMany({
      where: { waitingId: id, state: 'open' },
      data: { state: 'withdrawn', answeredAt: now() },
    })
  }
}
