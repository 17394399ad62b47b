import { t } from '#text'
import type { Waiting } from '~/generated/prisma/client'
import { listedRider } from '~/models/people/families/family.server'
import { requireBooker } from '~/models/schedule/change/take-place.server'
import { lessonNotFound } from '~/models/schedule/lessons/decide/rider'
import { close, offerFreePlaces } from '~/models/schedule/offers/offers.server'
import { hasBegun, otherLevel } from '~/models/schedule/places/take'
import { isPlaceOf, lessonAt, ridersOf } from '~/models/schedule/snapshot/book'
import { loadBook } from '~/models/schedule/snapshot/book-rows.server'
import { lockWeekdays } from '~/models/schedule/snapshot/lock-weekdays.server'
import { placesIn } from '~/models/schedule/snapshot/seats'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { type Level, levelFits } from '~/models/vocabulary/level'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { schoolNow } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { dayOfWeek, fromDbDate, toDbDate } from '~/utils/dates'
import { endedReason } from './take-offer.server'

/** The most waitlists that a rider can be on. */
const MAX_WAITING = 10

/**
 * Puts a family's rider on the waitlist of a lesson on its date, or of a weekly lesson from it on.
 * @throws Refused 404 for another family's rider or without a lesson; 409 if the rider rides or waits there;
 * `level_mismatch`.
 */
export async function joinWaitlist(userId: string, riderId: string, slot: Slot, scope: Scope): Promise<number> {
  const rider = await requireBooker(userId, riderId)
  const check = (ofLesson: Level | null) => {
    const fits = levelFits(ofLesson, rider.level)
    if (ofLesson && fits !== 'fits') {
      throw new Refused(fits, otherLevel(ofLesson))
    }
  }
  return join(userId, rider, slot, { scope, check })
}

/** Puts any rider on the waitlist as the office. @throws Refused as `joinWaitlist`, but for the level. */
export async function addToWaitlist(actorId: string, riderId: string, slot: Slot, scope: Scope): Promise<number> {
  return join(actorId, await listedRider(riderId), slot, { scope })
}

/** Adds an entry. Returns its ID. */
const join = (
  actorId: string,
  rider: { id: string; name: string },
  slot: Slot,
  { scope, check }: { scope: Scope; check?: (ofLesson: Level | null) => void },
): Promise<number> =>
  withTx(async (tx) => {
    const weekly = scope === 'weekly'
    await lockWeekdays(tx, [dayOfWeek(slot.date)])
    const { book } = await loadBook(tx, [{ from: slot.date, weekly }], [rider.id], { reads: true })
    const lesson = lessonAt(book, slot)
    if (!lesson) throw lessonNotFound()
    if (hasBegun(slot, schoolNow())) throw new Refused('lesson_started', t('This lesson has already started.'))
    if (weekly && !lesson.weekly)
      throw new Refused('single_date_lesson', t('This lesson takes place on this date only'), 'scope')
    const has = weekly
      ? book.weekly.some((place) => isPlaceOf(slot)(place) && place.riderId === rider.id && place.endDate === null)
      : ridersOf(lesson).includes(rider.id)
    if (has) throw new Refused('already_rides', t('{name} is already in this lesson.', { name: rider.name }))
    check?.(placesIn(book, lesson).level)
    await requireRoom(tx, rider, slot, weekly)
    const [last] = await tx.$queryRaw<{ position: number }[]>`
      SELECT coalesce(max(position), 0) AS position FROM waitlist
      WHERE scheduled_time = ${slot.time} AND lesson_type = ${slot.type} AND extract(dow FROM lesson_date) = ${dayOfWeek(slot.date)}`
    const { id } = await tx.waiting.create({
      data: {
        studentId: rider.id,
        lessonDate: toDbDate(slot.date),
        scheduledTime: slot.time,
        lessonType: slot.type,
        weekly,
        position: (last?.position ?? 0) + 1,
        byId: actorId,
      },
    })
    const detail = { riderId: rider.id, name: rider.name, scope }
    await audit(tx, { actorId, action: 'lesson.wait', entity: 'lesson', entityId: slotKey(slot), detail })
    await offerFreePlaces(tx, [dayOfWeek(slot.date)])
    return id
  })

