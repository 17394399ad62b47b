import type { Month } from '~/models/allowance/allowance'
import { addToMonth, monthKey, monthName, monthOfDay, parseMonth } from '~/models/allowance/month'
import { Refused } from '~/platform/refused'
import type { LocalDate } from '~/utils/dates'
import { pageNumber } from '~/utils/paging'
import { type UnpaidOrder, unpaidOrder } from './unpaid'

export interface StudentView {
  month: Month
  monthKey: string
  monthName: string
  search: string
  page: number
  hidden: boolean
  /** Those alone who have not paid the month. */
  unpaid: boolean
  /** Those alone who have a waiver to sign. */
  unsigned: boolean
  order: UnpaidOrder
}

/** What is missing or makes no sense has a default. */
export function readStudentView(query: URLSearchParams, today: LocalDate): StudentView {
  const month = parseMonth(query.get('month')) ?? monthOfDay(today)
  return {
    month,
    monthKey: monthKey(month),
    monthName: monthName(month),
    search: (query.get('search') ?? '').trim().slice(0, 200),
    page: pageNumber(query.get('page')),
    hidden: query.get('show') === 'hidden',
    unpaid: query.get('status') === 'unpaid',
    unsigned: query.get('waiver') === 'missing',
    order: unpaidOrder(query.get('sort')),
  }
}

/** Reads `2026-11`; this month by default. @throws Refused for any other text. */
export function monthParam(text: string | null, today: LocalDate): Month {
  const month = text ? parseMonth(text) : monthOfDay(today)
  if (!month) throw new Refused('A month is written as 2026-11', 'month')
  return month
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

/** A year back to three months ahead, and the month shown. */
export function monthChoices(shown: Month, today: LocalDate): { value: string; label: string }[] {
  const current = monthOfDay(today)
  const months = Array.from({ length: 16 }, (_, i) => addToMonth(current, 3 - i))
  if (!months.some((month) => monthKey(month) === monthKey(shown))) months.push(shown)
  return months
    .sort((a, b) => monthKey(b).localeCompare(monthKey(a)))
    .map((month) => ({ value: monthKey(month), label: monthName(month) }))
}
