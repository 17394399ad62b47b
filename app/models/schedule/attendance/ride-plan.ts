import { t } from '#text'
import type { Entry, Known } from '~/models/schedule/lessons/change-lesson.server'
import { addRider } from '~/models/schedule/lessons/decide/rider'
import { bookingOf } from '~/models/schedule/lessons/decide/settle-makeups'
import {
  type Book,
  type BookingRow,
  lessonAt,
  lessonsOf,
  NEW,
  nameInRow,
  type TableName,
} from '~/models/schedule/snapshot/book'
import type { HorseRow } from '~/models/schedule/snapshot/horse-lock.server'
import { type RideState, rideState } from '~/models/schedule/snapshot/ride-state'
import { restsOn } from '~/models/schedule/vocabulary/rest'
import type { RideRef } from '~/models/schedule/vocabulary/ride-id'
import { atTime } from '~/models/schedule/vocabulary/slot-words'
import { rideKey, type ScheduledLesson } from '~/models/schedule/week/week'
import { type Attendance, isAttendance, statusOf } from '~/models/vocabulary/attendance'
import { isAway } from '~/models/vocabulary/away'
import { slotKey } from '~/models/vocabulary/slot'
import { notFound, Refused } from '~/platform/refused'

/** The wanted change of one ride. Undefined fields stay unchanged. */
export interface RideChange extends Omit<RideRef, 'date'> {
  attendance?: Attendance
  /** Null frees the horse. A rider who does not come has none. */
  horseId?: number | null
  /** Why the horse goes over its limit. */
  overReason?: string
  /** The version of the ride that the form showed; without one the change is always accepted. */
  version?: string
  /** When the family announced it, if it did; ISO. */
  announcedAt?: string
  /** Whether to add the rider to the lesson of `type` on that day, if they are not in it. */
  add?: boolean
  /** Set for a change that was made without a signal. */
  noted?: Noted
}

/** Identifies in the log what a phone has sent already, and when it was chosen, ISO. */
interface Noted {
  key: string
  madeAt: string
}

/** The resulting state of one ride. */
export interface Plan {
  ride: RideRef & { type: string }
  name: string
  lesson: ScheduledLesson
  was: RideState
  attendance: string
  horseId: number | null
  overReason: string | undefined
  announcedAt: string | undefined
  changes: boolean
  added: Entry | null
  noted: Noted | undefined
}

/** Adds a rider who is not in the lesson of that type, if `add` is set, on that day alone. */
export function addIfAbsent(book: Book, wish: RideChange & RideRef, known: Known): { book: Book; entry: Entry | null } {
  if (!wish.add || wish.type === undefined || findPlace(book, wish)) return { book, entry: null }
  const slot = { date: wish.date, time: wish.time, type: wish.type }
  const name = known.riderName(wish.riderId)
  if (!lessonAt(book, slot)) known.requireType(slot.type)
  const added = addRider(book, { id: wish.riderId, name }, slot, { scope: 'one-time', create: true })
  const detail = { riderId: wish.riderId, name, scope: 'one-time' }
  const tables = ['participants', 'oneTimeLessons', 'removals'] as const
  return {
    book: added.book,
    entry: { action: 'lesson.add-rider', entity: 'lesson', entityId: slotKey(slot), detail, of: { tables } },
  }
}

const findPlace = (book: Book, { riderId, date, time, type }: RideRef): ScheduledLesson | undefined =>
  lessonsOf(book, date).find(
    (lesson) =>
      lesson.time === time &&
      (type === undefined || lesson.type === type) &&
      lesson.riders.some((rider) => rider.riderId === riderId),
  )

/** Returns the resulting state of a ride. @throws Refused 404 if the rider is not in the lesson. */
export function planOf(book: Book, wish: RideChange & RideRef, known: Known, added: Entry | null): Plan {
  const name = known.riderName(wish.riderId)
  const lesson = findPlace(book, wish)
  if (!lesson) throw notFound(t('{rider} has no lesson at {when}', { rider: name, when: atTime(wish) }))
  const was = rideState(book, wish)
  const attendance = ofBooked(bookingOf(book, wish), wish.attendance ?? was.attendance, name)
  const had = was.horse?.horseId ?? null
  const wanted = wish.horseId === undefined ? had : wish.horseId
  const horseId = isAway({ attendance: wish.attendance ?? null }) ? null : wanted
  const { overReason, announcedAt } = wish
  const changes = attendance !== was.attendance || horseId !== had
  return {
    ride: { ...wish, type: lesson.type },
    name,
    lesson,
    was,
    attendance,
    horseId,
    overReason,
    announcedAt,
    changes,
    added,
    noted: wish.noted,
  }
}

