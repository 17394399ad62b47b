import { type Book, isPlaceOf, lessonAt, lessonsOf, overlapping, ridersOf } from '~/models/schedule/snapshot/book'
import { datesOfPlaces, seatsIn } from '~/models/schedule/snapshot/seats'
import { freePlaces } from '~/models/schedule/vocabulary/free'
import { typesLike } from '~/models/schedule/week/base-type'
import type { Slot } from '~/models/vocabulary/slot'
import { addDays, dayOfWeek, firstOn, type LocalDate } from '~/utils/dates'

/** A waitlist entry of a lesson, in the order of `position` and `id`. */
export interface WaitingRow {
  id: number
  riderId: string
  /** The wanted date, or the first one of a weekly place. */
  date: LocalDate
  time: string
  type: string
  weekly: boolean
  position: number
  /** The date of an offer of which the family could not be notified: it went to the next, and is not offered to them again. */
  missed?: LocalDate | null
}

/** What the family of an entry knows about its lesson, and whether it is about to be notified of a change. */
export interface KnownOff {
  id: number
  knownOff: boolean
  isDue: boolean
}

/** An open offer; `date` is the one that is offered, or the first one of a weekly place. */
export interface OfferRow {
  id: number
  waitingId: number
  date: LocalDate
  expired: boolean
  /** Whether no email reaches the family, or none has gone out. */
  unreached?: boolean
}

interface OfferPlan {
  /** Offers that have expired. */
  expire: number[]
  /** Those of their entries that move to the end of the waitlist, because the family could not be notified of the offer. */
  toEnd: number[]
  /** Offers of a place that is no longer free. */
  withdraw: number[]
  /** Entries that end: the rider rides there by now, or the date has passed. */
  close: { id: number; outcome: 'placed' | 'past' }[]
  open: { waitingId: number; date: LocalDate }[]
}

/** Whether there is still time to offer a place in a lesson. */
export type InTime = (slot: Slot) => boolean

/** Returns the days from one on that a place of this book takes: that day, or all that differ from it. */
function daysTaken(book: Book, { weekly }: { weekly: boolean }, slot: Slot): LocalDate[] {
  if (!weekly) return [slot.date]
  const own = new Set(
    datesOfPlaces(book).filter((date) => date >= slot.date && dayOfWeek(date) === dayOfWeek(slot.date)),
  )
  // The first week without rows of its own stands for all such weeks.
  let usual = slot.date
  while (own.has(usual)) usual = addDays(usual, 7)
  return [...new Set([slot.date, ...own, usual])]
}

/** Whether the lesson of an entry exists: on that date, or every week. */
export const isOnSchedule = (book: Book, weekly: boolean, slot: Slot): boolean =>
  weekly
    ? book.weekly.some((place) => isPlaceOf(slot)(place) && place.endDate === null)
    : lessonAt(book, slot) !== undefined

/** Returns the entries whose lesson went off the schedule or was restored, and those whose pending notice no longer applies. */
export function whoseLessonChanged(
  book: Book,
  line: readonly (WaitingRow & KnownOff)[],
): { tell: number[]; settled: number[] } {
  const isAsKnown = (one: WaitingRow & KnownOff) => isOnSchedule(book, one.weekly, one) !== one.knownOff
  const ids = (rows: readonly KnownOff[]) => rows.map(({ id }) => id)
  return {
    tell: ids(line.filter((one) => !isAsKnown(one) && !one.isDue)),
    settled: ids(line.filter((one) => isAsKnown(one) && one.isDue)),
  }
}

/**
 * Whether a place is free on that date, or every week from it on: on each day on which the lesson takes place. A weekly
 * place needs a permanent lesson.
 */
export function hasPlace(book: Book, weekly: boolean, slot: Slot): boolean {
  if (!isOnSchedule(book, weekly, slot) || !lessonAt(book, slot)) return false
  return daysTaken(book, { weekly }, slot).every((date) => {
    const lesson = lessonAt(book, { ...slot, date })
    return !lesson || (freePlaces(seatsIn(book, lesson)) ?? 1) > 0
  })
}

