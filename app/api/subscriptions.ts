import { z } from 'zod'
import { orderOf } from '~/models/payments/order.schema'
import { newNonce } from '~/models/payments/order.server'
import { changeSchema, createSchema } from '~/models/subscriptions/subscription.schema'
import { subscriptionAnswer, subscriptionOf } from '~/models/subscriptions/subscription.server'
import { listSubscriptions } from '~/models/subscriptions/subscription-list.server'
import { today } from '~/platform/clock.server'
import { listPaymentMethods } from '~/services/stripe/payment-methods.server'
import { requireProvider } from '~/services/stripe/stripe.server'
import {
  cancelSubscription,
  changeSubscription,
  createSubscription,
  keepSubscription,
  type SubscriptionOutcome,
} from '~/services/stripe/subscription/subscriptions.server'
import { call } from './table/call'
import { count, day, succeeded } from './table/fields'

const status = z.enum([
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
])
const soldPackage = z.strictObject({
  id: z.int(),
  name: z.string(),
  price: z.number(),
  lessonsPerMonth: count,
  privateLessonsPerMonth: count,
  makeupLessons: count,
  hacksPerMonth: count,
})
const addOn = z.strictObject({ addOnId: z.int(), name: z.string(), quantity: count })

function created(outcome: SubscriptionOutcome) {
  switch (outcome.state) {
    case 'done':
      return { success: true, requiresPayment: false, clientSecret: null, message: 'Subscription Created' }
    case 'setup':
      return {
        success: false,
        requiresPayment: true,
        setupClientSecret: outcome.setupClientSecret,
        message: 'Payment Setup Required',
      }
    case 'payment':
      return {
        success: false,
        requiresPayment: true,
        clientSecret: outcome.clientSecret,
        message: 'The first payment needs to be completed',
      }
  }
}

/** Two addresses start a subscription. */
const start = (path: `/${string}`) =>
  call({
    method: 'post',
    path,
    for: 'viewer',
    summary:
      'Starts a subscription, or says what has to be saved or paid first. `method`, card or us_bank_account, is that of the default saved method if it is left out; `startDate` as for a one-time payment. An add-on with `paymentType` one-time is charged and granted with the first month alone, of a subscription that starts this month.',
    body: createSchema,
    answer: z.strictObject({
      success: z.boolean(),
      requiresPayment: z.boolean(),
      clientSecret: z.string().nullish(),
      setupClientSecret: z.string().optional(),
      message: z.string(),
    }),
    fault: 'Failed to create subscription',
    async run({ viewer, body }) {
      requireProvider()
      const method = body.method ?? (await listPaymentMethods(viewer.id))[0]?.type ?? 'card'
      const request = { ...orderOf(body, today()), method, nonce: body.nonce ?? newNonce() }
      return created(await createSubscription(viewer.id, request))
    },
  })

/** What a family has every month. Prices are in dollars. */
export const subscriptions = [
  start('/subscriptions'),
  start('/subscriptions/create'),
  call({
    method: 'put',
    path: '/subscriptions',
    for: 'viewer',
    summary: 'Changes one’s own subscription.',
    body: changeSchema,
    answer: succeeded.extend({ redirectToPayment: z.boolean(), clientSecret: z.string().nullable() }),
    async run({ viewer, body }) {
      const outcome = await changeSubscription(viewer.id, body, body)
      const clientSecret = outcome.state === 'payment' ? outcome.clientSecret : null
      return {
        success: true,
        redirectToPayment: clientSecret !== null,
        clientSecret,
        message: 'Subscription updated successfully!',
      }
    },
  }),
  call({
    method: 'delete',
    path: '/subscriptions',
    for: 'viewer',
    summary: 'Cancels one’s own subscription at the end of what is paid.',
    answer: succeeded,
    async run({ viewer }) {
      await cancelSubscription(viewer.id)
      return { success: true, message: 'Subscription cancelled successfully' }
    },
  }),
  call({
    method: 'post',
    path: '/subscriptions/keep',
    for: 'viewer',
    summary: 'Takes the cancellation of one’s own subscription back, until it has ended.',
    answer: succeeded,
    async run({ viewer }) {
      await keepSubscription(viewer.id)
      return { success: true, message: 'Your subscription continues' }
    },
  }),
  call({
    method: 'get',
    path: '/subscriptions/user',
    for: 'viewer',
    summary: 'One’s own subscription with this month’s counters, or null.',
    answer: z
      .strictObject({
        id: z.int(),
        status,
        lessonsUsed: count,
        lessonsAllowed: count,
        privateLessonsUsed: count,
        makeupLessonsUsed: count,
        hacksUsed: count,
        hacksAllowed: count,
        horseUseUsed: count,
        hackAddons: count,
        packageId: z.int().nullable(),
        package: soldPackage.nullable(),
        addOns: z.array(addOn.extend({ price: z.number() })),
        monthlyPrice: z.number(),
        convenienceFee: z.number(),
        currentPeriodEnd: day,
        cancelAtPeriodEnd: z.boolean(),
      })
      .nullable(),
    async run({ viewer }) {
      const subscription = await subscriptionOf(viewer.id, today())
      return subscription && subscriptionAnswer(subscription)
    },
  }),
  call({
    method: 'get',
    path: '/admin/subscriptions',
    for: 'admin',
    summary: 'Each family’s latest subscription with this month’s counters.',
    answer: z.array(
      z.strictObject({
        id: z.int(),
        userId: z.string(),
        studentName: z.string(),
        email: z.string().nullable(),
        status,
        packageId: z.int().nullable(),
        package: soldPackage.nullable(),
        addOns: z.array(addOn),
        hackAddons: count,
        lessonsUsed: count,
        makeupLessonsUsed: count,
        hacksUsed: count,
        privateLessonsUsed: count,
        horseUseUsed: count,
        stripeSubscriptionId: z.string().nullable(),
        currentPeriodStart: day,
        currentPeriodEnd: day,
        cancelAtPeriodEnd: z.boolean(),
      }),
    ),
    run: () => listSubscriptions(today()),
  }),
]
