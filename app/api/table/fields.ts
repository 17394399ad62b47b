import { z } from 'zod'
import { ATTENDANCE } from '~/models/vocabulary/attendance'
import { meaningOf, REFUSAL_CODES, statusOf } from '~/platform/refused'
import { addDays, type LocalDate, weekStart } from '~/utils/dates'
import { dayWith, yearSchema } from '~/utils/fields'

/** The 404 for a number that no row can have. */
export const NO_SUCH_ROW = 'Not found'

/** A day in a path or a query, `YYYY-MM-DD`. */
export const dayNamed = (name: string) => dayWith(notADay(name))

const notADay = (name: string) => `${name} must be a day that exists, as YYYY-MM-DD`

/** `?week=`: any day of the week; by default today. */
export const weekQuery = z.object({ week: z.union([z.literal(''), dayNamed('week')]).optional() })

/** Returns the Monday and Sunday of a day's week. */
export function weekOf(day: LocalDate): { from: LocalDate; to: LocalDate } {
  const from = weekStart(day)
  return { from, to: addDays(from, 6) }
}

/** A month, as `monthParam` reads it; by default this month. */
export const monthInput = {
  month: z.union([z.string(), z.int()], { error: 'must be a month such as 2026-11' }).optional(),
  year: yearSchema.optional(),
}
export const monthQuery = z.object(monthInput)

/** A whole number in a path or a query. */
export const numberIn = (least: number, most: number, error: string) =>
  z.coerce.number({ error }).int(error).min(least, error).max(most, error)

export const day = z.iso.date()
export const instant = z.iso.datetime()
export const count = z.int().min(0)
export const attendance = z.enum(ATTENDANCE)

/** The answer of changes that return a sentence only. */
export const done = z.strictObject({ message: z.string() }).meta({ id: 'Done' })
export const succeeded = z.strictObject({ success: z.literal(true), message: z.string() }).meta({ id: 'Succeeded' })

const codes = REFUSAL_CODES.map((code) => `- \`${code}\` (${statusOf(code)}): ${meaningOf(code)}`)

/** Every answer that isn't 2xx or 3xx. */
export const problem = z
  .strictObject({
    code: z.enum(REFUSAL_CODES).meta({ id: 'RefusalCode', description: codes.join('\n') }),
    message: z.string(),
    /** The invalid input. */
    field: z.string().optional(),
  })
  .meta({ id: 'Problem' })
