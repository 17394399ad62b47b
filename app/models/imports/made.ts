import type { Level } from '~/models/vocabulary/level'
import type { LocalDate } from '~/utils/dates'

/** A row of the database that a move wrote. */
export interface Made {
  table: string
  /** The values of its key, with spaces between them. */
  id: string
  /** The row as it was, if it was there. */
  before: Record<string, unknown> | null
  /** A hash of the row as the move left it; null if the move deleted it. */
  after: string | null
}

/** What a file may say of a person. */
export interface Facts {
  email: string | null
  phone: string | null
  birthDate: LocalDate | null
  level: Level | null
  weightLb: number | null
}

/** What the school had of someone once a file was moved in. What is otherwise now was changed here since. */
export interface Said {
  /** As `sameNameKey` has it, with the guardian of the file. */
  name: string
  guardian: string | null
  facts: Facts
  lessons: string[]
  /** Those on one day; undefined in a file of the version before. */
  rides?: string[]
  payments: string[]
  notes: string[]
  /** Of the month alone. */
  month: string
  package: number | null
  used: number | null
}

/** Everything that a move wrote, and for whom. */
export interface MadeAll {
  people: string[]
  /** The day on which it was. */
  day: LocalDate
  rows: Made[]
  /** What each table had then: one that an upgrade added since is no change. */
  columns: Record<string, string[]>
  /** By id. */
  said: Record<string, Said>
}

/** As the database holds it. */
export const madeOf = (column: unknown): MadeAll => ({
  people: [],
  day: '0001-01-01',
  rows: [],
  columns: {},
  said: {},
  ...(column as MadeAll | null),
})

/** The reason of a counter that says what was left, by which the same file is known again. */
export const reasonOfLeft = (left: number): string => `${left} left when moved in`

/** The reason of a makeup that a file brought. */
export const OWED = 'Owed when moved in'

export const leftFrom = (reason: string): number | null => {
  const left = /^(\d+) left when moved in$/.exec(reason)?.[1]
  return left === undefined ? null : Number(left)
}
