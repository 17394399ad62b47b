import { z } from 'zod'
import { dayField, riderField, timeField, typeField } from '~/models/schedule/vocabulary/slot.schema'
import { ATTENDANCE } from '~/models/vocabulary/attendance'
import { MAX_TRIED } from './unsent'

const shownField = z.strictObject({ attendance: z.enum(ATTENDANCE), horseId: z.int().positive().nullable() })
const keyField = z.uuid()

const wishSchema = z.strictObject({
  studentId: riderField,
  lessonTime: timeField,
  rideType: typeField,
  key: keyField,
  tried: z.array(keyField).max(MAX_TRIED).default([]),
  base: shownField,
  want: shownField,
  madeAt: z.iso.datetime(),
})

/** The most changes of one day: more than the largest school's sheet has. */
const MAX_WISHES = 1000

const rideOf = ({ studentId, lessonTime, rideType }: z.output<typeof wishSchema>) =>
  `${lessonTime} ${rideType} ${studentId}`

export const unsentSchema = z.strictObject({
  /** Who made the changes: no one else may send them. */
  userId: z.string().min(1).max(100),
  lessonDate: dayField,
  changes: z
    .array(wishSchema)
    .min(1)
    .max(MAX_WISHES)
    .refine(
      (changes) => new Set(changes.map(rideOf)).size === changes.length,
      'Send one change of each ride at a time.',
    ),
})
export type SentChange = z.output<typeof wishSchema>
