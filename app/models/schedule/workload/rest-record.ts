import type { LocalDate } from '~/utils/dates'

/** A line of the log about a horse's rest: what it became, on which day, and by whom. */
export interface RestLine {
  id: number
  on: LocalDate
  by: string | null
  /** The lines that it undoes. */
  of: number[]
  onRest: boolean
  from: LocalDate | null
  until: LocalDate | null
  reason: string | null
}

const covers = ({ onRest, from, until, on }: RestLine, day: LocalDate): boolean =>
  onRest && (from ?? on) <= day && (until === null || day <= until)

/**
 * The rest of one horse on a past day: the one that stood at the end of it, or that was entered for it later. What was undone never was.
 * @param lines in the order in which they were written
 */
export function restOnDay(lines: readonly RestLine[], day: LocalDate): RestLine | null {
  const undone = new Set<number>()
  for (const { id, of } of [...lines].reverse()) if (!undone.has(id)) for (const one of of) undone.add(one)
  const standing = lines.filter(({ id, of }) => of.length === 0 && !undone.has(id)).reverse()
  const then = standing.find(({ on }) => on <= day)
  if (then && covers(then, day)) return then
  return standing.find((line) => line.on > day && line.from !== null && covers(line, day)) ?? null
}