/** Whether a waiting rider has what they wait for. */
export const ridesAt = (
  book: Book,
  { riderId, weekly }: Pick<WaitingRow, 'riderId' | 'weekly'>,
  slot: Slot,
): boolean =>
  weekly
    ? book.weekly.some((place) => isPlaceOf(slot)(place) && place.riderId === riderId && place.endDate === null)
    : ridersOf(lessonAt(book, slot)).includes(riderId)

/** The same, or that in another lesson of its kind at that hour. */
export const ridesAtHour = (book: Book, one: Pick<WaitingRow, 'riderId' | 'weekly'>, slot: Slot): boolean =>
  typesLike(book.bases, slot.type).some((type) => ridesAt(book, one, { ...slot, type }))

const isBusy = (book: Book, riderId: string, slot: Slot): boolean => {
  const lesson = lessonAt(book, slot)
  return (
    lesson !== undefined &&
    overlapping(lessonsOf(book, slot.date), lesson).some((other) => ridersOf(other).includes(riderId))
  )
}

/** Returns the days from which a place may be offered: that date, or each of the next eight weeks. */
function daysToOffer({ date, weekly }: WaitingRow, today: LocalDate): LocalDate[] {
  if (!weekly) return [date]
  const from = firstOn(dayOfWeek(date), date > today ? date : today)
  return [0, 1, 2, 3, 4, 5, 6, 7].map((week) => addDays(from, week * 7))
}

/**
 * Decides what happens to the waitlist of a weekday, given the present week: unanswered offers expire, those of places
 * that are no longer free are withdrawn, the newest first, and free places are offered in order. `book` contains the
 * open offers as held places. `placed` are entries that end whatever the book says.
 */
export function planOffers(
  book: Book,
  waiting: readonly WaitingRow[],
  offers: readonly OfferRow[],
  { today, inTime, placed: beside = [] }: { today: LocalDate; inTime: InTime; placed?: readonly number[] },
): OfferPlan {
  const plan: OfferPlan = { expire: [], toEnd: [], withdraw: [], close: [], open: [] }
  const line = [...waiting].sort((a, b) => a.position - b.position || a.id - b.id)
  const byId = new Map(line.map((one) => [one.id, one]))
  let next: Book = { ...book, held: [] }
  const hold = ({ time, type, weekly }: WaitingRow, id: number, date: LocalDate) => {
    next = { ...next, held: [...next.held, { id, date, time, type, weekly }] }
  }
  const over = new Set<number>()
  for (const one of line) {
    if (beside.includes(one.id) || ridesAt(book, one, one)) plan.close.push({ id: one.id, outcome: 'placed' })
    else if (!one.weekly && one.date < today) plan.close.push({ id: one.id, outcome: 'past' })
    else continue
    over.add(one.id)
  }
  for (const offer of [...offers].sort((a, b) => a.id - b.id)) {
    const one = byId.get(offer.waitingId)
    const slot = one && { date: offer.date, time: one.time, type: one.type }
    if (offer.expired) {
      plan.expire.push(offer.id)
      if (offer.unreached) plan.toEnd.push(offer.waitingId)
      over.add(offer.waitingId)
    } else if (!one || !slot || over.has(one.id) || !hasPlace(next, one.weekly, slot)) plan.withdraw.push(offer.id)
    else {
      hold(one, offer.id, offer.date)
      over.add(one.id)
    }
  }
  for (const one of line) {
    if (over.has(one.id)) continue
    const slotOn = (date: LocalDate) => ({ date, time: one.time, type: one.type })
    // Someone may ride there for some more weeks: then the place is free from a later one on.
    const date = daysToOffer(one, today).find((day) => inTime(slotOn(day)) && hasPlace(next, one.weekly, slotOn(day)))
    if (date === undefined || date === one.missed || isBusy(next, one.riderId, slotOn(date))) continue
    plan.open.push({ waitingId: one.id, date })
    hold(one, -one.id, date)
  }
  return plan
}
