import type { LocalDate } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { WEEKDAYS } from '../cells'
import type { ImportRow, Problem } from '../read-rows'
import type { KnownPlace } from '../school'
import type { LessonRules } from './lesson-rules'
import type { PeoplePlan } from './people'
import { addTo, type PlannedLesson, type PlannedPerson } from './planned'

type SlotOfWeek = { weekday: number; time: TimeOfDay; type: string }

export const slotText = ({ weekday, time }: Pick<SlotOfWeek, 'weekday' | 'time'>) =>
  `${WEEKDAYS[weekday]} ${formatTimeOfDay(time)}`

export const lessonKey = ({ weekday, time, type }: SlotOfWeek): string => `${weekday} ${time} ${type}`

interface Stands {
  startDate?: LocalDate
  endDate?: LocalDate | null
}

/** Whether a weekly place applies on a day of its weekday; one of the file, which has no days yet, does. */
export const standsOn = ({ startDate = '', endDate = null }: Stands, date: LocalDate): boolean =>
  startDate <= date && (endDate === null || date < endDate)

/** The weekly places that a file says. */
export class LessonsPlan {
  readonly all: PlannedLesson[] = []
  /** By rider, and by lesson. */
  readonly by = new Map<string, PlannedLesson[]>()
  /** The first row that brings a new rider, by lesson. */
  readonly #firstRows = new Map<string, number>()
  readonly #people: PeoplePlan
  readonly #rules: LessonRules
  readonly #placesAt: ReadonlyMap<string, KnownPlace[]>
  readonly #placesOf: ReadonlyMap<string | null, KnownPlace[]>

  constructor(people: PeoplePlan, rules: LessonRules) {
    const { places } = people.school
    this.#people = people
    this.#rules = rules
    this.#placesAt = groupBy(places, lessonKey)
    this.#placesOf = groupBy(places, ({ riderId }) => riderId)
  }

  add(lesson: PlannedLesson): void {
    this.all.push(lesson)
    if (!lesson.there && !this.#firstRows.has(lessonKey(lesson))) {
      this.#firstRows.set(lessonKey(lesson), this.#people.row.row)
    }
    for (const key of [lesson.riderKey, lessonKey(lesson)]) addTo(this.by, key, lesson)
    this.#rules.addInstructor(lesson.instructor)
  }

  /** The places of the school in a weekly lesson. */
  at = (slot: SlotOfWeek): readonly KnownPlace[] => this.#placesAt.get(lessonKey(slot)) ?? []

  /** Returns the weekly place that a row says, null if it says none or repeats one, or why it cannot be. */
  of(row: ImportRow, rider: PlannedPerson): PlannedLesson | Problem | null {
    const { lesson } = row
    if (!lesson || lesson.date !== null) return null
    const type = this.#rules.requireType(lesson.type)
    if (typeof type !== 'string') return type
    const slot = { weekday: lesson.weekday, time: lesson.time, type }
    const standing = this.at(slot)
    const rows = this.by.get(lessonKey(slot)) ?? []
    const what = `The ${type} on ${slotText(slot)}`
    const shape = this.#rules.shapeOf(row, what, { standing: standing[0]?.duration, rows })
    if ('message' in shape) return shape
    if (rows.some(({ riderKey }) => riderKey === rider.key)) return null
    const there = standing.some(({ riderId }) => riderId !== null && riderId === rider.id)
    const places = this.#placesOf.get(rider.key) ?? []
    const standingKeys = places.filter(({ endDate }) => endDate === null).map(lessonKey)
    if (!there && this.#people.changedOf(rider, 'lessons', standingKeys)) {
      const here = places.length > 0 ? `rides on ${places.map(slotText).join(', ')}` : 'has no weekly lesson'
      if (this.#people.leaves(rider, 'lessons', `${here} here. The file says ${slotText(slot)}`)) return null
    }
    return { riderKey: rider.key, ...slot, ...shape, there }
  }

  /** Names each lesson that gets new riders and then has more than it has spots: that is how the school is, and the office should know. */
  remarks(gone: readonly KnownPlace[]): { row: number; text: string }[] {
    const { rideTypes } = this.#people.school
    return [...this.#firstRows].flatMap(([key, row]) => {
      const planned = this.by.get(key)!
      const slot = planned[0]!
      const standing = this.at(slot).filter(({ endDate }) => endDate === null)
      const staying = standing.filter((place) => place.riderId !== null && !gone.includes(place))
      const riders = new Set([...planned.map(({ riderKey }) => riderKey), ...staying.map(({ riderId }) => riderId)])
        .size
      const spots = standing[0] ? standing[0].spots : (rideTypes.get(slot.type) ?? null)
      if (spots === null || riders <= spots) return []
      const has = spots === 1 ? '1 spot' : `${spots} spots`
      return [
        { row, text: `The ${slot.type} on ${slotText(slot)} has ${has}, and ${riders} students would ride in it` },
      ]
    })
  }

  /** Every place that a rider has in the file so far, or keeps in the school. */
  heldBy({ key }: PlannedPerson): (SlotOfWeek & Stands & { duration: number })[] {
    const { taken, isImported } = this.#people
    const isKept = ({ id }: KnownPlace) => !taken.has(`${key} lessons`) && !isImported('weekly_schedule', id)
    return [...(this.by.get(key) ?? []), ...(this.#placesOf.get(key) ?? []).filter(isKept)]
  }

  /** Returns weekly places that an earlier file made, or that are to be as this one says, and that it does not say anymore. */
  gone(theirs: (riderId: string | null) => boolean): KnownPlace[] {
    const { school, left, taken, isImported } = this.#people
    return school.places.filter(
      (place) =>
        theirs(place.riderId) &&
        !left.has(`${place.riderId} lessons`) &&
        (isImported('weekly_schedule', place.id) || taken.has(`${place.riderId} lessons`)) &&
        !this.by.get(place.riderId ?? '')?.some((one) => one.there && lessonKey(one) === lessonKey(place)),
    )
  }
}
