import { displayName } from '~/models/accounts/user'
import type { RideTypeCounter } from '~/models/allowance/counters'
import { dayInZone, type LocalDate } from '~/utils/dates'
import { type InstructorRow, instructorOf } from './lesson-instructor'
import {
  type RecordRow,
  type RideSource,
  rideKey,
  rideVersion,
  type ScheduleDay,
  type ScheduledLesson,
  type ScheduleRows,
  type Slot,
  scheduleOf,
  type TakenOff,
} from './week'

export interface RideTypeRow {
  name: string
  color: string
  counter: RideTypeCounter | null
  isActive: boolean
}

export interface RosterRider {
  riderId: string
  name: string
  source: RideSource
  /** `scheduled` without a record. */
  attendance: string
  horse: { id: number; name: string } | null
  /** Changes with every change of attendance or horse. */
  version: string
}

export interface RosterLesson extends Omit<ScheduledLesson, 'riders'> {
  instructor: { id: string; name: string } | null
  /** By name. */
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

/** What a roster is made of. Without `updatedAt` and `instructors` it tells no versions and nobody who teaches. */
export interface RosterRows extends Omit<ScheduleRows, 'types' | 'records'> {
  types: readonly RideTypeRow[]
  records: readonly (RecordRow & { updatedAt?: number })[]
  horses: readonly AssignedHorse[]
  people: readonly PersonRow[]
  instructors?: readonly TeachingRow[]
}

const byName = new Intl.Collator('en')

/** The days from one to another, both included. `zone` is the school's. */
export function rosterOf(rows: RosterRows, range: { from: LocalDate; to: LocalDate }, zone: string): RosterDay[] {
  const names = new Map(rows.people.map((person) => [person.id, displayName(person)]))
  const records = new Map(rows.records.map((row) => [rideKey(row), row]))
  const horses = new Map(rows.horses.map((row) => [rideKey(row), row]))
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
    }
  }
  const rosterLesson = (lesson: ScheduledLesson): RosterLesson => ({
    ...lesson,
    instructor: instructorOf(instructors, lesson),
    riders: lesson.riders.map((rider) => rosterRider(lesson, rider)).sort((a, b) => byName.compare(a.name, b.name)),
  })
  const rosterDay = ({ date, lessons, off = [] }: ScheduleDay): RosterDay => ({
    date,
    lessons: lessons.map(rosterLesson),
    off: off.map((row) => ({ ...row, name: row.riderId && (names.get(row.riderId) ?? '') })),
  })
  return scheduleOf({ ...rows, types: rows.types.map(({ name }) => name) }, range).map(rosterDay)
}
