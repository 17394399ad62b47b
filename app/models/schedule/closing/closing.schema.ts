import { z } from 'zod'
import { dayField, slotKeyField, tickField, timeField, typeField } from '~/models/schedule/vocabulary/slot.schema'

/** What a form sends in place of a time. */
export const WHOLE_DAY = 'day'

const fromField = z.union([z.enum([WHOLE_DAY, '']).transform(() => null), timeField], {
  error: 'Choose a time, like 9:00 AM',
})
export const reasonField = z
  .string({ error: 'Enter a reason' })
  .trim()
  .min(1, 'Enter a reason')
  .max(300, 'Enter at most 300 characters')
  .transform((text) => text.replace(/\s+/g, ' '))

/** More than a day has. */
const MOST_LESSONS = 200

/** The whole day without `from`; every day through `through`, if it has one. */
export const closeDaySchema = z.object({
  from: fromField.nullish(),
  through: dayField.nullish(),
  reason: reasonField,
  noMakeups: tickField,
})

/** Some lessons of the day. */
export const cancelLessonsSchema = z.object({
  lesson: z.array(slotKeyField, { error: 'Choose a lesson' }).min(1, 'Choose a lesson').max(MOST_LESSONS),
  reason: reasonField,
})

export const closeDayApiSchema = z.object({
  date: dayField,
  /** Every day from `date` through it, as whole days. */
  through: dayField.nullish(),
  from: fromField.nullish(),
  /** Without it the whole day, or from `from` on. */
  lessons: z
    .array(z.object({ time: timeField, type: typeField }))
    .min(1)
    .max(MOST_LESSONS)
    .optional(),
  reason: reasonField,
  /** Riders get no new makeups. Makeups that were used or promised are given back all the same. */
  noMakeups: z.boolean().optional(),
})
