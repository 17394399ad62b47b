import { z } from 'zod'
import { listAddOns, listPackages } from '~/models/money/catalog/catalog.server'
import { priceForCard } from '~/models/money/paying/card-price.server'
import { type MonthPayment, syncOwnInvoice } from '~/models/money/paying/open-payment.server'
import { buy, findOwnPayment, refuseLate } from '~/models/money/paying/payments.server'
import { methodInput, methodOf, methodsAgree, orderOf, purchaseSchema } from '~/models/money/payments/order.schema'
import { newNonce } from '~/models/money/payments/order.server'
import { paymentHistory } from '~/models/money/payments/payment-history.server'
import { userAddOns } from '~/models/money/subscriptions/subscription.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { ADD_ON_TYPES } from '~/models/vocabulary/catalog'
import { today } from '~/platform/clock.server'
import { notFound, Refused } from '~/platform/refused'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { yearOf } from '~/utils/dates'
import { YEARS } from '~/utils/fields'
import { dollarsOf } from '~/utils/money'
import { call } from './table/call'
import { count, day, instant, numberIn } from './table/fields'

const addOn = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    type: z.enum(Object.keys(ADD_ON_TYPES)),
    price: z.number(),
    isRecurring: z.boolean(),
  })
  .meta({ id: 'AddOn' })

const paymentIntentId = z.string().regex(/^pi_\w{1,200}$/, 'is not a payment')

const MESSAGES: Record<string, string> = {
  paid: 'Your purchase has been completed successfully.',
  processing: 'Bank Payment Processing',
}

const outcome = (status: string, message: string | null) => ({
  success: status in MESSAGES,
  message: MESSAGES[status] ?? message ?? 'The payment was not completed.',
})

const NEEDS_LOOK = 'There was an issue confirming your payment. Please contact support.'

/**
 * Describes what became of a month of a subscription. @throws Refused 404 if the payment is not the viewer's, 409 if it
 * is unmatched.
 */
function monthOutcome(month: MonthPayment | null) {
  if (!month) throw notFound('No such payment')
  if (month.needsReview) throw new Refused('needs_review', NEEDS_LOOK)
  if (month.returned) return outcome('refunded', 'This payment was returned to you.')
  return outcome(month.status === 'succeeded' ? 'paid' : month.status, month.message)
}

const payments = z.array(
  z.strictObject({
    type: z.enum(['stripe', 'monthly']),
    date: day,
    description: z.string(),
    month: z.int(),
    year: z.int(),
    lessonsUsed: count,
    hacksUsed: count,
    amountPaid: z.number(),
    status: z.string(),
    receiptUrl: z.string().nullable(),
  }),
)

const year = numberIn(...YEARS, 'year must be a year')

async function paymentsOf(userId: string, ofYear = yearOf(today())) {
  const rows = await paymentHistory(userId, ofYear)
  return rows.map(({ receiptId, amountRefunded, amountDisputed, method, riders, ...row }) => ({
    ...row,
    amountPaid: dollarsOf(row.amountPaid),
  }))
}

