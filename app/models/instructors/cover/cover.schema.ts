import { z } from 'zod'
import { reasonField } from '~/models/closing/closing.schema'
import { dayField, slotKeyField, timeField } from '~/models/schedule/slot.schema'
import { addDays } from '~/utils/dates'

/** Days of one form. */
const MAX_DAYS = 14

const noDay = z
  .literal('')
  .optional()
  .transform(() => undefined)

/** Who can't come from when until when. */
export const absenceSchema = z
  .object({
    instructor: z.string({ error: 'Choose an instructor' }).min(1, 'Choose an instructor').max(100),
    from: dayField,
    /** Without it that day alone. */
    through: z.union([noDay, dayField], { error: 'Enter a day, or leave it blank' }),
    /** From the lessons at that time on, on the first day. */
    time: z.union([noDay, timeField], { error: 'Enter a time like 2:00 PM, or leave it blank' }),
  })
  .refine(({ from, through }) => !through || from <= through, {
    path: ['through'],
    error: 'The last day is before the first',
  })
  .refine(({ from, through }) => !through || through < addDays(from, MAX_DAYS), {
    path: ['through'],
    error: `Choose at most ${MAX_DAYS} days; the days after come next`,
  })
export type Absence = z.output<typeof absenceSchema>

/** What becomes of a lesson if nobody covers it. */
export const CANCEL = 'cancel'
export const LEAVE = 'leave'

export const coverSchema = z.object({
  lessons: z
    .array(z.object({ slot: slotKeyField, cover: z.string({ error: 'Choose' }).min(1, 'Choose').max(100) }))
    .max(200)
    .default([]),
  reason: reasonField,
  /** What the plan was made from. */
  plan: z.string().max(100).optional(),
})
export type CoverForm = z.output<typeof coverSchema>
