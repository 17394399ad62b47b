import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { requireLength, requireTime, usualLength } from '~/models/school/lesson-times'
import { Refused } from '~/platform/refused'
import { dayOfWeek, formatDay } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { type PersonName, plain, sameNameKey, WEEKDAYS } from '../cells'
import { type ImportRow, type Problem, timeFieldOf } from '../read-rows'
import type { KnownPlace, School } from '../school'
import type { PeoplePlan } from './people'
import { addTo, full, type PlannedLesson, type PlannedPerson } from './planned'

type SlotOfWeek = { weekday: number; time: TimeOfDay; type: string }

const slotText = ({ weekday, time }: Pick<SlotOfWeek, 'weekday' | 'time'>) =>
  `${WEEKDAYS[weekday]} ${formatTimeOfDay(time)}`

export const lessonKey = ({ weekday, time, type }: SlotOfWeek): string => `${weekday} ${time} ${type}`

/** The weekly places that a file says, and who teaches them. */
export class LessonsPlan {
  readonly all: PlannedLesson[] = []
  /** By rider, and by lesson. */
  readonly by = new Map<string, PlannedLesson[]>()
  /** Those that the school would get. */
  readonly instructors: PersonName[] = []
  readonly #instructorsBy = new Map<string, PersonName>()
  readonly #people: PeoplePlan
  readonly #placesAt: ReadonlyMap<string, KnownPlace[]>
  readonly #placesOf: ReadonlyMap<string | null, KnownPlace[]>
  readonly #ridesOf: ReadonlyMap<string, School['rides'][number][]>
  /** The names of the school's ride types, as they are compared. */
  readonly #typeWords: readonly { name: string; word: string }[]

  constructor(people: PeoplePlan) {
    const { places, rides, rideTypes, instructors } = people.school
    this.#people = people
    this.#placesAt = groupBy(places, lessonKey)
    this.#placesOf = groupBy(places, ({ riderId }) => riderId)
    this.#ridesOf = groupBy(rides, ({ riderId }) => riderId)
    this.#typeWords = rideTypes.map((name) => ({ name, word: plain(name) }))
    for (const one of instructors) this.#instructorsBy.set(sameNameKey(one), one)
  }

  add(lesson: PlannedLesson): void {
    this.all.push(lesson)
    for (const key of [lesson.riderKey, lessonKey(lesson)]) addTo(this.by, key, lesson)
    this.addInstructor(lesson.instructor)
  }

  /** Returns the weekly place that a row says, null if it says none or repeats one, or why it cannot be. */
  of({ lesson, texts }: ImportRow, rider: PlannedPerson): PlannedLesson | Problem | null {
    if (!lesson) return null
    const type = this.typeOf(lesson.type)
    if (type === undefined)
      return {
        field: 'type',
        message: lesson.type ? `No ride type is called “${lesson.type}”` : 'The school has no ride type yet',
      }
    const { weekday, time, instructor } = lesson
    const slot = { weekday, time, type }
    const standing = this.#placesAt.get(lessonKey(slot)) ?? []
    const others = this.by.get(lessonKey(slot)) ?? []
    // A lesson has one length for all its riders.
    const length = standing[0]?.duration ?? others[0]?.duration
    const duration = length ?? lesson.duration ?? usualLength(this.#people.school.times)
    if (lesson.duration && length && lesson.duration !== length) {
      return { field: 'length', message: `The ${type} on ${slotText(slot)} is ${length} minutes long` }
    }
    // A lesson that stands may be at any time.
    const wrong = standing.length > 0 ? null : this.#refusalOf(time, duration)
    if (wrong) return { field: wrong.field === 'time' ? timeFieldOf(texts) : 'length', message: wrong.message }
    const taught = others.find(({ instructor }) => instructor)?.instructor
    if (taught && instructor && sameNameKey(taught) !== sameNameKey(instructor) && !this.#isShort(instructor, taught)) {
      return { field: 'instructor', message: `The ${type} on ${slotText(slot)} is with ${full(taught)}` }
    }
    if (others.some(({ riderKey }) => riderKey === rider.key)) return null
    const there = standing.some(({ riderId }) => riderId !== null && riderId === rider.id)
    const places = this.#placesOf.get(rider.key) ?? []
    const standingKeys = places.filter(({ ends }) => !ends).map(lessonKey)
    if (!there && this.#people.changedOf(rider, 'lessons', standingKeys)) {
      const here = places.length > 0 ? `rides on ${places.map(slotText).join(', ')}` : 'has no weekly lesson'
      if (this.#people.leaves(rider, 'lessons', `${here} here. The file says ${slotText(slot)}`)) return null
    }
    const isTaken = this.#people.taken.has(`${rider.key} lessons`)
    const own = [
      ...(this.by.get(rider.key) ?? []),
      ...places.filter((place) => !isTaken && !this.#people.isImported('weekly_schedule', place.id)),
    ]
    const clash = there
      ? undefined
      : own.find((other) => other.weekday === weekday && overlaps(other, { time, duration }))
    if (clash) return { field: 'time', message: `${full(rider.name)} rides on ${slotText(clash)} already` }
    const ride = there
      ? undefined
      : this.#ridesOf
          .get(rider.key)
          ?.find(
            (one) =>
              dayOfWeek(one.date) === weekday &&
              lessonKey({ ...one, weekday }) !== lessonKey(slot) &&
              overlaps(one, { time, duration }),
          )
    if (ride) {
      const when = `${formatDay(ride.date)} at ${formatTimeOfDay(ride.time)}`
      return { field: 'time', message: `${full(rider.name)} rides on ${when} already` }
    }
    const teaches = this.namedInstructor(instructor)
    if (teaches && 'message' in teaches) return teaches
    return { riderKey: rider.key, ...slot, duration, instructor: teaches, there }
  }

  /** Applies the rule that every form for a new lesson applies. */
  #refusalOf(time: TimeOfDay, duration: number): Refused | null {
    try {
      requireTime(this.#people.school.times, time)
      requireLength(this.#people.school.times, duration)
      return null
    } catch (error) {
      if (error instanceof Refused) return error
      throw error
    }
  }

  /** Returns the ride type that a file calls so; the first one if it names none. */
  typeOf(text: string): string | undefined {
    const types = this.#typeWords
    if (!text) return types[0]?.name
    const word = plain(text)
    const found =
      types.find((type) => type.word === word) ??
      types.find((type) => type.word.startsWith(`${word} `) || word.startsWith(`${type.word} `))
    return found?.name
  }

  /** *Kelly* is Kelly Marsh, if there is no other Kelly. */
  #isShort = (name: PersonName, of: PersonName): boolean => name.last === '' && plain(name.first) === plain(of.first)

  /** Returns the instructor of that name, or part of a name. */
  namedInstructor(name: PersonName | null): PersonName | Problem | null {
    if (!name) return null
    const exact = this.#instructorsBy.get(sameNameKey(name))
    const short = [...this.#instructorsBy.values()].filter((one) => this.#isShort(name, one))
    if (!exact && short.length > 1)
      return { field: 'instructor', message: `${short.map(full).join(' or ')}? Enter the whole name` }
    const found = exact ?? short[0]
    return found ? { first: found.first, last: found.last } : name
  }

  addInstructor(instructor: PersonName | null): void {
    if (!instructor || this.#instructorsBy.has(sameNameKey(instructor))) return
    this.instructors.push(instructor)
    this.#instructorsBy.set(sameNameKey(instructor), instructor)
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