/** What is for sale, and one-time purchases. Prices are in dollars. */
export const purchases = [
  call({
    method: 'get',
    path: '/packages',
    for: 'anyone',
    summary: 'The catalog’s packages, in the school’s order.',
    answer: z.array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        description: z.string().nullable(),
        lessonsPerMonth: count,
        privateLessonsPerMonth: count,
        makeupLessons: count,
        hacksPerMonth: count,
        price: z.number(),
        active: z.literal(true),
        createdAt: instant,
      }),
    ),
    async run() {
      const packages = await listPackages()
      return packages.map((item) => ({ ...item, price: dollarsOf(item.price), active: true }))
    },
  }),
  call({
    method: 'get',
    path: '/addons',
    for: 'anyone',
    summary: 'The catalog’s add-ons, in the school’s order.',
    answer: z.array(addOn.extend({ active: z.literal(true), createdAt: instant })),
    async run() {
      const addOns = await listAddOns()
      return addOns.map((item) => ({ ...item, price: dollarsOf(item.price), active: true }))
    },
  }),
  call({
    method: 'get',
    path: '/user-addons',
    for: 'viewer',
    summary: 'One’s own add-ons that are valid today or later.',
    answer: z.array(
      z.strictObject({
        id: z.int(),
        userId: z.string(),
        addOnId: z.int(),
        quantity: count,
        status: z.enum(['active', 'clearing']),
        purchaseDate: instant,
        expiryDate: day.nullable(),
        purchaseId: z.int().nullable(),
        addOn,
      }),
    ),
    run: ({ viewer }) => userAddOns(viewer.id, today()),
  }),
  call({
    method: 'post',
    path: '/payment/create',
    for: 'viewer',
    summary:
      'Opens a one-time payment. `method`, `payment_method`, or the one of `payment_method_types`, is card, with the fee, or us_bank_account, without; `startDate` is this-month, next-month, their labels, or a day or month up to 12 months ahead. A repeated `nonce` buys nothing twice, and amounts in the body are not read. `riderId` of an item is a rider of one’s family, its first one if it is left out.',
    body: purchaseSchema
      .extend({
        items: purchaseSchema.shape.items.refine(
          (items) => items.every(({ paymentType }) => paymentType !== 'recurring'),
          'What is bought every month goes to /api/subscriptions/create',
        ),
        nonce: purchaseSchema.shape.nonce.optional(),
        ...methodInput,
      })
      .refine(...methodsAgree),
    answer: z.strictObject({
      success: z.literal(true),
      requiresPayment: z.boolean(),
      clientSecret: z.string().nullable(),
      paymentIntentId: z.string(),
      message: z.string(),
    }),
    async run({ viewer, body }) {
      const { items, startDate, nonce = newNonce(), ...named } = body
      const order = orderOf({ items, startDate, nonce, method: methodOf(named) ?? ('card' as const) }, today())
      const payment = await buy(viewer.id, order)
      const open = 'clientSecret' in payment
      return {
        success: true,
        requiresPayment: open,
        clientSecret: open ? payment.clientSecret : null,
        paymentIntentId: payment.paymentIntentId,
        message: open ? 'Payment created' : 'This purchase is paid already',
      }
    },
  }),
  call({
    method: 'post',
    path: '/payment/price',
    for: 'viewer',
    summary:
      'Prices an open payment of one’s own for the card of a confirmation token, before anything is charged. Another price is another payment intent; the amounts are in dollars.',
    body: z.object({
      paymentIntentId,
      confirmationToken: z.string().regex(/^ctoken_\w{1,200}$/, 'is not a confirmation token'),
    }),
    answer: z.strictObject({
      clientSecret: z.string(),
      paymentIntentId: z.string(),
      subtotal: z.number(),
      convenienceFee: z.number(),
      total: z.number(),
    }),
    async run({ viewer, body }) {
      const { order, ...started } = await priceForCard(viewer.id, body.paymentIntentId, body.confirmationToken)
      return {
        ...started,
        subtotal: dollarsOf(order.subtotal),
        convenienceFee: dollarsOf(order.fee),
        total: dollarsOf(order.total),
      }
    },
  }),
  call({
    method: 'post',
    path: '/payment/check',
    for: 'viewer',
    summary:
      'Asked just before a payment of one’s own is confirmed: 409 if its month is over or its bank payments are refused, and nothing is to be charged.',
    body: z.object({ paymentIntentId }),
    answer: z.strictObject({ success: z.literal(true) }),
    async run({ viewer, body: { paymentIntentId } }) {
      await refuseLate(viewer.id, paymentIntentId)
      return { success: true }
    },
  }),
  call({
    method: 'post',
    path: '/payment/confirm',
    for: 'viewer',
    summary: 'Says what became of a payment of one’s own, as the provider tells it.',
    body: z.object({ paymentIntentId }),
    answer: z.strictObject({ success: z.boolean(), message: z.string() }),
    async run({ viewer, body: { paymentIntentId } }) {
      const settlement = await translateProviderErrors(async () =>
        (await findOwnPayment(viewer.id, paymentIntentId)) ? syncPayment(paymentIntentId) : null,
      )
      if (!settlement) return monthOutcome(await syncOwnInvoice(viewer, paymentIntentId))
      if (settlement.outcome === 'needs-review') throw new Refused('needs_review', NEEDS_LOOK)
      return settlement.outcome === 'synced' ? outcome(settlement.status, settlement.message) : outcome('pending', null)
    },
  }),
  call({
    method: 'get',
    path: '/payment-history',
    for: 'viewer',
    summary: 'The payments of one’s family in a year, the newest first.',
    query: z.object({ year: year.optional() }),
    answer: payments,
    run: ({ viewer, query }) => paymentsOf(viewer.id, query.year),
  }),
  call({
    method: 'get',
    path: '/payment-history/{year}',
    for: 'viewer',
    summary: 'The same, with the year in the path.',
    params: z.object({ year }),
    answer: payments,
    run: ({ viewer, params }) => paymentsOf(viewer.id, params.year),
  }),
]
