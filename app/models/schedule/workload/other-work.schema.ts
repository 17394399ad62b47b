import { z } from 'zod'
import { horseIdField } from '~/models/schedule/vocabulary/horse.schema'
import { dayField, timeField } from '~/models/schedule/vocabulary/slot.schema'
import { idField, optionalText, tooLong } from '~/utils/fields'
import { minuteOfDay } from '~/utils/time-of-day'

const LEAST = 5
const MAX = 480
const MINUTES = `Enter the minutes, from ${LEAST} to ${MAX}`
const KIND_LENGTH = 60
const WHO_LENGTH = 100
const DAY = 24 * 60

/** Other work as a form or a program sends it. */
export const otherWorkSchema = z
  .object({
    horseId: horseIdField,
    date: dayField,
    time: timeField,
    minutes: z.coerce.number({ error: MINUTES }).int(MINUTES).min(LEAST, MINUTES).max(MAX, MINUTES),
    kind: z
      .string({ error: 'Say what the horse did' })
      .trim()
      .min(1, 'Say what the horse did')
      .max(KIND_LENGTH, tooLong(KIND_LENGTH)),
    who: optionalText(WHO_LENGTH),
  })
  .refine(({ time, minutes }) => minuteOfDay(time) + minutes <= DAY, {
    path: ['minutes'],
    error: 'Work must end on the day it starts',
  })

export type NewWork = z.output<typeof otherWorkSchema>

/** The form of a horse's daily record: removes a line, or restores one. */
export const changeRecordSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('remove'), id: idField }),
  z.object({ intent: z.literal('restore'), id: idField }),
])
