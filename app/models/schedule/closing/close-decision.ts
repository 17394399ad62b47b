import { moveRider } from '~/models/schedule/lessons/decide/move'
import { clearRides, settle } from '~/models/schedule/lessons/decide/settle'
import { bookingOf } from '~/models/schedule/lessons/decide/settle-makeups'
import { type Book, lessonsOf, NEW, type RideRow, slotOf } from '~/models/schedule/snapshot/book'
import { atTime } from '~/models/schedule/vocabulary/slot-words'
import type { ScheduledLesson } from '~/models/schedule/week/week'
import { officeLabel } from '~/models/vocabulary/attendance'
import { isAway } from '~/models/vocabulary/away'
import { lastDayOfClosed } from '~/models/vocabulary/makeup'
import { isSameLesson, type Slot } from '~/models/vocabulary/slot'
import { Refused, RefusedList } from '~/platform/refused'
import { formatDay, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

interface OffLesson extends Pick<Slot, 'time' | 'type'> {
  /** The type of another lesson at that time, which its riders join instead. */
  joins?: string
}

export interface Closing {
  /** Lessons that begin at this time or later; null is the whole day. */
  from: TimeOfDay | null
  reason: string
  /** These lessons alone, whatever `from` says: the rest of the day takes place. */
  only?: readonly OffLesson[]
  /** No one gets a new makeup, as on a holiday that packages already leave out. */
  noMakeups?: boolean
}

interface ClosedRide extends Slot {
  riderId: string
  /** Minutes. */
  duration: number
  /** Whether the rider has a makeup for it: a new one, the one the ride was booked with, or one that was promised. */
  makeup: boolean
}

interface ClosedDay {
  book: Book
  lessons: ScheduledLesson[]
  /** Those that would have taken place, and those that were called off for a makeup. */
  rides: ClosedRide[]
  /** Who rides in another lesson of that time instead. */
  joined: (Slot & { riderId: string })[]
}

interface Known {
  riderName: (id: string) => string
  isRecorded: (ride: RideRow) => boolean
}

/** What to do if a recorded ride is in the way. */
export const closeAdvice = ({ only }: Pick<Closing, 'only'>): string => {
  if (!only) return 'Choose a later time, or set that ride back to Scheduled first.'
  return only.length === 1
    ? 'Set that ride back to Scheduled first.'
    : 'Leave that lesson out, or set that ride back to Scheduled first.'
}

/** The field of a form that says which lessons are canceled. */
export const ONLY_FIELD = 'lesson'

/** One who rescheduled had said so, whatever the time is. */
const isRecordedThere = (ride: RideRow, { isRecorded }: Pick<Known, 'isRecorded'>): boolean =>
  isRecorded(ride) && ride.attendance !== 'reschedule'

/**
 * The lessons come off as a whole, horses are free, announced absences are taken back, and each rider who would have come has a
 * makeup: a new one, or the one that the ride was booked by. One who was promised a makeup for calling off in time has it as the others.
 * With `noMakeups` no new ones are given. Who comes to a lesson that joins another moves there, with horse and makeup.
 * @throws Refused 409 naming every ride that is recorded there, or if there is nothing to close, or 404 if there is no lesson to join.
 */
export function closeDay(
  book: Book,
  date: LocalDate,
  { byId, noMakeups = false, ...closing }: Closing & { byId: string },
  known: Known,
): ClosedDay {
  const { reason } = closing
  const field = closing.only ? ONLY_FIELD : 'from'
  const lessons = lessonsToClose(lessonsOf(book, date), date, closing)
  const recordOf = (riderId: string, { time }: Slot) =>
    book.records.find((row) => row.riderId === riderId && row.date === date && row.time === time)
  const everyone = lessons.flatMap((lesson) =>
    lesson.riders.map(({ riderId }) => ({
      ...slotOf(lesson),
      duration: lesson.duration,
      riderId,
      record: recordOf(riderId, lesson),
    })),
  )
  const recorded = everyone.filter(({ record }) => record && isRecordedThere(record, known))
  if (recorded.length > 0) {
    const told = recorded.map(
      ({ riderId, record, ...slot }) =>
        `${known.riderName(riderId)}’s ride at ${atTime(slot)} is marked ${officeLabel(record?.attendance ?? '')}`,
    )
    throw new RefusedList('ride_recorded', told, closeAdvice(closing), field)
  }
  const { book: moved, joined } = joinOthers(book, everyone, closing, known)
  const stays = (ride: Slot & { riderId: string }) =>
    !joined.some(({ riderId, time }) => riderId === ride.riderId && time === ride.time)
  const all = everyone.filter(stays)
  const off = lessons.reduce((next, lesson) => settle(next, slotOf(lesson), null), moved)
  const cleared = clearRides(
    off,
    (row) => row.date === date && all.some(({ riderId, time }) => riderId === row.riderId && time === row.time),
  )
  const makeupOf = ({ riderId, time }: Pick<ClosedRide, 'riderId' | 'time'>) =>
    book.makeups.find((row) => row.riderId === riderId && row.date === date && row.time === time)
  const wasPromised = ({ record, ...ride }: (typeof all)[number]) => {
    const makeup = makeupOf(ride)
    return record?.attendance === 'reschedule' && makeup !== undefined && !makeup.revokedAt
  }
  const promised = new Set(all.filter(wasPromised).map((ride) => makeupOf(ride)?.id))
  const rides = all
    .filter((ride) => !ride.record || !isAway(ride.record) || wasPromised(ride))
    .map(({ riderId, duration, ...slot }): ClosedRide => {
      const ride = { ...slotOf(slot), duration, riderId }
      const before = makeupOf(ride)
      const holds = (before !== undefined && !before.revokedAt) || bookingOf(book, ride) !== undefined
      return { ...ride, makeup: !noMakeups || holds }
    })
  const validTo = lastDayOfClosed(date)
  const given = rides
    .filter((ride) => ride.makeup && !makeupOf(ride) && !bookingOf(book, ride))
    .map(({ riderId, ...ride }) => ({
      id: NEW,
      riderId,
      ...slotOf(ride),
      why: 'closed' as const,
      reason,
      validFrom: date,
      validTo,
      byId,
    }))
  const back = new Set(rides.map((ride) => bookingOf(book, ride)?.makeupId))
  const makeups = cleared.makeups.map((row) => {
    if (!back.has(row.id) && !promised.has(row.id)) return row
    const held = row.validTo < validTo ? { ...row, validTo } : row
    return promised.has(row.id) ? { ...held, why: 'closed' as const, reason } : held
  })
  return { book: { ...cleared, makeups: [...makeups, ...given] }, lessons, rides, joined }
}

/** Moves who comes to a lesson that joins another one there. Who called off stays, as a ride of a canceled lesson. */
function joinOthers(
  book: Book,
  rides: readonly (Slot & { riderId: string; record?: RideRow })[],
  { only = [] }: Pick<Closing, 'only'>,
  { riderName, isRecorded }: Known,
): Pick<ClosedDay, 'book' | 'joined'> {
  let next = book
  const joined: ClosedDay['joined'] = []
  for (const { riderId, record, ...ride } of rides) {
    const type = only.find((one) => isSameLesson(one, ride))?.joins
    if (type === undefined || (record && isAway(record))) continue
    const [from, to] = [slotOf(ride), { ...slotOf(ride), type }]
    next = moveRider(next, { id: riderId, name: riderName(riderId) }, { from, to, scope: 'one-time', isRecorded }).book
    joined.push({ ...to, riderId })
  }
  return { book: next, joined }
}

/** @throws Refused 409 if there is none, or one of those that were chosen takes place no more. */
function lessonsToClose(
  lessons: readonly ScheduledLesson[],
  date: LocalDate,
  { from, only }: Closing,
): ScheduledLesson[] {
  if (only) {
    const gone = only.filter((one) => !lessons.some((lesson) => isSameLesson(lesson, one)))
    if (gone.length > 0) {
      const told = gone.map((one) => `The ${one.type} at ${atTime({ ...one, date })} was just canceled or moved`)
      throw new RefusedList('lesson_canceled', told, 'Look again.', ONLY_FIELD)
    }
    return lessons.filter((lesson) => only.some((one) => isSameLesson(one, lesson)))
  }
  const off = lessons.filter(({ time }) => from === null || time >= from)
  if (off.length > 0) return off
  const when = from === null ? `There are no lessons on` : `No lesson begins at ${formatTimeOfDay(from)} or later on`
  throw new Refused('nothing_to_do', `${when} ${formatDay(date)}`, 'from')
}
