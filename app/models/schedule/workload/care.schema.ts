import { z } from 'zod'
import { dayField } from '~/models/schedule/vocabulary/slot.schema'
import { idField } from '~/utils/fields'

/** Kinds that are suggested; any other may be typed. */
export const CARE_KINDS = ['Farrier', 'Vet', 'Worming', 'Vaccination', 'Dentist']

const blank = z
  .literal('')
  .optional()
  .transform(() => null)
const optionalDay = z.union([blank, dayField], { error: 'Enter a day, or leave it blank' })

const noteField = z
  .string()
  .trim()
  .max(300, 'At most 300 characters')
  .default('')
  .transform((text) => text || null)

export const addCareSchema = z
  .object({
    intent: z.literal('add'),
    kind: z.string({ error: 'Enter what is due' }).trim().min(1, 'Enter what is due').max(60, 'At most 60 characters'),
    lastOn: optionalDay,
    everyWeeks: z.union([blank, z.coerce.number().int().min(1).max(260)], {
      error: 'Enter 1 to 260 weeks, or leave it blank',
    }),
    dueOn: optionalDay,
  })
  .refine(({ dueOn, lastOn, everyWeeks }) => dueOn !== null || (lastOn !== null && everyWeeks !== null), {
    path: ['dueOn'],
    error: 'Enter when it is due, or the last day and how often',
  })
export type NewCare = Omit<z.output<typeof addCareSchema>, 'intent'>

const doneSchema = z.object({
  intent: z.literal('done'),
  id: idField,
  doneOn: dayField,
  note: noteField,
  /** The horse rests from that day through this one. */
  restUntil: optionalDay,
})

export const careSchema = z.discriminatedUnion('intent', [
  addCareSchema,
  doneSchema,
  z.object({ intent: z.literal('remove'), id: idField }),
  z.object({ intent: z.literal('undo'), line: idField, rest: idField.optional() }),
])
