import { dayOfWeek } from '../../app/utils/dates'
import type { Aim } from './model'

type Time = Pick<Aim, 'date' | 'time'>

const keyOf = ({ date, time }: Time) => `${dayOfWeek(date)} ${time}`

/** Remembers which lessons the office let have more riders than places. */
export class Beyond {
  #isAny = false
  #allowed = new Set<string>()

  /** Allows it for a lesson, and for the same one in other weeks. */
  allow(lesson: Time): void {
    this.#allowed.add(keyOf(lesson))
  }

  /** Allows it everywhere until the end of the day. */
  allowAll(): void {
    this.#isAny = true
  }

  has(lesson: Time): boolean {
    return this.#isAny || this.#allowed.has(keyOf(lesson))
  }

  /** Ends a day: from now on only the lessons that have more riders than places are allowed to. */
  keepFor(lessons: readonly Time[]): void {
    this.#isAny = false
    this.#allowed = new Set(lessons.map(keyOf))
  }

  /** Returns a function that brings back what is allowed now. */
  remember(): () => void {
    const [isAny, allowed] = [this.#isAny, [...this.#allowed]]
    return () => {
      this.#isAny = isAny
      this.#allowed = new Set(allowed)
    }
  }
}
