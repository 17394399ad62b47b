import { z } from 'zod'
import { dayField, typeField } from '~/models/schedule/vocabulary/slot.schema'
import { isLocalDate } from '~/utils/dates'

const makeupReasonField = z
  .string({ error: 'Enter a reason' })
  .trim()
  .min(1, 'Enter a reason')
  .max(300, 'Enter at most 300 characters')

/** Parses `2026-11-24 16:00`. */
const rideField = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, 'Choose a ride')
  .refine((ride) => isLocalDate(ride.slice(0, 10)), 'Choose a ride')

export const grantMakeupSchema = z.object({
  type: typeField,
  /** The missed ride, if there is one. */
  ride: rideField.optional(),
  reason: makeupReasonField,
  until: dayField,
})

export type GrantedMakeup = z.output<typeof grantMakeupSchema>

export const changeMakeupSchema = z
  .object({
    intent: z.enum(['revoke', 'restore', 'extend', 'extend-undo']),
    reason: makeupReasonField.optional(),
    /** The later last day. */
    until: dayField.optional(),
  })
  .refine(({ intent, reason }) => (intent !== 'revoke' && intent !== 'extend') || reason, {
    path: ['reason'],
    error: 'Enter a reason',
  })
  .refine(({ intent, until }) => intent !== 'extend' || until, { path: ['until'], error: 'Choose a day' })

export type ChangedMakeup = z.output<typeof changeMakeupSchema>
