import { Prisma } from '~/generated/prisma/client'
import { findNoticeSettings } from '~/models/notices/notice-settings.server'
import { loadBook } from '~/models/schedule/snapshot/book-rows.server'
import { lockWeekdays } from '~/models/schedule/snapshot/lock-weekdays.server'
import type { Slot } from '~/models/vocabulary/slot'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { dayOfWeek, firstOn, toDbDate } from '~/utils/dates'
import { deadlineOf } from './deadline'
import { type KnownOff, type OfferRow, planOffers, type WaitingRow, whoseLessonChanged } from './offers'

/** How long a change has to last before anyone is notified, in milliseconds. */
export const SETTLE_MS = 5 * 60_000

interface Entry extends WaitingRow, KnownOff {
  /** Whether the student was removed: the entry keeps its position, and is offered nothing. */
  hidden: boolean
}

/** Returns everyone who waits for a lesson of these weekdays. */
const waitingOn = (tx: Tx, weekdays: readonly number[]) =>
  tx.$queryRaw<Entry[]>`
    SELECT w.id, w.student_id AS "riderId", w.lesson_date::text AS date, w.scheduled_time AS time, w.lesson_type AS type, w.weekly,
      w.position, u.hidden_at IS NOT NULL AS hidden, w.known_off AS "knownOff", w.tell_at IS NOT NULL AS "isDue",
      (SELECT max(o.lesson_date)::text FROM place_offers o
        WHERE o.waiting_id = w.id AND o.unreached AND o.state = 'expired') AS missed
    FROM waitlist w JOIN users u ON u.id = w.student_id
    WHERE w.closed_at IS NULL AND extract(dow FROM w.lesson_date) IN (${Prisma.join(weekdays)})
    ORDER BY w.position, w.id`

/**
 * Updates the waitlists of these weekdays to the present week: free places are offered to the first in line, offers of
 * places that are no longer free are withdrawn, and unanswered ones go to the next. Runs in a transaction that holds
 * the lock of the weekdays, at the end of every change of the week and in a job; in a week without waitlists it is one
 * query. `placed` are entries whose riders ride at that hour by this change, though in another lesson of its kind.
 */
export async function offerFreePlaces(
  tx: Tx,
  weekdays: readonly number[],
  placed: readonly number[] = [],
): Promise<void> {
  const waiting = await waitingOn(tx, weekdays)
  for (const weekday of new Set(waiting.map(({ date }) => dayOfWeek(date)))) {
    await offerOn(
      tx,
      weekday,
      waiting.filter(({ date }) => dayOfWeek(date) === weekday),
      placed,
    )
  }
}

async function offerOn(tx: Tx, weekday: number, waiting: readonly Entry[], placed: readonly number[]): Promise<void> {
  const at = now()
  const day = today()
  const [{ book }, offers, { quietFrom, quietTo }, school] = [
    await loadBook(tx, [{ from: firstOn(weekday, day), weekly: true }], [], { reads: true }),
    await tx.$queryRaw<OfferRow[]>`
      SELECT id, waiting_id AS "waitingId", lesson_date::text AS date, expires_at <= ${at} AS expired,
        unreached OR told_at IS NULL AS unreached
      FROM place_offers
      WHERE state = 'open' AND waiting_id IN (${Prisma.join(waiting.map(({ id }) => id))}) FOR UPDATE`,
    await findNoticeSettings(tx),
    await tx.school.findUnique({ where: { id: 1 }, select: { offerHours: true } }),
  ]
  const terms = {
    hours: school?.offerHours ?? null,
    quiet: { from: quietFrom, to: quietTo },
    zone: getEnv().schoolTimezone,
  }
  const deadline = (slot: Slot) => deadlineOf(slot, at, terms)
  const line = waiting.filter(({ hidden }) => !hidden)
  const plan = planOffers(book, line, offers, { today: day, inTime: (slot) => deadline(slot) !== null, placed })
  const end = (ids: readonly number[], state: 'expired' | 'withdrawn') =>
    tx.placeOffer.updateMany({ where: { id: { in: [...ids] } }, data: { state, answeredAt: at } })
  if (plan.expire.length > 0) {
    await end(plan.expire, 'expired')
    const over = offers.filter(({ id }) => plan.expire.includes(id)).map(({ waitingId }) => waitingId)
    const answerable = over.filter((id) => !plan.toEnd.includes(id))
    await close(tx, answerable, 'expired')
    for (const id of plan.toEnd) await moveToEnd(tx, id)
  }
  if (plan.withdraw.length > 0) await end(plan.withdraw, 'withdrawn')
  for (const { id, outcome } of plan.close) await close(tx, [id], outcome)
  for (const { waitingId, date } of plan.open) {
    const one = waiting.find(({ id }) => id === waitingId)
    const expiresAt = one && deadline({ date, time: one.time, type: one.type })
    if (expiresAt) await tx.placeOffer.create({ data: { waitingId, lessonDate: toDbDate(date), expiresAt } })
  }
  const over = new Set(plan.close.map(({ id }) => id))
  const { tell, settled } = whoseLessonChanged(
    book,
    line.filter(({ id }) => !over.has(id)),
  )
  const setTellAt = (ids: readonly number[], tellAt: Date | null) =>
    tx.waiting.updateMany({ where: { id: { in: [...ids] } }, data: { tellAt } })
  if (tell.length > 0) await setTellAt(tell, new Date(at.getTime() + SETTLE_MS))
  if (settled.length > 0) await setTellAt(settled, null)
}

/** Moves an entry behind all others, because its family could not be notified. */
const moveToEnd = (tx: Tx, id: number) => tx.$executeRaw`
  UPDATE waitlist w SET position = 1 + (
    SELECT max(x.position) FROM waitlist x WHERE x.scheduled_time = w.scheduled_time AND x.lesson_type = w.lesson_type
      AND extract(dow FROM x.lesson_date) = extract(dow FROM w.lesson_date))
  WHERE w.id = ${id}`

export type Outcome = 'taken' | 'placed' | 'left' | 'declined' | 'expired' | 'past'

/** Ends entries; those that ended before stay as they ended. */
export async function close(tx: Tx, ids: readonly number[], outcome: Outcome): Promise<void> {
  await tx.waiting.updateMany({ where: { id: { in: [...ids] }, closedAt: null }, data: { outcome, closedAt: now() } })
}

/** Updates the weekdays with waitlists, one after the other: offers expire, and are made however a place became free. */
export async function offerEverywhere(): Promise<void> {
  const days = await prisma.$queryRaw<{ weekday: number }[]>`
    SELECT DISTINCT extract(dow FROM lesson_date)::int AS weekday FROM waitlist WHERE closed_at IS NULL ORDER BY 1`
  for (const { weekday } of days) {
    await withTx(async (tx) => {
      await lockWeekdays(tx, [weekday])
      await offerFreePlaces(tx, [weekday])
    })
  }
}
