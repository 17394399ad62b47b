import { z } from 'zod'
import { COAT_NAMES } from '~/models/school/coat'
import { NO_HORSE_VALUE } from '~/models/vocabulary/attendance'
import { levelField, weightField } from '~/models/vocabulary/match.schema'
import { MAX_ID } from '~/utils/fields'
import { dayField } from './slot.schema'

export const horseIdField = z.coerce.number({ error: 'Choose a horse' }).int().positive().max(MAX_ID)

/** The longest name of a horse, in characters. */
export const HORSE_NAME_LENGTH = 100

const limitField = (most: number) =>
  z.coerce
    .number({ error: 'Enter a number (0 for no limit)' })
    .int('Enter a whole number')
    .min(0, 'Enter 0 for no limit')
    .max(most, `At most ${most}`)
    .default(0)

export const saveHorseSchema = z.object({
  intent: z.literal('save'),
  id: horseIdField,
  dayLimit: limitField(99),
  weekLimit: limitField(999),
  gapMinutes: limitField(240),
  maxWeightLb: weightField,
  minLevel: levelField,
  coat: z
    .enum(COAT_NAMES, { error: 'Choose a coat from the list' })
    .optional()
    .transform((coat) => coat ?? null),
})

export const firstGoalSchema = z.object({
  horseGoal: z.enum(['known', 'shared'], { error: 'Choose one of the two' }),
})

export const horseField = z
  .union([z.literal(NO_HORSE_VALUE), z.string().regex(/^\d{1,9}$/)])
  .transform((id) => (id === NO_HORSE_VALUE ? null : Number(id)))

export const overReasonField = z.string().trim().max(300, 'At most 300 characters').optional()

const REST_REASON_LENGTH = 200

const someDay = z
  .literal('')
  .optional()
  .transform(() => null)

export const restHorseSchema = z
  .object({
    /** `end` takes the rest off, whatever else the form holds. */
    intent: z.enum(['rest', 'end']),
    from: z.union([someDay, dayField], { error: 'Enter a day' }),
    until: z.union([someDay, dayField], { error: 'Enter a day, or leave it blank' }),
    reason: z
      .string()
      .trim()
      .max(REST_REASON_LENGTH, `At most ${REST_REASON_LENGTH} characters`)
      .default('')
      .transform((text) => text || null),
  })
  .refine(({ intent, from }) => intent === 'end' || from !== null, { path: ['from'], error: 'Enter a day' })
  .refine(({ intent, from, until }) => intent === 'end' || from === null || until === null || from <= until, {
    path: ['until'],
    error: 'The last day is before the first',
  })
