import { z } from 'zod'
import {
  dayField,
  lengthField,
  newLessonSchema,
  riderField,
  timeField,
  typeField,
  weekdayField,
} from '~/models/schedule/vocabulary/slot.schema'
import type { TimeOfDay } from '~/utils/time-of-day'
import type { WeeklyLesson } from './season'

/** The most times that a family names for a ride. */
const MOST_TIMES = 4

const nameField = z.string({ error: 'Enter a name' }).trim().min(1, 'Enter a name').max(60, 'At most 60 characters')

export const newSeasonSchema = z.object({ name: nameField, startsOn: dayField })

/** Reads `2 16:30 Group Lesson`; null if it is none. */
export function readWeekly(key: string): WeeklyLesson | null {
  const [, day, time, type] = key.match(/^([0-6]) ((?:[01]\d|2[0-3]):[0-5]\d) (.{1,100})$/) ?? []
  return day && time && type ? { dayOfWeek: Number(day), time: time as TimeOfDay, type } : null
}

const weeklyField = z
  .string({ error: 'Choose a lesson' })
  .transform((key) => readWeekly(key))
  .refine((lesson) => lesson !== null, { error: 'Choose a lesson' })
  .transform((lesson) => lesson as WeeklyLesson)

/** The choice of no lesson at all. */
export const NOWHERE = 'nowhere'

export const joinSchema = z.object({ riderId: riderField, to: weeklyField })

const TIME = /^[0-6] ([01]\d|2[0-3]):[0-5]\d$/
/** The times that work for a family, the best first; a choice that was left empty is none. */
export const timesField = z
  .array(z.union([z.literal(''), z.string().regex(TIME)], { error: 'Choose a time' }).optional())
  .max(MOST_TIMES)
  .default([])
  .transform((times) => [...new Set(times.filter((time): time is string => !!time))])

/** Where a rider goes, or if it is left out whichever lesson solving finds, and the times that work for the family. */
export const rideSchema = z.object({
  to: z.union([z.literal(NOWHERE), weeklyField], { error: 'Choose a lesson' }).optional(),
  times: timesField,
})

export const seasonLessonSchema = z.object({
  dayOfWeek: weekdayField,
  time: timeField,
  type: typeField,
  duration: lengthField,
  capacity: newLessonSchema.shape.capacity,
  level: newLessonSchema.shape.level,
  arena: newLessonSchema.shape.arena,
  second: newLessonSchema.shape.second,
  instructorId: z
    .string()
    .max(100)
    .optional()
    .transform((id) => id || null),
})
export type NewSeasonLesson = z.output<typeof seasonLessonSchema>
