import { z } from 'zod'
import { dayField, typeField } from '~/models/schedule/slot.schema'

const makeupReasonField = z
  .string({ error: 'Enter a reason' })
  .trim()
  .min(1, 'Enter a reason')
  .max(300, 'Enter at most 300 letters')

export const grantMakeupSchema = z.object({
  type: typeField,
  reason: makeupReasonField,
  until: dayField,
})

export type GrantedMakeup = z.output<typeof grantMakeupSchema>

export const changeMakeupSchema = z
  .object({ intent: z.enum(['revoke', 'restore']), reason: makeupReasonField.optional() })
  .refine(({ intent, reason }) => intent === 'restore' || reason, { path: ['reason'], error: 'Enter a reason' })
