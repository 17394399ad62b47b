import { z } from 'zod'
import {
  MAX_DOLLARS,
  MAX_OFFLINE,
  monthSchema,
  wholeDollarsOf,
} from '~/models/money/payments/offline/offline-payment.schema'
import { PAYMENT_METHODS, type PaymentMethod } from '~/models/money/payments/offline/record-payment.schema'
import {
  recordedPayments,
  recordPayment,
  removeRecordedPayment,
} from '~/models/money/payments/offline/record-payment.server'
import { MAX_ID, YEARS, yearSchema } from '~/utils/fields'
import { call } from '../table/call'
import { day, dayNamed, done, NO_SUCH_ROW, numberIn } from '../table/fields'

const methods = Object.keys(PAYMENT_METHODS) as PaymentMethod[]
const WHOLE = `amount must be whole dollars from 1 to ${MAX_DOLLARS}`
const CENTS = `amountCents must be cents from 1 to ${MAX_OFFLINE}`

/** The month is the one that is paid for. `amount` is rounded to whole dollars. */
const payment = z
  .strictObject({
    id: z.int(),
    userId: z.string(),
    year: z.int(),
    month: z.int(),
    amount: z.int(),
    amountCents: z.int(),
    paymentMethod: z.enum(methods),
    paidOn: day,
  })
  .meta({ id: 'RecordedPayment' })

/**
 * Payments that the office took, each with its day and method. A month of the offline payments is their sum plus what
 * was typed into the grid.
 */
export const recordedPaymentCalls = [
  call({
    method: 'get',
    path: '/admin/recorded-payments',
    for: 'admin',
    summary:
      'The payments that the office took for the months of a year, optionally of one student; in cents, and in whole dollars.',
    query: z.object({ year: numberIn(...YEARS, 'year is not valid'), studentId: z.string().optional() }),
    shows: ({ query }) => query.studentId,
    answer: z.array(payment),
    async run({ query: { year, studentId } }) {
      const payments = await recordedPayments(year, studentId)
      return payments.map(({ amount, ...row }) => ({ ...row, amount: wholeDollarsOf(amount), amountCents: amount }))
    },
  }),
  call({
    method: 'post',
    path: '/admin/recorded-payments',
    for: 'admin',
    summary:
      'Records a payment that the office took, in cents or in whole dollars: it is added to the offline amount of its month.',
    body: z
      .object({
        userId: z.string(),
        year: yearSchema,
        month: monthSchema,
        amount: z.int(WHOLE).min(1, WHOLE).max(MAX_DOLLARS, WHOLE).optional(),
        amountCents: z.int(CENTS).min(1, CENTS).max(MAX_OFFLINE, CENTS).optional(),
        paymentMethod: z.enum(methods),
        paidOn: dayNamed('paidOn'),
      })
      .refine(({ amount, amountCents }) => (amount === undefined) !== (amountCents === undefined), {
        error: 'Send either amount or amountCents',
        path: ['amount'],
      }),
    status: 201,
    answer: z.strictObject({ id: z.int(), message: z.string() }),
    async run({ viewer, body: { userId, year, month, paymentMethod, paidOn, amount: dollars = 0, amountCents } }) {
      const amount = amountCents ?? dollars * 100
      const asked = { amount, paidOn, month: { year, month }, method: paymentMethod, packageId: null }
      const { undo } = await recordPayment(viewer.id, userId, asked)
      return { id: undo.recorded, message: 'Payment recorded' }
    },
  }),
  call({
    method: 'delete',
    path: '/admin/recorded-payments/{id}',
    for: 'admin',
    summary: 'Removes a payment that was recorded by mistake.',
    params: z.object({ id: numberIn(1, MAX_ID, NO_SUCH_ROW) }),
    answer: done,
    async run({ viewer, params }) {
      await removeRecordedPayment(viewer.id, params.id)
      return { message: 'Payment removed' }
    },
  }),
]
