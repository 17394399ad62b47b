import type { OwnPlaces } from '~/models/schedule/vocabulary/free'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { addDays, dayOfWeek, type LocalDate } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import type { TimeOfDay } from '~/utils/time-of-day'

/** A weekly place. Without a rider it is an empty weekly lesson. It runs from `startDate` up to, not including, `endDate`. */
export interface WeeklyPlaceRow extends OwnPlaces {
  id: number
  riderId: string | null
  dayOfWeek: number
  time: TimeOfDay
  type: string
  duration: number
  active: boolean
  startDate: LocalDate
  endDate: LocalDate | null
}

export interface ParticipantRow extends Slot {
  id: number
  riderId: string
  duration: number
  /** The lesson that this ride was moved from, as `slotKey`. */
  movedFrom?: string | null
}

/** A one-time lesson. Its length, capacity, level and arena override those of a weekly lesson on that day. */
export interface OneTimeLessonRow extends Slot, OwnPlaces {
  id: number
  duration: number
  movedFrom?: string | null
}

/** A removal; without a rider the whole lesson is canceled. */
export interface RemovalRow extends Slot {
  riderId: string | null
}

export interface RecordRow extends Slot {
  riderId: string
  duration: number
  attendance: string | null
}

export interface ScheduleRows {
  weekly: readonly WeeklyPlaceRow[]
  participants: readonly ParticipantRow[]
  oneTimeLessons: readonly OneTimeLessonRow[]
  removals: readonly RemovalRow[]
  records: readonly RecordRow[]
  /** The ride types, in the order of lessons at the same time. */
  types: readonly string[]
}

/** Why a rider is in a lesson. `record`: the place is gone, but the ride is recorded and counted. */
export type RideSource = 'weekly' | 'one-time' | 'record'

export interface LessonRider {
  riderId: string
  source: RideSource
}

/** A lesson on a day. Its capacity is set only if it overrides the ride type's. */
export interface ScheduledLesson extends Slot, OwnPlaces {
  /** The length in minutes. */
  duration: number
  weekly: boolean
  riders: LessonRider[]
}

/** A weekly lesson, or a rider of one, that was taken off a day. */
export interface TakenOff {
  time: TimeOfDay
  type: string
  /** Null for the whole lesson. */
  riderId: string | null
}

export interface ScheduleDay {
  date: LocalDate
  /** What was taken off, by time; undefined if nothing was. */
  off?: TakenOff[]
  /** The lessons by time, then in the order of the ride types. */
  lessons: ScheduledLesson[]
}

export const rideKey = (ride: { riderId: string; date: LocalDate; time: TimeOfDay }): string =>
  `${ride.date} ${ride.time} ${ride.riderId}`

export const rideVersion = (changed: Date | number | undefined, horseId: number | null | undefined): string =>
  `${Number(changed ?? 0)}-${horseId ?? 0}`

export const isMarked = (attendance: string | null | undefined): boolean => !!attendance && attendance !== 'scheduled'

/** Whether a place of that weekday applies on a day. */
const standsOn = (place: WeeklyPlaceRow, date: LocalDate): boolean =>
  place.active && place.startDate <= date && (place.endDate === null || date < place.endDate)

/**
 * Computes the schedule: weekly places + one-time participants + one-time lessons − removals; both ends included. A
 * recorded ride keeps its rider in the lesson. The order of the rows does not matter, and nobody is twice in one
 * lesson.
 */
