import { makeupToUse } from '~/models/schedule/attendance/find-makeup.server'
import {
  addIfAbsent,
  applyPlan,
  entriesOf,
  horseIdsOf,
  type Plan,
  planOf,
  type RideChange,
} from '~/models/schedule/attendance/ride-plan'
import { comeBack, whyNotBack } from '~/models/schedule/change/horses/horse-back.server'
import { checkLimits } from '~/models/schedule/horses/horse-limit.server'
import { changeLesson, type Wish } from '~/models/schedule/lessons/change-lesson.server'
import { bookingOf } from '~/models/schedule/lessons/decide/settle-makeups'
import { type Book, type HorseUse, NEW, slotOf } from '~/models/schedule/snapshot/book'
import { type HorseRow, lockHorses } from '~/models/schedule/snapshot/horse-lock.server'
import { lastRideChange, requireUnchanged } from '~/models/schedule/snapshot/lesson-version.server'
import { rideKey } from '~/models/schedule/week/week'
import type { Tx } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'

interface ChangedRide {
  riderId: string
  changed: boolean
  /** Who had made the same change before; null if this call did, or the form showed it. */
  before: string | null
  /** What became of the horse that an absence had freed, if the rider comes after all. */
  horseBack?: string
}

type Wishes = readonly RideChange[]

/** Checks permission under the lock. @throws Refused what its caller may not do */
export interface Allowing {
  allows?: (tx: Tx) => Promise<unknown>
}

/**
 * Changes attendance and horses of rides of one day, all or none of them. A ride whose rider comes after all gets the horse
 * back that the absence freed, if it can, unless a horse is chosen.
 * @throws Refused 404 if a rider is not in the lesson; 409 if a ride changed in the meantime, or a horse is on rest,
 * busy or over its limit without a reason.
 */
export async function changeRides(
  actorId: string,
  date: LocalDate,
  wishes: Wishes | ((book: Book, tx: Tx) => Wishes | Promise<Wishes>),
  { byFamily = false, beyond, allows }: Pick<Wish, 'byFamily' | 'beyond'> & Allowing = {},
): Promise<{ rides: ChangedRide[]; changes: number[] }> {
  const pick = typeof wishes === 'function' ? wishes : () => wishes
  const riders = typeof wishes === 'function' ? [] : wishes.map(({ riderId }) => riderId)
  const wish = { spans: [{ from: date, weekly: false }], riders, field: 'horseId', byFamily, beyond, overHeld: true }
  const { result, changes } = await changeLesson<ChangedRide[]>(actorId, wish, async (book, known, tx) => {
    await allows?.(tx)
    const plans: Plan[] = []
    const rides: ChangedRide[] = []
    let next = book
    for (const one of await pick(book, tx)) {
      const added = addIfAbsent(next, { ...one, date }, known)
      next = added.book
      const plan = planOf(next, { ...one, date }, known, added.entry)
      const { riderId } = one
      if (plan.changes) await requireUnchanged(tx, next, { ...plan.ride, name: plan.name }, one.version)
      const seen = plan.changes || one.version === plan.was.version
      rides.push({ riderId, changed: plan.changes, before: seen ? null : await lastRideChange(tx, rideKey(plan.ride)) })
      plans.push(plan)
    }
    const meant = plans.filter(({ changes }) => changes)
    const back = await comeBack(tx, meant)
    const horses = await lockHorses(tx, [...horseIdsOf(meant), ...back.map(({ horseId }) => horseId)], date)
    for (const plan of meant) next = applyPlan(next, plan, horses)
    for (const one of back) {
      const why = await whyNotBack(tx, next, one, horses)
      // Entries and limits are of the plan with its horse.
      if (!why) one.plan.horseId = one.horseId
      next = applyPlan(next, one.plan, horses)
      const ride = rides[plans.indexOf(one.plan)]
      const name = horses.find(({ id }) => id === one.horseId)?.name
      if (ride) ride.horseBack = why ?? `${name} is back on this ride.`
    }
    for (const plan of meant) next = await withMakeup(tx, next, plan, actorId)
    const reasons = await checkHorses(tx, next, meant, horses)
    next = { ...next, horses: next.horses.map((use) => ({ ...use, ...reasons.get(use) })) }
    return { book: next, entries: meant.flatMap((plan) => entriesOf(plan, next, horses)), result: rides }
  })
  return { rides: result, changes }
}

/** Returns the change with an open makeup, if there is one, for a ride that is marked as a makeup. */
async function withMakeup(tx: Tx, book: Book, { ride, attendance, was }: Plan, byId: string): Promise<Book> {
  if (attendance !== 'makeup' || was.attendance === 'makeup' || bookingOf(book, ride)) return book
  const taken = book.bookings.map(({ makeupId }) => makeupId)
  const makeupId = await makeupToUse(tx, ride, taken)
  if (makeupId === null) return book
  const booking = { id: NEW, makeupId, riderId: ride.riderId, ...slotOf(ride), via: 'mark' as const, byId }
  return { ...book, bookings: [...book.bookings, booking] }
}

/** Returns the reasons to record for horses over their limit. @throws Refused if a reason is missing, or a horse is on rest. */
async function checkHorses(
  tx: Tx,
  book: Book,
  plans: readonly Plan[],
  horses: readonly HorseRow[],
): Promise<Map<HorseUse, { overReason: string | null }>> {
  const reasons = new Map<HorseUse, { overReason: string | null }>()
  for (const { ride, horseId, was, overReason } of plans) {
    const use = book.horses.find(({ riderId, time }) => riderId === ride.riderId && time === ride.time)
    if (!use || horseId === null || was.horse?.horseId === horseId) continue
    const others = book.horses.filter((other) => other !== use && other.horseId === horseId)
    const horse = horses.find(({ id }) => id === horseId)
    reasons.set(use, { overReason: (await checkLimits(tx, horse, { ...use, others }, overReason)).overReason })
  }
  return reasons
}
