import { z } from 'zod'
import { LEVEL_NAMES, type Level } from '~/models/places/level'
import { dayWith } from '~/utils/fields'
import { LESSON_TIMES, parseTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

export const dayField = dayWith('Choose a day that exists, as YYYY-MM-DD', 'Choose a day')

const WEEKDAY = 'must be 0 (Sunday) to 6 (Saturday)'
/** A form sends it as text. */
export const weekdayField = z.union(
  [
    z.int().min(0, WEEKDAY).max(6, WEEKDAY),
    z
      .string()
      .regex(/^[0-6]$/, { error: WEEKDAY, abort: true })
      .transform(Number),
  ],
  { error: WEEKDAY },
)

/** `9:00 AM` or `09:00`, read to `HH:mm`. */
export const timeField = z.string({ error: 'Choose a time' }).transform((text, context) => {
  const time = parseTimeOfDay(text)
  if (time !== null) return time
  context.addIssue({ code: 'custom', message: 'Choose a time, like 9:00 AM' })
  return z.NEVER
})

export const lessonTimeField = timeField.refine((time) => LESSON_TIMES.includes(time), {
  error: 'Lessons begin on the hour or half hour, from 7:00 AM to 6:30 PM',
})

export const typeField = z.string({ error: 'Choose a ride type' }).trim().min(1, 'Choose a ride type').max(100)
export const riderField = z.string({ error: 'Choose a student' }).trim().min(1, 'Choose a student')
export const scopeField = z.enum(['one-time', 'weekly'], { error: 'Choose this date only or every week' })
export type Scope = z.output<typeof scopeField>

/** Imported lessons may begin off the half hour. */
export const slotSchema = z.object({ date: dayField, time: timeField, type: typeField })

/** Minutes a lesson may last. */
export const LENGTHS: readonly number[] = [30, 45, 60, 90]

/** An imported lesson may keep its own length. */
export const lengthField = (present?: number) =>
  z.coerce.number({ error: 'Choose a length' }).refine((minutes) => minutes === present || LENGTHS.includes(minutes), {
    error: `Choose ${LENGTHS.join(', ')} minutes`,
  })

/** A ticked box. */
export const tickField = z.literal('on').optional()

const MOST_PLACES = 99
const HOW_MANY = `Enter a whole number from 0 to ${MOST_PLACES}, or nothing`

/** Places of a lesson as a form sends them: empty is those of the ride type, 0 no limit. */
const capacityField = z
  .union([z.literal(''), z.coerce.number(HOW_MANY).int(HOW_MANY).min(0, HOW_MANY).max(MOST_PLACES, HOW_MANY)], HOW_MANY)
  .optional()
  .transform((text) => (text === '' || text === undefined ? null : text))
/** Empty is any level. */
const levelField = z
  .enum(['', ...LEVEL_NAMES], { error: 'Choose a level' })
  .optional()
  .transform((level) => level || null)

/** In a program's body; what is left out stays. */
export const placesBody = {
  /** Null is that of the ride type, 0 no limit. */
  capacity: z.number(HOW_MANY).int(HOW_MANY).min(0, HOW_MANY).max(MOST_PLACES, HOW_MANY).nullable().optional(),
  /** Null is any. */
  level: z
    .enum(LEVEL_NAMES, { error: `must be one of ${LEVEL_NAMES.join(', ')}` })
    .nullable()
    .optional(),
}

/** Of a lesson that is added. */
export const newPlaces = ({ capacity = null, level = null }: { capacity?: number | null; level?: Level | null }) =>
  capacity === null && level === null ? undefined : { capacity, level }

/** More riders than places: false refuses them. */
export const beyondBody = z.boolean().default(false)

/** A lesson that somebody waits for goes off the schedule: false refuses it. */
export const despiteWaitlistBody = z.boolean().default(false)

const slotWithScope = { date: dayField, time: lessonTimeField, type: typeField, scope: scopeField }

/** `2026-11-24 16:00 Group Lesson` */
export const slotKeyField = z
  .string({ error: 'Choose a lesson' })
  .transform((key) => slotSchema.safeParse({ date: key.slice(0, 10), time: key.slice(11, 16), type: key.slice(17) }))
  .refine(({ success }) => success, { error: 'Choose a lesson' })
  .transform(({ data }) => data ?? z.NEVER)

export const moveRiderSchema = z.object({
  to: slotKeyField,
  scope: scopeField,
  version: z.string().max(60),
  beyond: tickField,
})

export const newLessonSchema = z.object({
  ...slotWithScope,
  duration: lengthField().optional(),
  capacity: capacityField,
  level: levelField,
  beyond: tickField,
})

/** The lesson need not exist yet. */
export const newRideSchema = z.object({ ...slotWithScope, riderId: riderField, beyond: tickField })

/** An imported lesson may keep its time off the half hour. */
export const editLessonSchema = (present: TimeOfDay, length?: number) =>
  z.object({
    /** Without it the lesson stays on its day. */
    date: dayField.optional(),
    time: z.union([timeField.refine((time) => time === present), lessonTimeField]),
    type: typeField,
    duration: lengthField(length).optional(),
    capacity: capacityField,
    level: levelField,
    /** What the form showed of them. */
    wasCapacity: capacityField,
    wasLevel: levelField,
    scope: scopeField,
  })

/** The screen that a form leads back to, if not the week: the day sheet, or a page of what is not recorded. */
export const backField = z
  .union([z.enum(['sheet', 'changes', '']), z.string().regex(/^\/admin\/not-recorded(\?[\w=&-]*)?$/)])
  .optional()

export const markLessonSchema = z.object({
  intent: z.literal('present'),
  back: backField,
  /** Before the lesson has begun. */
  ahead: tickField,
})

/** Lines of the audit log, separated by spaces. */
export const undoSchema = z.object({
  changes: z
    .string()
    .trim()
    .regex(/^\d{1,9}( \d{1,9})*$/, 'Choose a change')
    .transform((text) => text.split(' ').map(Number)),
  back: backField,
  beyond: tickField,
})

export const addRidersSchema = z.object({
  riderId: z.array(riderField, { error: 'Choose a student' }).min(1, 'Choose a student').max(60, 'At most 60 at once'),
  scope: scopeField,
  beyond: tickField,
  /** What comes next, if not the week. */
  next: z.literal('horses').optional(),
})

/** Without `studentId` it keeps an empty lesson on the grid. */
export const weeklyPlaceSchema = z.object({
  studentId: riderField.nullish(),
  dayOfWeek: weekdayField.optional(),
  scheduledTime: lessonTimeField,
  lessonType: typeField,
  duration: lengthField().optional(),
  startDate: dayField.optional(),
  ...placesBody,
  beyondCapacity: beyondBody,
})