export function scheduleOf(rows: ScheduleRows, range: { from: LocalDate; to: LocalDate }): ScheduleDay[] {
  const removed = new Set(rows.removals.map((row) => removalKey(slotKey(row), row.riderId)))
  const weeklyByDay = groupBy(rows.weekly, (row) => row.dayOfWeek)
  const participantsByDate = groupBy(rows.participants, (row) => row.date)
  const oneTimeByDate = groupBy(rows.oneTimeLessons, (row) => row.date)
  const recordsByDate = groupBy(rows.records, (row) => row.date)
  const rank = new Map(rows.types.map((type, i) => [type, i]))
  const days: ScheduleDay[] = []

  for (let date = range.from; date <= range.to; date = addDays(date, 1)) {
    const lessons = new Map<string, LessonDraft>()
    const placed = new Set<string>()
    const oneTime = oneTimeByDate.get(date) ?? []
    const places = (weeklyByDay.get(dayOfWeek(date)) ?? []).filter((place) => standsOn(place, date))
    const lengths = new Map<string, number>()
    for (const lesson of oneTime) {
      lengths.set(slotKey(lesson), Math.max(lesson.duration, lengths.get(slotKey(lesson)) ?? 0))
    }
    const put = (
      row: { time: TimeOfDay; type: string; duration: number },
      riderId: string | null,
      source: RideSource,
    ) => {
      const slot = { date, time: row.time, type: row.type }
      const key = slotKey(slot)
      if (removed.has(removalKey(key, null))) return
      const lesson = lessons.get(key) ?? { ...slot, duration: 0, weekly: false, riders: new Map() }
      lessons.set(key, lesson)
      lesson.duration = lengths.get(key) ?? Math.max(lesson.duration, row.duration)
      if (source === 'weekly') lesson.weekly = true
      if (riderId === null || removed.has(removalKey(key, riderId)) || lesson.riders.has(riderId)) return
      lesson.riders.set(riderId, source)
      if (source !== 'record') placed.add(`${row.time} ${riderId}`)
    }
    for (const place of places) put(place, place.riderId, 'weekly')
    for (const lesson of oneTime) put(lesson, null, 'one-time')
    for (const row of participantsByDate.get(date) ?? []) put(row, row.riderId, 'one-time')
    for (const ride of recordsByDate.get(date) ?? []) {
      if (isMarked(ride.attendance) && !placed.has(`${ride.time} ${ride.riderId}`)) put(ride, ride.riderId, 'record')
    }
    for (const { time, type, capacity, level, arena } of ownPlaces(places, oneTime)) {
      const lesson = lessons.get(slotKey({ date, time, type }))
      if (!lesson) continue
      if (isSaid(capacity)) lesson.capacity = capacity
      if (isSaid(level)) lesson.level = level
      if (isSaid(arena)) lesson.arena = arena
    }
    const off = takenOffOn(date, places, removed)
    days.push({
      date,
      lessons: [...lessons.values()].map(finished).sort(inOrder(rank)),
      ...(off.length > 0 && { off }),
    })
  }
  return days
}

const isSaid = (value: unknown) => value !== null && value !== undefined

/** Returns the rows that set a lesson's places, the last one winning: weekly places by age, then those of the day alone. */
function ownPlaces(weekly: readonly WeeklyPlaceRow[], oneTime: readonly OneTimeLessonRow[]) {
  const says = ({ capacity, level, arena }: OwnPlaces) => [capacity, level, arena].some(isSaid)
  const byAge = weekly.filter(says).sort((a, b) => compare(a.startDate, b.startDate) || a.id - b.id)
  return [...byAge, ...oneTime.filter(says)]
}

function takenOffOn(date: LocalDate, places: readonly WeeklyPlaceRow[], removed: ReadonlySet<string>): TakenOff[] {
  const off = new Map<string, TakenOff>()
  for (const { time, type, riderId } of places) {
    const key = slotKey({ date, time, type })
    // A whole lesson is listed once, without its riders.
    const who = [null, riderId].find((id) => removed.has(removalKey(key, id)))
    if (who !== undefined) off.set(removalKey(key, who), { time, type, riderId: who })
  }
  return [...off.values()].sort((a, b) => compare(a.time, b.time) || compare(a.type, b.type))
}

// Names of ride types may contain spaces, but never line breaks.
const removalKey = (slot: string, riderId: string | null) => `${slot}\n${riderId ?? ''}`

type LessonDraft = Omit<ScheduledLesson, 'riders'> & { riders: Map<string, RideSource> }

const finished = ({ riders, ...lesson }: LessonDraft): ScheduledLesson => ({
  ...lesson,
  riders: [...riders].map(([riderId, source]) => ({ riderId, source })).sort((a, b) => compare(a.riderId, b.riderId)),
})

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const inOrder = (rank: Map<string, number>) => (a: Slot, b: Slot) =>
  compare(a.time, b.time) ||
  (rank.get(a.type) ?? rank.size) - (rank.get(b.type) ?? rank.size) ||
  compare(a.type, b.type)
