import { dayOfWeek, formatDay, type LocalDate } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { counted } from '~/utils/plain-words'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { dayFieldOf } from '../read-lesson'
import type { ImportRow, Problem } from '../read-rows'
import type { KnownRide } from '../school'
import type { LessonRules } from './lesson-rules'
import { type LessonsPlan, lessonKey, standsOn } from './lessons'
import type { PeoplePlan } from './people'
import { addTo, type PlannedPerson, type PlannedRide, rideKey } from './planned'

export const rideText = ({ date, time }: Pick<PlannedRide, 'date' | 'time'>): string =>
  `${formatDay(date)} at ${formatTimeOfDay(time)}`

/** Returns the first and the last of some days, with their years: a file may leave those out. */
function sayDays(rides: readonly { date: LocalDate }[]): string {
  const days = rides.map(({ date }) => date).sort()
  return [...new Set([days[0]!, days.at(-1)!])].map(formatDay).join(' to ')
}

/** The rides on one day that a file says. Days that are over are history, and stay out. */
export class RidesPlan {
  readonly all: PlannedRide[] = []
  /** By rider, and by lesson. */
  readonly by = new Map<string, PlannedRide[]>()
  /** Rows with a day that is over. */
  readonly over: { row: number; date: LocalDate }[] = []
  readonly #people: PeoplePlan
  readonly #rules: LessonRules
  readonly #weekly: LessonsPlan
  readonly #ridesAt: ReadonlyMap<string, KnownRide[]>
  readonly #ridesOf: ReadonlyMap<string, KnownRide[]>

  constructor(people: PeoplePlan, rules: LessonRules, weekly: LessonsPlan) {
    this.#people = people
    this.#rules = rules
    this.#weekly = weekly
    this.#ridesAt = groupBy(people.school.rides, rideKey)
    this.#ridesOf = groupBy(people.school.rides, ({ riderId }) => riderId)
  }

  add(ride: PlannedRide): void {
    this.all.push(ride)
    for (const key of [ride.riderKey, rideKey(ride)]) addTo(this.by, key, ride)
    this.#rules.addInstructor(ride.instructor)
  }

  /** Returns the ride that a row says, null if it says none or repeats one, or why it cannot be. */
  of(row: ImportRow, rider: PlannedPerson): PlannedRide | Problem | null {
    const { lesson } = row
    if (!lesson || lesson.date === null) return null
    const { school } = this.#people
    if (lesson.date < school.today) {
      this.over.push({ row: row.row, date: lesson.date })
      this.#people.takeBack.push(() => this.over.pop())
      return null
    }
    const type = this.#rules.requireType(lesson.type)
    if (typeof type !== 'string') return type
    const slot = { date: lesson.date, time: lesson.time, type }
    const what = `The ${type} on ${rideText(slot)}`
    if (school.off.has(rideKey(slot))) return { field: dayFieldOf(row.texts), message: `${what} is off` }
    const everyWeek = { ...slot, weekday: lesson.weekday }
    const weekly = this.#weekly.at(everyWeek).filter((place) => standsOn(place, slot.date))
    const guests = this.#ridesAt.get(rideKey(slot)) ?? []
    const rows = this.by.get(rideKey(slot)) ?? []
    const ofFile = [...rows, ...(this.#weekly.by.get(lessonKey(everyWeek)) ?? [])]
    const shape = this.#rules.shapeOf(row, what, { standing: (weekly[0] ?? guests[0])?.duration, rows: ofFile })
    if ('message' in shape) return shape
    if (rows.some(({ riderKey }) => riderKey === rider.key)) return null
    const there = [...weekly, ...guests].some(({ riderId }) => riderId !== null && riderId === rider.id)
    if (!there && this.#leaves(rider, slot)) return null
    return { riderKey: rider.key, ...slot, ...shape, there }
  }

  /** The rides of a rider but one day of a weekly lesson, which is said with that lesson. */
  saidOf(riderKey: string): string[] {
    const isWeekly = ({ date, time, type }: PlannedRide) => {
      const slot = { weekday: dayOfWeek(date), time, type }
      const ofFile = this.#weekly.by.get(lessonKey(slot)) ?? []
      const stands = this.#weekly.at(slot).some((place) => place.riderId === riderKey && standsOn(place, date))
      return stands || ofFile.some((lesson) => lesson.riderKey === riderKey)
    }
    return (this.by.get(riderKey) ?? []).filter((ride) => !isWeekly(ride)).map(rideKey)
  }

  /** Says of all rows at once that their day is over. */
  remarks(): { row: number; text: string }[] {
    const [first, ...more] = this.over
    if (first === undefined) return []
    const [row, date] = [first.row, formatDay(first.date)]
    const others = more.length === 0 ? '' : `. The same goes for ${counted(more.length, 'more row')} (${sayDays(more)})`
    return [{ row, text: `The day of this ride, ${date}, is over, so it stays out${others}` }]
  }

  /** Whether a ride that an earlier file said and that is not here anymore stays away. */
  #leaves(rider: PlannedPerson, slot: Pick<PlannedRide, 'date' | 'time' | 'type'>): boolean {
    const { school } = this.#people
    const rides = this.#ridesOf.get(rider.key) ?? []
    const over = (school.said.get(rider.key)?.rides ?? []).filter((key) => key < school.today)
    if (!this.#people.changedOf(rider, 'rides', [...rides.map(rideKey), ...over])) return false
    const here = rides.length > 0 ? `rides on ${rides.map(rideText).join(', ')}` : 'has no ride on one day'
    return this.#people.leaves(rider, 'rides', `${here} here. The file says ${rideText(slot)}`)
  }

  /** Every ride on one day that a rider has in the file so far, or keeps in the school. */
  heldBy({ key }: PlannedPerson): (Pick<PlannedRide, 'date' | 'time' | 'type'> & { duration: number })[] {
    const { taken, isImported } = this.#people
    const isKept = ({ id }: KnownRide) => !taken.has(`${key} rides`) && !isImported('one_time_participants', id)
    return [...(this.by.get(key) ?? []), ...(this.#ridesOf.get(key) ?? []).filter(isKept)]
  }

  /** Returns rides to come that an earlier file made, or that are to be as this one says, and that it does not say anymore. */
  gone(theirs: (riderId: string | null) => boolean): KnownRide[] {
    const { school, left, taken, isImported } = this.#people
    return school.rides.filter(
      (ride) =>
        ride.date > school.today &&
        theirs(ride.riderId) &&
        !left.has(`${ride.riderId} rides`) &&
        (isImported('one_time_participants', ride.id) || taken.has(`${ride.riderId} rides`)) &&
        !this.by.get(ride.riderId)?.some((one) => one.there && rideKey(one) === rideKey(ride)),
    )
  }
}
