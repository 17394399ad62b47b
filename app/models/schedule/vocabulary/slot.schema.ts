import { z } from 'zod'
import { MAX_ARENA } from '~/models/school/lesson-times'
import { LEVEL_NAMES } from '~/models/vocabulary/level'
import { Refused } from '~/platform/refused'
import { dayWith } from '~/utils/fields'
import { parseTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { hasSamePlaces, type PlacesInput } from './free'

export const dayField = dayWith('Choose a day that exists, as YYYY-MM-DD', 'Choose a day')

const WEEKDAY = 'must be 0 (Sunday) to 6 (Saturday)'
/** A weekday, which a form sends as text. */
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

const CHOOSE_TIME = 'Choose a time, like 9:00 AM'

const readTime = (text: string, context: z.RefinementCtx): TimeOfDay => {
  const time = parseTimeOfDay(text)
  if (time !== null) return time
  context.addIssue({ code: 'custom', message: CHOOSE_TIME })
  return z.NEVER
}

/** Parses `9:00 AM` or `09:00` to `HH:mm`. */
export const timeField = z.string({ error: 'Choose a time' }).transform(readTime)

export const typeField = z.string({ error: 'Choose a ride type' }).trim().min(1, 'Choose a ride type').max(100)
export const riderField = z.string({ error: 'Choose a student' }).trim().min(1, 'Choose a student')
export const scopeField = z.enum(['one-time', 'weekly'], { error: 'Choose this date only or every week' })
export type Scope = z.output<typeof scopeField>

export const slotSchema = z.object({ date: dayField, time: timeField, type: typeField })

/** A length in minutes. Which ones are allowed is decided in `lesson-times.ts`. */
export const lengthField = z.coerce.number({ error: 'Choose a length' })

/** The option for typing any time. */
export const OTHER_TIME = 'other'

/** The fields of a form for one of the times that the school offers, or any other. */
const chosenTime = {
  time: z
    .string({ error: 'Choose a time' })
    .transform((text, context) => (text === OTHER_TIME ? OTHER_TIME : readTime(text, context))),
  otherTime: timeField.optional(),
}

/** Returns the chosen time. @throws Refused if no other time was typed. */
export function timeOf({ time, otherTime }: z.output<z.ZodObject<typeof chosenTime>>): TimeOfDay {
  if (time !== OTHER_TIME) return time
  if (otherTime === undefined) throw new Refused('invalid', CHOOSE_TIME, 'otherTime')
  return otherTime
}

/** A checked box. */
export const tickField = z.literal('on').optional()

const MAX_PLACES = 99
const HOW_MANY = `Enter a whole number from 0 to ${MAX_PLACES}, or nothing`

/** The places of a lesson as a form sends them: empty means those of the ride type, 0 no limit. */
const capacityField = z
  .union([z.literal(''), z.coerce.number(HOW_MANY).int(HOW_MANY).min(0, HOW_MANY).max(MAX_PLACES, HOW_MANY)], HOW_MANY)
  .optional()
  .transform((text) => (text === '' || text === undefined ? null : text))
/** The level; empty means any. */
const levelField = z
  .enum(['', ...LEVEL_NAMES], { error: 'Choose a level' })
  .optional()
  .transform((level) => level || null)

/** The arena; empty means none. Which ones there are is decided in `lesson-times.ts`. */
const arenaField = z
  .string()
  .trim()
  .max(MAX_ARENA)
  .optional()
  .transform((name) => name || null)

/** The fields in a program's body; those left out stay unchanged. */
export const placesBody = {
  /** Null means the ride type's places, 0 no limit. */
  capacity: z.number(HOW_MANY).int(HOW_MANY).min(0, HOW_MANY).max(MAX_PLACES, HOW_MANY).nullable().optional(),
  /** Null means any level. */
  level: z
    .enum(LEVEL_NAMES, { error: `must be one of ${LEVEL_NAMES.join(', ')}` })
    .nullable()
    .optional(),
  /** Null means none. */
  arena: z.string().trim().min(1).max(MAX_ARENA).nullable().optional(),
}

/** Returns the places of a lesson that is added; undefined if they are those of its ride type. */
export const newPlaces = ({ capacity = null, level = null, arena = null }: Partial<PlacesInput>) =>
  hasSamePlaces({ capacity, level, arena }, {}) ? undefined : { capacity, level, arena }

/** Whether more riders than places are allowed. */
export const beyondBody = z.boolean().default(false)

/** Whether a makeup is given that a family would not get. Without an answer nothing is asked, as the specification has it. */
export const makeupAnywayBody = z
  .boolean()
  .optional()
  .describe(
    'With `false`, a `reschedule` whose makeup the family would not get, past the cutoff or beyond its package, is refused with 409 and the reason. Without it, as with `true`, the makeup is given.',
  )

/** Whether a lesson with a waitlist may be taken off the schedule. */
export const despiteWaitlistBody = z.boolean().default(false)

const slotWithScope = { date: dayField, ...chosenTime, type: typeField, scope: scopeField }

/** Parses `2026-11-24 16:00 Group Lesson`. */
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

export const NO_INSTRUCTOR_ID = 'none'

export const instructorField = z
  .string({ error: 'Choose an instructor' })
  .min(1, 'Choose an instructor')
  .transform((id) => (id === NO_INSTRUCTOR_ID ? null : id))

export const newLessonSchema = z.object({
  ...slotWithScope,
  duration: lengthField.optional(),
  capacity: capacityField,
  level: levelField,
  arena: arenaField,
  instructorId: instructorField.optional(),
  beyond: tickField,
  /** What a ticked box confirms: the key of the second lesson. */
  second: z.string().max(130).optional(),
})

/** A ride in a lesson that need not exist yet. */
export const newRideSchema = z.object({ ...slotWithScope, riderId: riderField, beyond: tickField })

export const editLessonSchema = z.object({
  /** If it is left out, the lesson stays on its day. */
  date: dayField.optional(),
  ...chosenTime,
  type: typeField,
  duration: lengthField.optional(),
  capacity: capacityField,
  level: levelField,
  arena: arenaField,
  scope: scopeField,
  beyond: tickField,
})

/** The screen that a form leads back to, if not the week: the day sheet, or a page of Attendance to Mark. */
export const backField = z
  .union([z.enum(['sheet', 'changes', '']), z.string().regex(/^\/admin\/not-recorded(\?[\w=&-]*)?$/)])
  .optional()

export const markLessonSchema = z.object({
  intent: z.literal('present'),
  back: backField,
  /** Whether the mark is made before the lesson has begun. */
  ahead: tickField,
})

/** IDs of log entries, separated by spaces. */
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
  /** The next screen, if not the week. */
  next: z.literal('horses').optional(),
})

/** A weekly place. Without `studentId` it keeps an empty lesson on the grid. */
export const weeklyPlaceSchema = z.object({
  studentId: riderField.nullish(),
  dayOfWeek: weekdayField.optional(),
  scheduledTime: timeField,
  lessonType: typeField,
  duration: lengthField.optional(),
  startDate: dayField.optional(),
  ...placesBody,
  beyondCapacity: beyondBody,
})
