import { requireLength, requireTime, usualLength } from '~/models/school/lesson-times'
import { Refused } from '~/platform/refused'
import type { TimeOfDay } from '~/utils/time-of-day'
import { type PersonName, plain, sameNameKey } from '../cells'
import { timeFieldOf } from '../read-lesson'
import type { ImportRow, Problem } from '../read-rows'
import type { School } from '../school'
import { full, type PlannedLesson } from './planned'

/** Whoever is in a lesson already: in the school, or in an earlier row of the file. */
interface Others {
  /** The lesson's length, if it stands in the school. */
  standing: number | undefined
  rows: readonly Pick<PlannedLesson, 'duration' | 'instructor'>[]
}

/** What holds for a lesson of the file, of every week or of one day: its type, length, and instructor. */
export class LessonRules {
  /** Those that the school would get. */
  readonly instructors: PersonName[] = []
  readonly #instructorsBy = new Map<string, PersonName>()
  readonly #times: School['times']
  /** The names of the school's ride types, as they are compared. */
  readonly #typeWords: readonly { name: string; word: string }[]

  constructor({ times, rideTypes, instructors }: School) {
    this.#times = times
    this.#typeWords = [...rideTypes.keys()].map((name) => ({ name, word: plain(name) }))
    for (const one of instructors) this.#instructorsBy.set(sameNameKey(one), one)
  }

  /** Returns the ride type that a row names, or why there is none. */
  requireType(name: string): string | Problem {
    const missing = name ? `No ride type is called “${name}”` : 'The school has no ride type yet'
    return this.typeOf(name) ?? { field: 'type', message: missing }
  }

  /**
   * Returns the length and the instructor of a row's lesson, which are the same for all its riders, or why it cannot be
   * like that. `what` is the lesson in words.
   */
  shapeOf(
    { lesson, texts }: ImportRow,
    what: string,
    { standing, rows }: Others,
  ): { duration: number; instructor: PersonName | null } | Problem {
    const length = standing ?? rows[0]?.duration
    const duration = length ?? lesson?.duration ?? usualLength(this.#times)
    if (lesson?.duration && lesson.duration !== duration)
      return { field: 'length', message: `${what} is ${duration} minutes long` }
    // A lesson that stands may be at any time.
    const wrong = standing === undefined ? this.#refusalOf(lesson?.time ?? '', duration) : null
    if (wrong) return { field: wrong.field === 'time' ? timeFieldOf(texts) : 'length', message: wrong.message }
    const named = lesson?.instructor ?? null
    const taught = rows.find(({ instructor }) => instructor)?.instructor
    if (taught && named && sameNameKey(taught) !== sameNameKey(named) && !this.#isShort(named, taught)) {
      return { field: 'instructor', message: `${what} is with ${full(taught)}` }
    }
    const instructor = this.namedInstructor(named)
    return instructor && 'message' in instructor ? instructor : { duration, instructor }
  }

  /** Applies the rule that every form for a new lesson applies. */
  #refusalOf(time: TimeOfDay, duration: number): Refused | null {
    try {
      requireTime(this.#times, time)
      requireLength(this.#times, duration)
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
}
