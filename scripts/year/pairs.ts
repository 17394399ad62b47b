import { KINDS, type Kind } from './kinds'

interface Outcomes {
  accepted: number
  refused: number
  idle: number
}

/** Counts which features met: a step that touches what an earlier one touched. */
export class Pairs {
  readonly #touched = new Map<string, Set<Kind>>()
  readonly #met = new Map<string, number>()
  readonly #done = new Map<Kind, Outcomes>()

  /** Notes that a step was accepted, and what it touched: riders, lessons, horses, accounts. */
  touch(kind: Kind, subjects: string[]): void {
    for (const subject of subjects) {
      const before = this.#touched.get(subject) ?? new Set()
      for (const earlier of before) this.#met.set(`${earlier}|${kind}`, (this.#met.get(`${earlier}|${kind}`) ?? 0) + 1)
      this.#touched.set(subject, before.add(kind))
    }
  }

  count(kind: Kind, outcome: keyof Outcomes): void {
    const counts = this.outcomes(kind)
    this.#done.set(kind, { ...counts, [outcome]: counts[outcome] + 1 })
  }

  /** Returns how often something was accepted, refused, or had nothing to do. */
  outcomes(kind: Kind): Outcomes {
    return this.#done.get(kind) ?? { accepted: 0, refused: 0, idle: 0 }
  }

  /** Returns what was tried so often, and was never accepted: a button has another name by now, or there is nothing to do it with. */
  inVain(tries: number): Kind[] {
    return KINDS.filter((kind) => {
      const { accepted, refused, idle } = this.outcomes(kind)
      return accepted === 0 && refused + idle >= tries
    })
  }

  get met(): number {
    return this.#met.size
  }

  get possible(): number {
    return KINDS.length ** 2
  }

  /** The table: each row is what came first, each column what came then. */
  table(): string {
    const width = Math.max(...KINDS.map((kind) => kind.length))
    const head = KINDS.map((_, n) => String(n + 1).padStart(3)).join('')
    const lines = KINDS.map((row, n) => {
      const cells = KINDS.map((column) => {
        const count = this.#met.get(`${row}|${column}`) ?? 0
        return (count === 0 ? '.' : String(Math.min(count, 99))).padStart(3)
      })
      return `${String(n + 1).padStart(2)} ${row.padEnd(width)}${cells.join('')}`
    })
    return [`${' '.repeat(width + 3)}${head}`, ...lines].join('\n')
  }
}
