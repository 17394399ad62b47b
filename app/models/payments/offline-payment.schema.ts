import { z } from 'zod'
import { MONTHS } from '~/utils/dates'

/** Whole dollars, at most 9999; an empty field is 0 (specification, section 5). */
const MOST_DOLLARS = 9999
const WHOLE = `Enter whole dollars from 0 to ${MOST_DOLLARS}`

const wholeDollars = z
  .string()
  .trim()
  .regex(/^\d{0,4}$/, WHOLE)
  .transform((text) => Number(text))

/** The same in a JSON body, where it may be a number. */
export const amountSchema = z.union([z.int().min(0).max(MOST_DOLLARS), wholeDollars], { error: WHOLE })

/** The first and the last year that anybody can ask for. */
export const YEARS = [2000, 2200] as const
export const yearSchema = z.coerce.number().int().min(YEARS[0]).max(YEARS[1])
export const monthSchema = z.coerce.number().int().min(1).max(12)

/** Whole dollars of January to December. */
export type YearOfDollars = number[]

/** One student's row of the yearly grid: what it holds now, and what it held when it was shown. */
export function readYearRow(form: FormData): { amounts: YearOfDollars; was: YearOfDollars } | { error: string } {
  const amounts: YearOfDollars = []
  for (const month of MONTHS) {
    const amount = wholeDollars.safeParse(form.get(`m${month}`) ?? '')
    if (!amount.success) return { error: `${monthName(month)}: ${WHOLE}` }
    amounts.push(amount.data)
  }
  const was = String(form.get('was') ?? '')
    .split(',')
    .map(Number)
  if (was.length !== 12 || was.some(Number.isNaN)) return { error: 'Reload the page and try again' }
  return { amounts, was }
}

/** `January` for 1. */
export const monthName = (month: number): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month - 1, 1)))

/** The keys of a yearly record in the API. */
export const MONTH_KEYS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const
export type MonthKey = (typeof MONTH_KEYS)[number]

/** A year's amounts under the keys `january` to `december`. */
export const byMonthKey = (amounts: readonly number[]) =>
  Object.fromEntries(MONTH_KEYS.map((key, i) => [key, amounts[i] ?? 0])) as Record<MonthKey, number>
