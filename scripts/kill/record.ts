/** A value that the books must contain, and where it is. */
export interface Cell {
  /** The name of the value. */
  key: string
  sql: string
  params: unknown[]
  value: string
  /** The value before anything was sent. */
  initial?: string
}

interface Entry extends Omit<Cell, 'value' | 'initial'> {
  /** The last value that was acknowledged; undefined if every answer was lost. */
  value: string | undefined
  /** Values sent since without an answer: one of them may be there. */
  open: string[]
}

/** Records what was sent to the school, and what it acknowledged. */
export class Record {
  readonly #entries = new Map<string, Entry>()
  acknowledged = 0
  refused = 0
  /** The number of writes with unknown outcome. */
  unanswered = 0

  send({ key, sql, params, value, initial }: Cell): void {
    const entry = this.#entries.get(key) ?? { key, sql, params, value: initial, open: [] }
    entry.open.push(value)
    this.#entries.set(key, entry)
  }

  /** @param status of the answer; undefined if none came. */
  answer({ key, value }: Cell, status: number | undefined): void {
    const entry = this.#entries.get(key)
    if (!entry) throw new Error(`${key} was not sent`)
    if (status !== undefined && status < 400) {
      this.acknowledged++
      // Earlier values are superseded, whether they arrived or not.
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

  /** Compares a value found in the books; null if it is allowed. From now on the value found is the expected one. */
  compare({ key, value, open }: Entry, actual: string | undefined): string | null {
    const allowed = [value, ...open]
    if (!allowed.includes(actual)) return `${key} is ${actual ?? 'missing'}, acknowledged was ${value ?? 'nothing'}`
    const entry = this.#entries.get(key)
    if (entry) Object.assign(entry, { value: actual, open: [] })
    return null
  }
}
