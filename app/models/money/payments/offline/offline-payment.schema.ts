import { z } from 'zod'
import { calendarMonthName } from '~/utils/dates'
import { yearSchema } from '~/utils/fields'
import { type Cents, type Dollars, formatCents, parseCents } from '~/utils/money'

/** The maximum of a field in the yearly grid, in whole dollars; an empty field is 0. */
export const MAX_DOLLARS = 9999
/** The maximum of a month, including the cents of its recorded payments. */
export const MAX_OFFLINE: Cents = MAX_DOLLARS * 100
export const MONTH_FULL = `The most you can record for a month is ${formatCents(MAX_OFFLINE)}`
const WHOLE = `Enter whole dollars from 0 to ${MAX_DOLLARS}`

const wholeDollars = (message: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{0,4}$/, message)
    .transform((text) => Number(text))

/** The same in a JSON body, where it may be a number, or `"45.00"` as the records return it. */
export const amountSchema = z.union(
  [
    z.int().min(0, WHOLE).max(MAX_DOLLARS, WHOLE),
    z
      .string()
      .trim()
      .regex(/^\d{0,4}(\.0{1,2})?$/, { error: WHOLE, abort: true })
      .transform(Number),
  ],
  { error: WHOLE },
)

/** The largest amount of a DECIMAL(10,2) column. */
const MAX_CENTS: Cents = 9_999_999_999
const DOLLARS = 'Enter dollars such as 45 or 45.50'

/** Dollars with cents in a JSON body, as a number or as text; the result is in cents. */
export const dollarsSchema = z
  .union([z.number(), z.string()], { error: DOLLARS })
  .transform((amount, context): Cents => {
    const cents = amount === '' ? 0 : parseCents(String(amount))
    if (cents !== null && cents <= MAX_CENTS) return cents
    context.addIssue({ code: 'custom', message: DOLLARS })
    return z.NEVER
  })

export const TOO_LONG_AGO = 'This day is too long ago'

export type YearOfDollars = Dollars[]
export type YearOfCents = Cents[]

/** The fields of a row in the yearly grid: `m1` is January. */
export const MONTH_FIELDS = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11', 'm12'] as const
export type YearRow = Record<(typeof MONTH_FIELDS)[number], number>

/** Converts a year to the fields of its row. */
export const yearRow = (amounts: YearOfDollars): YearRow =>
  Object.fromEntries(MONTH_FIELDS.map((field, i) => [field, amounts[i] ?? 0])) as YearRow

/** Rounds to whole dollars, as the grid shows them. */
export const wholeDollarsOf = (cents: Cents): Dollars => Math.round(cents / 100)

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

const WRONG_MONTH = 'month is not valid'

/** A number from 1 to 12, or a month's name as in the records. */
export const monthSchema = z.preprocess(
  (month) => {
    const named = typeof month === 'string' ? MONTH_KEYS.indexOf(month.toLowerCase() as MonthKey) : -1
    return named < 0 ? month : named + 1
  },
  z.coerce.number(WRONG_MONTH).int(WRONG_MONTH).min(1, WRONG_MONTH).max(12, WRONG_MONTH),
)

const noted = (month: number) => wholeDollars(`${calendarMonthName(month)}: ${WHOLE}`).default(0)

/** One student's row of the yearly grid. */
export const yearRowSchema = z
  .object({
    userId: z.string('Student not found'),
    year: yearSchema,
    m1: noted(1),
    m2: noted(2),
    m3: noted(3),
    m4: noted(4),
    m5: noted(5),
    m6: noted(6),
    m7: noted(7),
    m8: noted(8),
    m9: noted(9),
    m10: noted(10),
    m11: noted(11),
    m12: noted(12),
  })
  .transform(({ userId, year, ...row }) => ({ userId, year, row }))

/** Returns a year's amounts under the keys `january` to `december`. */
export const byMonthKey = (amounts: readonly number[]) =>
  Object.fromEntries(MONTH_KEYS.map((key, i) => [key, amounts[i] ?? 0])) as Record<MonthKey, number>