/**
 * Applies a booking: a ride that was booked as a makeup uses it if the rider comes.
 * @throws Refused 409 if it would be a makeup for a makeup.
 */
export function ofBooked(booking: BookingRow | undefined, attendance: string, name: string): string {
  if (booking?.via !== 'place') return attendance
  if (attendance === 'reschedule') {
    const message = t('This ride of {rider} is a makeup itself. Cancel its booking, and it can be booked again.', {
      rider: name,
    })
    throw new Refused('in_use', message, 'attendanceStatus')
  }
  return attendance === 'present' ? 'makeup' : attendance
}

export const horseIdsOf = (plans: readonly Plan[]): number[] =>
  plans.flatMap(({ horseId, was }) => [horseId, was.horse?.horseId].filter((id) => typeof id === 'number'))

/** Returns the book with the resulting ride. @throws Refused if there is no such horse. */
export function applyPlan(book: Book, plan: Plan, horses: readonly HorseRow[]): Book {
  const { ride, lesson, was, attendance, horseId, name } = plan
  const slot = { date: ride.date, time: ride.time, type: ride.type }
  let records = book.records
  if (attendance !== was.attendance && isAttendance(attendance)) {
    const announcedAt = plan.announcedAt ?? null
    const state = { type: ride.type, duration: lesson.duration, attendance, status: statusOf(attendance), announcedAt }
    records = was.record
      ? records.map((row) => (row.id === was.record?.id ? { ...row, ...state } : row))
      : [...records, { id: NEW, ...slot, riderId: ride.riderId, ...state }]
  }
  if (horseId === (was.horse?.horseId ?? null)) return { ...book, records }
  const rest = book.horses.filter((use) => use !== was.horse)
  const horse = horses.find(({ id }) => id === horseId)
  if (horseId !== null && !horse?.isActive) throw new Refused('invalid', 'Choose a horse', 'horseId')
  if (!horse) return { ...book, records, horses: rest }
  const use = {
    id: NEW,
    ...slot,
    horseId: horse.id,
    horseName: horse.name,
    riderId: ride.riderId,
    riderName: nameInRow(name),
    duration: lesson.duration,
    overReason: null,
  }
  return { ...book, records, horses: [...rest, use] }
}

/** Returns the log entries. */
export function entriesOf(
  { ride, name, was, attendance, horseId, added, noted }: Plan,
  book: Book,
  horses: readonly HorseRow[],
): Entry[] {
  const entityId = rideKey(ride)
  const of = (...tables: TableName[]) => ({ tables, riderId: ride.riderId })
  const use = book.horses.find(({ riderId, time }) => riderId === ride.riderId && time === ride.time)
  const entries: Entry[] = added ? [added] : []
  // A horse that is taken off a ride because it rests is restored by Undo all the same.
  const rested = horses.some((horse) => horse.id === was.horse?.horseId && restsOn(horse, ride.date))
  if (horseId !== (was.horse?.horseId ?? null)) {
    const detail = {
      name,
      type: ride.type,
      from: was.horse?.horseName ?? null,
      to: use?.horseName ?? null,
      reason: typeof use?.overReason === 'string' ? use.overReason : null,
      ...(rested && { rested }),
      ...noted,
    }
    entries.push({ action: 'ride.horse', entity: 'ride', entityId, detail, of: { ...of('horses'), date: ride.date } })
  }
  if (attendance !== was.attendance) {
    const detail = { name, type: ride.type, from: was.attendance, to: attendance, ...noted }
    entries.push({
      action: 'ride.attendance',
      entity: 'ride',
      entityId,
      detail,
      of: of('records', 'makeups', 'bookings'),
    })
  }
  return entries
}
