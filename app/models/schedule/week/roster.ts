import { type LessonPlaces, type PlacesInput, placesOf, type Seats } from '~/models/schedule/vocabulary/free'
import { type HeldPlace, heldAt } from '~/models/schedule/vocabulary/held'
import { isAway } from '~/models/vocabulary/away'
import type { RideTypeCounter } from '~/models/vocabulary/counters'
import type { Slot } from '~/models/vocabulary/slot'
import { displayName } from '~/models/vocabulary/user'
import { dayInZone, type LocalDate } from '~/utils/dates'
import { type ArenaRow, arenaOf, type InstructorRow, instructorOf } from './lesson-instructor'
import {
  type RecordRow,
  type RideSource,
  rideKey,
  rideVersion,
  type ScheduleDay,
  type ScheduledLesson,
  type ScheduleRows,
  scheduleOf,
  type TakenOff,
} from './week'

export interface RideTypeRow {
  name: string
  color: string
  counter: RideTypeCounter | null
  isActive: boolean
  /** The places in its lessons, unless a lesson has its own number; null is no limit. */
  capacity: number | null
}

export interface RosterRider {
  riderId: string
  name: string
  source: RideSource
  /** `scheduled` without a record. */
  attendance: string
  horse: { id: number; name: string } | null
  /** Whether it is booked as a makeup. */
  isMakeup?: true
  /** Whether the family called it off. */
  isAnnounced?: true
  /** Changes with every change of attendance or horse. */
  version: string
}

/** A lesson with its riders. `own` is what its rows set, those of the day before those of the weekly lesson. */
export interface RosterLesson
  extends Omit<ScheduledLesson, 'riders' | 'capacity' | 'level' | 'arena'>,
    LessonPlaces,
    Seats {
  instructor: { id: string; name: string } | null
  own: PlacesInput
  /** The names of riders for whom places are held. */
  heldFor: string[]
  /** The riders, by name. */
  riders: RosterRider[]
}

export interface RosterDay {
  date: LocalDate
  off: (TakenOff & { name: string | null })[]
  lessons: RosterLesson[]
}

export interface Roster {
  days: RosterDay[]
  types: RideTypeRow[]
}

export interface AssignedHorse {
  riderId: string
  date: LocalDate
  time: string
  horseId: number
  horse: string
}

export interface PersonRow {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
}

export type TeachingRow = Omit<InstructorRow, 'leftOn'> & { hiddenAt: string | null }

/** The rows of a roster. Without `updatedAt` and `instructors` it has no versions and no instructors. */
export interface RosterRows extends Omit<ScheduleRows, 'types' | 'records'> {
  types: readonly RideTypeRow[]
  records: readonly (RecordRow & { updatedAt?: number; isAnnounced?: boolean })[]
  horses: readonly AssignedHorse[]
  /** Rides that are booked as a makeup. */
  bookings?: readonly { riderId: string; date: LocalDate; time: string }[]
  people: readonly PersonRow[]
  instructors?: readonly TeachingRow[]
  /** Without it the lessons' own rows say which arena they have. */
  arenas?: readonly ArenaRow[]
  held?: readonly HeldPlace[]
}

const byName = new Intl.Collator('en')

/** Returns the days from one to another, both included. `zone` is the school's. */
export function rosterOf(rows: RosterRows, range: { from: LocalDate; to: LocalDate }, zone: string): RosterDay[] {
  const names = new Map(rows.people.map((person) => [person.id, displayName(person)]))
  const records = new Map(rows.records.map((row) => [rideKey(row), row]))
  const horses = new Map(rows.horses.map((row) => [rideKey(row), row]))
  const bookings = new Set((rows.bookings ?? []).map(rideKey))
  const instructors = (rows.instructors ?? []).map(({ hiddenAt, ...row }) => ({
    ...row,
    leftOn: hiddenAt && dayInZone(zone, new Date(hiddenAt)),
  }))
  const rosterRider = ({ date, time }: Slot, { riderId, source }: ScheduledLesson['riders'][number]): RosterRider => {
    const key = rideKey({ riderId, date, time })
    const record = records.get(key)
    const horse = horses.get(key)
    return {
      riderId,
      name: names.get(riderId) ?? '',
      source,
      attendance: record?.attendance ?? 'scheduled',
      horse: horse ? { id: horse.horseId, name: horse.horse } : null,
      version: rideVersion(record?.updatedAt, horse?.horseId),
      ...(bookings.has(key) && { isMakeup: true }),
      ...(record?.isAnnounced && isAway(record) && { isAnnounced: true }),
    }
  }
  const capacities = new Map(rows.types.map(({ name, capacity }) => [name, capacity]))
  const rosterLesson = ({ capacity = null, level = null, arena = null, ...lesson }: ScheduledLesson): RosterLesson => {
    const places = placesOf({ capacity, level, arena }, capacities.get(lesson.type) ?? null)
    const riders = lesson.riders.map((rider) => rosterRider(lesson, rider))
    const held = heldAt(rows.held ?? [], lesson)
    return {
      ...lesson,
      ...places,
      arena: rows.arenas ? arenaOf(rows.arenas, lesson) : places.arena,
      own: { capacity, level: places.level, arena: places.arena },
      instructor: instructorOf(instructors, lesson),
      riders: riders.sort((a, b) => byName.compare(a.name, b.name)),
      riding: riders.filter((rider) => !isAway(rider)).length,
      held: held.length,
      heldFor: held.flatMap(({ name }) => name ?? []),
    }
  }
  const rosterDay = ({ date, lessons, off = [] }: ScheduleDay): RosterDay => ({
    date,
    lessons: lessons.map(rosterLesson),
    off: off.map((row) => ({ ...row, name: row.riderId && (names.get(row.riderId) ?? '') })),
  })
  return scheduleOf({ ...rows, types: rows.types.map(({ name }) => name) }, range).map(rosterDay)
}
