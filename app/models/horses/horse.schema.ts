import { z } from 'zod'
import { levelField, weightField } from '~/models/match/match.schema'
import { MAX_ID } from '~/utils/fields'

export const horseIdField = z.coerce.number({ error: 'Choose a horse' }).int().positive().max(MAX_ID)

const limitField = (most: number) =>
  z.coerce
    .number({ error: 'Enter a number, 0 for no limit' })
    .int('Enter a whole number')
    .min(0, 'Enter 0 for no limit')
    .max(most, `At most ${most}`)
    .default(0)

export const manageHorsesSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('add'), name: z.string().default('') }),
  z.object({
    intent: z.literal('save'),
    id: horseIdField,
    dayLimit: limitField(99),
    weekLimit: limitField(999),
    onRest: z.literal('on').optional(),
    maxWeightLb: weightField,
    minLevel: levelField,
  }),
  z.object({ intent: z.literal('restore'), id: horseIdField }),
])

export const overReasonField = z.string().trim().max(300, 'At most 300 characters').optional()
