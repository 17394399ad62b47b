import { z } from 'zod'
import { t } from '#text'
import { parseMonth } from '~/models/vocabulary/month'
import { dayWith, idField, optionalText } from '~/utils/fields'
import { formatCents, parseCents } from '~/utils/money'
import { MAX_OFFLINE } from './offline-payment.schema'

export const PAYMENT_METHODS = { cash: 'Cash', check: 'Check', transfer: 'Bank transfer', other: 'Other' } as const
export type PaymentMethod = keyof typeof PAYMENT_METHODS

/** Returns the method as people read it; null for an amount typed into the grid. */
export const methodLabel = (method: string | null): string | null =>
  method ? t(PAYMENT_METHODS[method as PaymentMethod] ?? method) : null

export const AMOUNT = `Enter an amount up to ${formatCents(MAX_OFFLINE)}, such as 45 or 238.50`
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

/** A payment that the office received, in cents. Without a package, the student's own stays. */
const recordedPaymentSchema = z.object({
  amount: z.string({ error: AMOUNT }).transform((text, context) => {
    const cents = parseCents(text)
    if (cents && cents <= MAX_OFFLINE) return cents
    context.addIssue({ code: 'custom', message: AMOUNT })
    return z.NEVER
  }),
  month,
  method: z.enum(Object.keys(PAYMENT_METHODS) as PaymentMethod[], 'Choose how it was paid'),
  paidOn: dayWith('Choose the day on which it was paid'),
  packageId,
})

/** The office's form: without an amount, the price of the chosen package. */
export const recordedPaymentForm = recordedPaymentSchema
  .extend({
    amount: z.union([z.literal('').transform(() => null), recordedPaymentSchema.shape.amount], AMOUNT).default(null),
    /** Empty: this is not an order that the family requested. */
    order: z.literal('').default(''),
  })
  .refine(({ amount, packageId }) => amount !== null || packageId !== null, {
    error: 'Enter an amount, such as 45 or 238.50, or choose the package whose price was paid',
    path: ['amount'],
  })
export type PaymentToRecord = Omit<z.output<typeof recordedPaymentForm>, 'order'>

/** A payment for what a family requested, whose amount is known. */
export const askedPaymentSchema = recordedPaymentSchema.pick({ method: true, paidOn: true })
export type AskedPayment = z.output<typeof askedPaymentSchema>

/** The same in the form of a student, and its Undo. */
export const orderPaidSchema = askedPaymentSchema.extend({ order: idField })
export const undoOrderPaidSchema = z.object({ order: idField, undo: z.string() })

/** The office's refusal of what a family requested. */
export const declineSchema = z.object({ reason: optionalText() })
export type Declined = z.output<typeof declineSchema>

const rowOfLastMonth = z
  .object({
    userId: z.string('Student not found'),
    pay: z.literal('on').optional(),
    amount: z.string({ error: AMOUNT }).default(''),
    method: recordedPaymentSchema.shape.method,
    packageId,
  })
  .transform(({ pay, amount: typed, ...row }, context) => {
    const amount = parseCents(typed)
    // An unchecked row may contain anything.
    if (!pay || (amount && amount <= MAX_OFFLINE)) return { ...row, amount: pay ? (amount ?? 0) : 0 }
    context.addIssue({ code: 'custom', message: AMOUNT, path: ['amount'] })
    return z.NEVER
  })

/** Payments of several students as last month; only the checked rows. */
export const asLastMonthSchema = z.object({
  nonce: z.string('Please reload the page').min(16).max(100),
  paidOn: recordedPaymentSchema.shape.paidOn,
  rows: z.array(rowOfLastMonth).max(2000).default([]),
})
const ticked = asLastMonthSchema.transform(({ rows, ...form }) => ({
  ...form,
  rows: rows.filter(({ amount }) => amount > 0),
}))

/** The same for the action. */
export const asLastMonthForm = ticked.refine(({ rows }) => rows.length > 0, 'Tick whoever has paid')
export type AsLastMonth = z.output<typeof asLastMonthForm>

export const undoAsLastMonthSchema = z.object({ change: idField })

const packageOrNone = z
  .union([z.literal(''), idField])
  .default('')
  .transform((id) => id || null)

/** A recorded payment as its Undo sends it, with the packages before and after. */
export const undoPaymentSchema = z.object({
  recorded: idField,
  packageBefore: packageOrNone,
  packageAfter: packageOrNone,
})
export type UndoPayment = z.output<typeof undoPaymentSchema>
