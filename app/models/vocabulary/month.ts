import { formatMonth, type LocalDate, monthOf, monthRange, yearOf } from '~/utils/dates'

export interface Month {
  year: number
  /** The month, from 1. */
  month: number
}

/** Returns `2026-11`. */
export const monthKey = ({ year, month }: Month): string => `${year}-${String(month).padStart(2, '0')}`

/** Parses `2026-11`; null for any other text. */
export function parseMonth(text: string | null | undefined): Month | null {
  const match = /^(20\d\d|21\d\d)-(0[1-9]|1[0-2])$/.exec(text ?? '')
  return match ? { year: Number(match[1]), month: Number(match[2]) } : null
}

export const monthOfDay = (day: LocalDate): Month => ({ year: yearOf(day), month: monthOf(day) })

export const addToMonth = ({ year, month }: Month, count: number): Month => {
  const n = year * 12 + month - 1 + count
  return { year: Math.floor(n / 12), month: (((n % 12) + 12) % 12) + 1 }
}

export const daysOfMonth = ({ year, month }: Month) => monthRange(year, month)

/** Returns `November 2026`. */
export const monthAndYear = (month: Month): string => formatMonth(daysOfMonth(month).from)
