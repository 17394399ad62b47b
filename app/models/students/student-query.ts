import { monthSchema } from '~/models/money/payments/offline/offline-payment.schema'
import type { Month } from '~/models/vocabulary/month'
import { addToMonth, monthAndYear, monthKey, monthOfDay, parseMonth } from '~/models/vocabulary/month'
import { Refused } from '~/platform/refused'
import { isLocalDate, type LocalDate, yearOf } from '~/utils/dates'
import { withoutTime } from '~/utils/fields'
import { pageNumber } from '~/utils/paging'
import { type UnpaidOrder, unpaidOrder } from './unpaid'

export interface StudentView {
  month: Month
  monthKey: string
  monthName: string
  search: string
  page: number
  hidden: boolean
  /** Whether to list only those who have not paid the month. */
  unpaid: boolean
  /** Whether to list only those who have a waiver to sign. */
  unsigned: boolean
  order: UnpaidOrder
}

/** Reads the list's query; missing or invalid values have defaults. */
export function readStudentView(query: URLSearchParams, today: LocalDate): StudentView {
  const month = parseMonth(query.get('month')) ?? monthOfDay(today)
  return {
    month,
    monthKey: monthKey(month),
    monthName: monthAndYear(month),
    search: (query.get('search') ?? '').trim().slice(0, 200),
    page: pageNumber(query.get('page')),
    hidden: query.get('show') === 'hidden',
    unpaid: query.get('status') === 'unpaid',
    unsigned: query.get('waiver') === 'missing',
    order: unpaidOrder(query.get('sort')),
  }
}

/**
 * Reads `2026-11`, a day of it, or its number or name in `year`, which is this year by default; this month if nothing
 * is given.
 * @throws Refused for any other text.
 */
export function monthParam(text: string | number | null | undefined, today: LocalDate, year = yearOf(today)): Month {
  if (!text) return { ...monthOfDay(today), year }
  const day = withoutTime(String(text))
  const written = parseMonth(day) ?? (isLocalDate(day) ? monthOfDay(day) : null)
  const month = monthSchema.safeParse(text)
  if (written) return written
  if (month.success) return { year, month: month.data }
  throw new Refused('invalid', 'A month is written as 2026-11, or as 11 or November with its year', 'month')
}

export const viewQuery = (
  { monthKey, search, page, hidden, unpaid, unsigned, order }: Omit<StudentView, 'month' | 'monthName'>,
  change: { month?: string; page?: number } = {},
) => ({
  month: change.month ?? monthKey,
  search,
  page: (change.page ?? page) > 1 ? (change.page ?? page) : undefined,
  show: hidden ? 'hidden' : undefined,
  status: unpaid ? 'unpaid' : undefined,
  waiver: unsigned ? 'missing' : undefined,
  sort: unpaid && order !== 'name' ? order : undefined,
})

/** Returns the choices: a year back to three months ahead, and the shown month. */
export function monthChoices(shown: Month, today: LocalDate): { value: string; label: string }[] {
  const current = monthOfDay(today)
  const months = Array.from({ length: 16 }, (_, i) => addToMonth(current, 3 - i))
  if (!months.some((month) => monthKey(month) === monthKey(shown))) months.push(shown)
  return months
    .sort((a, b) => monthKey(b).localeCompare(monthKey(a)))
    .map((month) => ({ value: monthKey(month), label: monthAndYear(month) }))
}
