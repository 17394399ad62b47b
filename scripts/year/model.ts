import type { LocalDate } from '../../app/utils/dates'
import type { Person } from './person'

export interface Family {
  person: Person
  /** Its names, which no other family may read. */
  own: string[]
  email: string
  /** Whether its data was erased. */
  gone: boolean
  /** The family into which the office merged it. */
  mergedInto: Family | null
}

/** Everyone at the school, and what there is to choose from. */
export interface School {
  office: Person
  instructors: Person[]
  families: Family[]
  horses: { id: number; name: string }[]
  packages: number[]
  types: readonly string[]
  times: readonly string[]
}

/** A slot that a step means: one of a rider who is there, or any of the coming days. */
export interface Aim {
  date: LocalDate
  time: string
  type: string
}

/** A payment page that was left open, with what it pays. */
export interface Tab {
  family: Family
  intentId: string
  riderId: string
  method: 'card' | 'us_bank_account'
}
