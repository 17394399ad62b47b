import {
  type Book,
  type BookingRow,
  type HorseUse,
  type MakeupRow,
  type ParticipantOf,
  type PlaceRow,
  type RemovalOf,
  type RideRow,
  type Rows,
  slotOf,
} from '~/models/schedule/snapshot/book'
import { Refused } from '~/platform/refused'
import { dayOfWeek } from '~/utils/dates'

/** A Tuesday. */
export const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }

export const NO_ROWS: Rows = {
  weekly: [],
  participants: [],
  oneTimeLessons: [],
  removals: [],
  records: [],
  horses: [],
  makeups: [],
  bookings: [],
}

/** Builds the rows of the lesson's weekday from its date on. */
export const bookOf = (rows: Partial<Book>): Book => ({
  ...NO_ROWS,
  spans: [{ from: slot.date, weekly: true }],
  types: ['Group Lesson', 'Private Lesson'],
  bases: new Map(),
  capacities: new Map(),
  booked: new Set(rows.bookings?.map(({ makeupId }) => makeupId)),
  held: [],
  awaited: [],
  work: [],
  names: new Map(),
  ...rows,
})

export const nameOf = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1)
export const riderNamed = (id: string) => ({ id, name: nameOf(id) })

let nextId = 1

/** Builds a place in the lesson every week since November. */
export const weekly = (riderId: string | null, change: Partial<PlaceRow> = {}): PlaceRow => ({
  id: nextId++,
  riderId,
  dayOfWeek: dayOfWeek(slot.date),
  time: slot.time,
  type: slot.type,
  duration: 60,
  active: true,
  startDate: '2026-11-03',
  endDate: null,
  ...change,
})

/** Builds a participant of that day's lesson alone. */
export const guest = (riderId: string, change: Partial<ParticipantOf> = {}): ParticipantOf => ({
  id: nextId++,
  ...slot,
  riderId,
  duration: 60,
  movedFrom: null,
  ...change,
})

export const lessonRow = (change: Partial<Book['oneTimeLessons'][number]> = {}) => ({
  id: nextId++,
  ...slot,
  duration: 60,
  movedFrom: null,
  ...change,
})

/** Builds the removal of a rider on that day; without a rider, of the whole lesson. */
export const off = (riderId: string | null, change: Partial<RemovalOf> = {}): RemovalOf => ({
  id: nextId++,
  ...slot,
  riderId,
  ...change,
})

export const marked = (riderId: string, attendance: string, change: Partial<RideRow> = {}): RideRow => ({
  id: nextId++,
  ...slot,
  riderId,
  duration: 60,
  attendance,
  status: 'completed',
  ...change,
})

export const on = (riderId: string, horseName: string, change: Partial<HorseUse> = {}): HorseUse => ({
  id: nextId++,
  ...slot,
  riderId,
  horseId: horseName.length,
  horseName,
  duration: 60,
  ...change,
})

/** Builds a makeup for a called-off ride, valid for 30 days. */
export const makeup = (riderId: string, change: Partial<MakeupRow> = {}): MakeupRow => ({
  id: nextId++,
  ...slotOf(slot),
  riderId,
  why: 'absence',
  reason: 'Called off in time',
  validFrom: '2026-11-24',
  validTo: '2026-12-24',
  ...change,
})

/** Builds the booking of the ride with that makeup. */
export const booking = (riderId: string, makeupId: number, change: Partial<BookingRow> = {}): BookingRow => ({
  id: nextId++,
  ...slot,
  riderId,
  makeupId,
  via: 'place',
  ...change,
})

/** Returns the refusal of a change. */
export function refusalOf(change: () => unknown): Refused {
  try {
    change()
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
  throw new Error('It was not refused')
}
