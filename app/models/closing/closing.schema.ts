import { z } from 'zod'
import { dayField, timeField } from '~/models/schedule/slot.schema'

/** What a form sends in place of a time. */
export const WHOLE_DAY = 'day'

/** The whole day without `from`. */
export const closeDaySchema = z.object({
  from: z
    .union([z.enum([WHOLE_DAY, '']).transform(() => null), timeField], { error: 'Choose a time such as 9:00 AM' })
    .nullish(),
  reason: z
    .string({ error: 'Enter a reason' })
    .trim()
    .min(1, 'Enter a reason')
    .max(300, 'Enter at most 300 letters')
    .transform((text) => text.replace(/\s+/g, ' ')),
})

export const closeDayApiSchema = closeDaySchema.extend({ date: dayField })
