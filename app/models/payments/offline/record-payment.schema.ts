import { z } from 'zod'
import { parseMonth } from '~/models/allowance/month'
import { dayWith, idField } from '~/utils/fields'

export const PAYMENT_METHODS = { cash: 'Cash', check: 'Check', transfer: 'Bank transfer', other: 'Other' } as const
export type PaymentMethod = keyof typeof PAYMENT_METHODS

/** The method as people read it; null for what was typed into the grid. */
export const methodLabel = (method: string | null): string | null =>
  PAYMENT_METHODS[method as PaymentMethod] ?? (method || null)

const AMOUNT = 'Enter whole dollars from 1 to 9999'
const month = z.string().transform((text, context) => {
  const found = parseMonth(text)
  if (found) return found
  context.addIssue({ code: 'custom', message: 'Choose a month from the list' })
  return z.NEVER
})
const packageId = z
  .union([z.literal(''), idField], { error: 'Choose a package from the list' })
  .default('')
  .transform((id) => id || null)

/** A payment that the office took. Without a package, the one that the student has stays. */
const recordedPaymentSchema = z.object({
  amount: z
    .string({ error: AMOUNT })
    .trim()
    .regex(/^\$?[1-9]\d{0,3}$/, AMOUNT)
    .transform((text) => Number(text.replace('$', ''))),
  month,
  method: z.enum(Object.keys(PAYMENT_METHODS) as PaymentMethod[], 'Choose how it was paid'),
  paidOn: dayWith('Choose the day on which it was paid'),
  packageId,
})

/** As the office's form sends it: without an amount it is the price of the chosen package. */
export const recordedPaymentForm = recordedPaymentSchema
  .extend({
    amount: z.union([z.literal('').transform(() => null), recordedPaymentSchema.shape.amount], AMOUNT).default(null),
  })
  .refine(({ amount, packageId }) => amount !== null || packageId !== null, { error: AMOUNT, path: ['amount'] })
export type PaymentToRecord = z.output<typeof recordedPaymentForm>

const packageOrNone = z
  .union([z.literal(''), idField])
  .default('')
  .transform((id) => id || null)

/** A recorded payment as its Undo sends it, with the packages that it found and left. */
export const undoPaymentSchema = z.object({
  recorded: idField,
  packageBefore: packageOrNone,
  packageAfter: packageOrNone,
})
export type UndoPayment = z.output<typeof undoPaymentSchema>
