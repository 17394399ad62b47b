import { dayOfWeek } from '../../app/utils/dates'
import type { Aim } from './model'

/** Remembers which lessons the office let have more riders than places. */
export class Beyond {
  #isAny = false
  readonly #allowed = new Set<string>()

  /** Allows it for a lesson, and for the same one in other weeks. */
  allow({ date, time }: Aim): void {
    this.#allowed.add(`${dayOfWeek(date)} ${time}`)
  }

  /** Allows it everywhere until the week is right again. */
  allowAll(): void {
    this.#isAny = true
  }

  has({ date, time }: Aim): boolean {
    return this.#isAny || this.#allowed.has(`${dayOfWeek(date)} ${time}`)
  }
}
