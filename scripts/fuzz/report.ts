import type { Exchange } from './exchange'
import type { Input } from './inputs'

const SLOWEST = 6

/** Counts the results of the inputs. */
export class Report {
  readonly #counts = new Map<string, Record<string, number>>()
  #slowest: { ms: number; index: number; what: string }[] = []
  readonly #times: number[] = []

  add({ kind, index, what, role, leavesAfter }: Input, { answers, ms }: Exchange): void {
    const row = this.#counts.get(kind) ?? {}
    this.#counts.set(kind, row)
    const status = answers.at(-1)?.status
    const column = status === undefined ? 'left' : status > 500 ? String(status) : `${Math.floor(status / 100)}xx`
    row[column] = (row[column] ?? 0) + 1
    row.all = (row.all ?? 0) + 1
    if (leavesAfter !== undefined) return
    this.#times.push(ms)
    this.#slowest.push({ ms: Math.round(ms), index, what: `${role}: ${what.slice(0, 70)}` })
    this.#slowest = this.#slowest.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  }

  print(): void {
    const columns = ['all', '2xx', '3xx', '4xx', '5xx', '501', '503', 'left']
    const rows = [...this.#counts].sort(([a], [b]) => a.localeCompare(b))
    console.table(
      Object.fromEntries(
        rows.map(([kind, row]) => [kind, Object.fromEntries(columns.map((one) => [one, row[one] ?? 0]))]),
      ),
    )
    const sorted = this.#times.sort((a, b) => a - b)
    const at = (share: number) => `${Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)} ms`
    console.log(`Half answered within ${at(0.5)}, 95 % within ${at(0.95)}, 99 % within ${at(0.99)}. The slowest:`)
    for (const { ms, index, what } of this.#slowest) console.log(`  ${ms} ms  #${index} ${what}`)
  }
}

/** Returns an input as it was sent, shortened in the middle. */
export function shown({ parts, leavesAfter }: Input): string {
  const sent = parts.map(({ bytes, after }) => {
    const text = JSON.stringify(bytes.toString('latin1'))
    const short = text.length > 2_400 ? `${text.slice(0, 1_600)} … ${text.length} … ${text.slice(-400)}` : text
    return after > 0 ? `(after ${after} ms) ${short}` : short
  })
  if (leavesAfter !== undefined) sent.push(`(leaves after ${leavesAfter} ms)`)
  return sent.join('\n      ')
}
