import { z } from 'zod'
import { overReasonField } from '~/models/schedule/vocabulary/horse.schema'
import {
  beyondBody,
  dayField,
  despiteWaitlistBody,
  lengthField,
  makeupAnywayBody,
  placesBody,
  riderField,
  scopeField,
  timeField,
  typeField,
  weekdayField,
} from '~/models/schedule/vocabulary/slot.schema'
import { ATTENDANCE } from '~/models/vocabulary/attendance'
import { firstOn, type LocalDate } from '~/utils/dates'

export const editTimeslotSchema = z.object({
  dayOfWeek: weekdayField.optional(),
  oldTime: timeField,
  oldType: typeField,
  /** If it is left out, the lesson stays on its day; weekly, the first of another weekday. */
  newDate: dayField.optional(),
  newTime: timeField,
  newType: typeField,
  newDuration: lengthField.optional(),
  newCapacity: placesBody.capacity,
  newLevel: placesBody.level,
  newArena: placesBody.arena,
  beyondCapacity: beyondBody,
  lessonDate: dayField,
  scope: scopeField.default('weekly'),
})

export const deleteTimeslotSchema = z.object({
  dayOfWeek: weekdayField.optional(),
  scheduledTime: timeField,
  lessonType: typeField,
  fromDate: dayField,
  despiteWaitlist: despiteWaitlistBody,
})

export const temporaryLessonSchema = z.object({
  dayOfWeek: weekdayField.optional(),
  scheduledTime: timeField,
  lessonType: typeField,
  duration: lengthField.optional(),
  lessonDate: dayField,
  ...placesBody,
})

export const participantSchema = z.object({
  studentId: riderField,
  lessonDate: dayField,
  scheduledTime: timeField,
  lessonType: typeField,
})

export const absenceSchema = participantSchema
  .omit({ lessonType: true })
  .extend({ version: z.string().max(60).optional() })

export const addParticipantSchema = participantSchema.extend({ beyondCapacity: beyondBody })

/** A removal. `studentId` is needed if two students have the same name; without either the whole lesson is taken off. */
export const removalSchema = z.object({
  studentId: riderField.nullish(),
  studentName: z.string().trim().max(200).nullish(),
  lessonDate: dayField,
  lessonTime: timeField,
  lessonType: typeField.nullish(),
  removalType: z
    .enum(['one-time', 'daily', 'weekly'], { error: 'must be one of one-time, daily, weekly' })
    .default('one-time'),
  // The removal's fields as the specification sends them: the first follows from the lesson's day, and the second is the database's.
  dayOfWeek: weekdayField.optional(),
  removalDate: dayField.optional(),
  despiteWaitlist: despiteWaitlistBody,
})

/** The query parameter of a call that deletes. */
export const despiteWaitlistQuery = z
  .enum(['true', 'false'], { error: 'despiteWaitlist must be true or false' })
  .default('false')
  .transform((text) => text === 'true')

/** A horse assignment. Without a horse the ride's is freed; `studentId` is needed if two students have the same name. */
export const horseAssignmentSchema = z.object({
  horseName: z.string().trim().max(100).nullish(),
  usageDate: dayField,
  lessonTime: timeField,
  studentName: z.string().trim().max(200).nullish(),
  studentId: riderField.nullish(),
  lessonType: typeField.nullish(),
  overReason: overReasonField,
})

export const horseExchangeSchema = z.object({
  usageDate: dayField,
  lessonTime: timeField,
  lessonType: typeField.nullish(),
  studentIds: z
    .array(riderField)
    .length(2, 'must be two students')
    .refine(([one, other]) => one !== other, 'must be two students'),
  overReason: overReasonField,
})

export const attendanceSchema = z.object({
  attendance: z.enum(ATTENDANCE, { error: `must be one of ${ATTENDANCE.join(', ')}` }),
  beyondCapacity: beyondBody,
  makeupAnyway: makeupAnywayBody,
})

/** Returns the date, or the first such weekday from it on. */
export const dayFrom = (date: LocalDate, weekday: number | undefined): LocalDate =>
  weekday === undefined ? date : firstOn(weekday, date)
