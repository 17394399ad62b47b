import { z } from 'zod'
import { isLocalDate } from '~/utils/dates'
import { LESSON_TIMES, parseTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** A day that exists. */
export const dayField = z
  .string({ error: 'Choose a day' })
  .trim()
  .refine(isLocalDate, { error: 'Choose a day that exists, as YYYY-MM-DD' })

/** `9:00 AM` or `09:00`, read to `HH:mm`. */
export const timeField = z.string({ error: 'Choose a time' }).transform((text, context) => {
  const time = parseTimeOfDay(text)
  if (time !== null) return time
  context.addIssue({ code: 'custom', message: 'Choose a time such as 9:00 AM' })
  return z.NEVER
})

/** A time at which a new lesson may begin (specification, section 9). */
export const lessonTimeField = timeField.refine((time) => LESSON_TIMES.includes(time), {
  error: 'Lessons begin on the hour or half hour, from 7:00 AM to 6:30 PM',
})

export const typeField = z.string({ error: 'Choose a ride type' }).trim().min(1, 'Choose a ride type').max(100)
export const riderField = z.string({ error: 'Choose a student' }).trim().min(1, 'Choose a student')
export const scopeField = z.enum(['one-time', 'weekly'], { error: 'Choose this date only or every week' })
export type Scope = z.output<typeof scopeField>

/** The lesson an address or a form speaks of. Its time may be any, because imported lessons may lie off the half hour. */
export const slotSchema = z.object({ date: dayField, time: timeField, type: typeField })

/** Add Lesson. */
export const newLessonSchema = z.object({
  date: dayField,
  time: lessonTimeField,
  type: typeField,
  scope: scopeField,
})

/** Add New Ride: a student in a lesson, which need not be there yet. */
export const newRideSchema = newLessonSchema.extend({ riderId: riderField })

/** Edit Lesson. A lesson that an import put off the half hour may stay there. */
export const editLessonSchema = (present: TimeOfDay) =>
  z.object({
    time: z.union([timeField.refine((time) => time === present), lessonTimeField]),
    type: typeField,
    scope: scopeField,
  })

/** The rides of a mark that is taken back: `rider=version`, separated by spaces. */
const markedRides = z.string().transform((text) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((pair) => ({ riderId: pair.slice(0, pair.lastIndexOf('=')), version: pair.slice(pair.lastIndexOf('=') + 1) })),
)
/** The screen a form leads back to, where it is not the week. */
export const backField = z.enum(['sheet', '']).optional()

/** Mark a whole lesson present, and its Undo. */
export const markLessonSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('present'), back: backField }),
  z.object({ intent: z.literal('undo'), rides: markedRides, back: backField }),
])

/** Add Student to lesson; the lesson is in the address. */
export const addRiderSchema = z.object({ riderId: riderField, scope: scopeField })

/** POST /api/weekly-schedule (specification, section 7). Without `studentId` it keeps an empty lesson on the grid. */
export const weeklyPlaceSchema = z.object({
  studentId: riderField.nullish(),
  dayOfWeek: z.number({ error: 'must be 0 (Sunday) to 6 (Saturday)' }).int().min(0).max(6).optional(),
  scheduledTime: lessonTimeField,
  lessonType: typeField,
  startDate: dayField.optional(),
})