async function requireRoom(tx: Tx, rider: { id: string; name: string }, slot: Slot, weekly: boolean): Promise<void> {
  const theirs = await tx.waiting.findMany({ where: { studentId: rider.id, closedAt: null } })
  const same = theirs.some((row) => {
    const date = fromDbDate(row.lessonDate)
    const isLine = row.scheduledTime === slot.time && row.lessonType === slot.type && row.weekly === weekly
    return isLine && (weekly ? dayOfWeek(date) === dayOfWeek(slot.date) : date === slot.date)
  })
  if (same) throw new Refused('duplicate', t('{name} is already on this waitlist.', { name: rider.name }), 'riderId')
  if (theirs.length >= MAX_WAITING) {
    throw new Refused(
      'limit_reached',
      t('{name} is on {count} waitlists. Leave one of them first.', { name: rider.name, count: MAX_WAITING }),
      'riderId',
    )
  }
}

/**
 * Removes an entry. `userId` is the family's; without it the office acts.
 * @throws Refused 404 if it no longer exists; 409 if its place was taken in the meantime.
 */
export async function leaveWaitlist(actorId: string, id: number, { userId }: { userId?: string } = {}): Promise<void> {
  const entry = await prisma.waiting.findUnique({ where: { id } })
  if (!entry) throw notWaiting()
  if (userId !== undefined) await requireBooker(userId, entry.studentId)
  requireWaiting(entry)
  const slot = { date: fromDbDate(entry.lessonDate), time: entry.scheduledTime, type: entry.lessonType }
  await withTx(async (tx) => {
    const weekdays = [dayOfWeek(slot.date)]
    await lockWeekdays(tx, weekdays)
    requireWaiting(await tx.waiting.findUnique({ where: { id } }))
    await tx.placeOffer.updateMany({
      where: { waitingId: id, state: 'open' },
      data: { state: 'declined', answeredBy: actorId },
    })
    await close(tx, [id], 'left')
    const user = await tx.user.findUniqueOrThrow({ where: { id: entry.studentId } })
    const detail = { riderId: entry.studentId, name: displayName(user), scope: entry.weekly ? 'weekly' : 'one-time' }
    await audit(tx, { actorId, action: 'lesson.wait-no-more', entity: 'lesson', entityId: slotKey(slot), detail })
    await offerFreePlaces(tx, weekdays)
  })
}

const notWaiting = () => notFound(t('No longer on this waitlist'))

/**
 * Requires a waiting entry. Checked before the lock of the weekday and again under it: an answer to the offer may have
 * come at the same moment.
 */
function requireWaiting(entry: Waiting | null): asserts entry is Waiting {
  if (entry?.outcome === 'taken') throw new Refused('offer_closed', endedReason('taken'))
  if (!entry || entry.closedAt) throw notWaiting()
}

/** Swaps an entry with the one before it. Open offers stay. */
export async function moveUp(id: number): Promise<void> {
  await withTx(async (tx) => {
    const entry = await tx.waiting.findUnique({ where: { id } })
    requireWaiting(entry)
    const weekday = dayOfWeek(fromDbDate(entry.lessonDate))
    await lockWeekdays(tx, [weekday])
    await tx.$executeRaw`
      WITH other AS (
        SELECT id, position FROM waitlist
        WHERE closed_at IS NULL AND scheduled_time = ${entry.scheduledTime} AND lesson_type = ${entry.lessonType}
          AND extract(dow FROM lesson_date) = ${weekday} AND position < (SELECT position FROM waitlist WHERE id = ${id})
        ORDER BY position DESC LIMIT 1)
      UPDATE waitlist w SET position = CASE WHEN w.id = ${id} THEN o.position ELSE m.position END
      FROM other o, waitlist m WHERE m.id = ${id} AND w.id IN (o.id, m.id)`
  })
}
