import { z } from 'zod'
import { slotKeyField } from '~/models/schedule/vocabulary/slot.schema'
import { tooLong } from '~/utils/fields'

/** The most characters of a wish and of an answer. */
const MAX_LETTERS = 300

const sentence = z.string().trim().max(MAX_LETTERS, tooLong(MAX_LETTERS))

const askFields = z.object({
  weekdays: z.array(z.coerce.number().int().min(0).max(6)).max(7).default([]),
  wish: sentence.default(''),
})

const saysSomething = ({ weekdays, wish }: z.output<typeof askFields>): boolean => wish !== '' || weekdays.length > 0
const SAY_SOMETHING = { path: ['wish'], error: 'Choose days, or write what would fit' }

export const askSchema = askFields.refine(saysSomething, SAY_SOMETHING)
export type Ask = z.output<typeof askSchema>

/** The form of a makeup's page. */
export const ownMakeupSchema = askFields
  .extend({ intent: z.enum(['ask', 'withdraw']) })
  .refine((form) => form.intent === 'withdraw' || saysSomething(form), SAY_SOMETHING)

export const answerField = z
  .string({ error: 'Write an answer for the family' })
  .trim()
  .min(1, 'Write an answer for the family')
  .max(MAX_LETTERS, tooLong(MAX_LETTERS))

/** The office's choice of a lesson; a full one has to be confirmed. */
export const bookSchema = z
  .object({ slot: slotKeyField.optional(), beyond: slotKeyField.optional() })
  .refine(({ slot, beyond }) => slot || beyond, { path: ['slot'], error: 'Choose a lesson' })

/** The office's choice of a lesson, where a full one has to be confirmed, or its refusal. */
export const answerSchema = z
  .object({
    slot: slotKeyField.optional(),
    beyond: slotKeyField.optional(),
    answer: answerField.optional(),
  })
  .refine(({ slot, beyond, answer }) => slot || beyond || answer, {
    path: ['answer'],
    error: 'Write an answer for the family',
  })
