/** A value that the books must hold, and where they hold it. */
export interface Cell {
  /** Names the value. */
  key: string
  sql: string
  params: unknown[]
  value: string
  /** What was there before anything was sent. */
  initial?: string
}

interface Entry extends Omit<Cell, 'value' | 'initial'> {
  /** The last one that was acknowledged; none if every answer was lost. */
  value: string | undefined
  /** Sent since, without an answer: one of them may be there. */
  open: string[]
}

/** What was sent to the school, and what it acknowledged. */
export class Record {
  readonly #entries = new Map<string, Entry>()
  acknowledged = 0
  refused = 0
  /** Sent, and no one said what became of it. */
  unanswered = 0

  send({ key, sql, params, value, initial }: Cell): void {
    const entry = this.#entries.get(key) ?? { key, sql, params, value: initial, open: [] }
    entry.open.push(value)
    this.#entries.set(key, entry)
  }

  /** `status` of the answer; undefined if none came. */
  answer({ key, value }: Cell, status: number | undefined): void {
    const entry = this.#entries.get(key)
    if (!entry) throw new Error(`${key} was not sent`)
    if (status !== undefined && status < 400) {
      this.acknowledged++
      // What was sent before it is overtaken, whether it arrived or not.
      entry.value = value
      entry.open = []
    } else if (status !== undefined && status < 500) {
      this.refused++
      entry.open.splice(entry.open.lastIndexOf(value), 1)
    } else {
      this.unanswered++
    }
  }

  get entries(): Entry[] {
    return [...this.#entries.values()]
  }

  /** Compares a value that is there; null if it may be so. What is there counts from now on. */
  compare({ key, value, open }: Entry, actual: string | undefined): string | null {
    const allowed = [value, ...open]
    if (!allowed.includes(actual)) return `${key} is ${actual ?? 'missing'}, acknowledged was ${value ?? 'nothing'}`
    const entry = this.#entries.get(key)
    if (entry) Object.assign(entry, { value: actual, open: [] })
    return null
  }
}
