import { z } from 'zod'
import { horseField, overReasonField } from '~/models/schedule/vocabulary/horse.schema'
import {
  backField,
  beyondBody,
  dayField,
  makeupAnywayBody,
  riderField,
  tickField,
  timeField,
  typeField,
} from '~/models/schedule/vocabulary/slot.schema'
import { ATTENDANCE } from '~/models/vocabulary/attendance'

export const attendanceRecordSchema = z.object({
  studentId: riderField,
  lessonDate: dayField,
  lessonTime: timeField,
  attendanceStatus: z.enum(ATTENDANCE, { error: `must be one of ${ATTENDANCE.join(', ')}` }),
  /** A ride recorded as present in a makeup lesson is a makeup. */
  lessonType: z.enum(['makeup', 'regular'], { error: 'must be makeup or regular' }).default('regular'),
  rideType: typeField.nullish(),
  horseName: z.string().trim().max(100).nullish(),
  overReason: overReasonField,
  beyondCapacity: beyondBody,
  makeupAnyway: makeupAnywayBody,
  /** A ride that changed since this version is answered with 409. */
  version: z.string().max(60).optional(),
})

/** `exchange 1732460000000-12 <rider>`: swaps the rider's horse with that of the named ride in the same lesson, given as it was shown. */
const exchangeField = z
  .string()
  .regex(/^exchange \d+-\d+ .+$/)
  .transform((text) => {
    const [, version = '', ...rider] = text.split(' ')
    return { version, riderId: rider.join(' ') }
  })

export const exchangeValue = ({ version, riderId }: { version: string; riderId: string }): string =>
  `exchange ${version} ${riderId}`

const ownHorseField = z.union([horseField, exchangeField], { error: 'Choose a horse' })

const seen = { version: z.string().max(60), overReason: overReasonField, back: backField }

export const assignHorseSchema = z.object({ intent: z.literal('horse'), horseId: ownHorseField, ...seen })

/** A text whose line ends a form sends as Windows writes them. */
const linesField = z
  .string()
  .trim()
  .max(2000, 'At most 2000 characters')
  .default('')
  .transform((text) => text.replaceAll('\r\n', '\n'))

export const markSchema = z.object({
  intent: z.enum(ATTENDANCE, { error: 'Choose what to record' }),
  horseId: ownHorseField.optional(),
  beyond: tickField,
  makeupAnyway: tickField,
  /** Whether the mark is made before the lesson has begun. */
  ahead: tickField,
  ...seen,
})

export const noteSchema = z.object({ intent: z.literal('note'), note: linesField })

export const removeRiderSchema = z.object({
  intent: z.enum(['remove-one-time', 'remove-weekly']),
  version: z.string().max(60).optional(),
  withMoved: tickField,
})
