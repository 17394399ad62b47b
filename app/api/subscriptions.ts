import { z } from 'zod'
import { listPaymentMethods } from '~/models/money/methods/payment-methods.server'
import { orderOf } from '~/models/money/payments/order.schema'
import { newNonce } from '~/models/money/payments/order.server'
import {
  cancelSubscription,
  changeSubscription,
  createSubscription,
  keepSubscription,
  type SubscriptionOutcome,
} from '~/models/money/subscribing/subscriptions.server'
import { subscriptionRider } from '~/models/money/subscriptions/subscribed-riders.server'
import { changeSchema, createSchema, riderId } from '~/models/money/subscriptions/subscription.schema'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { subscriptionAnswer } from '~/models/money/subscriptions/subscription-fields.server'
import { listSubscriptions } from '~/models/money/subscriptions/subscription-list.server'
import { today } from '~/platform/clock.server'
import { requireProvider } from '~/services/stripe/stripe.server'
import { call } from './table/call'
import { count, day, instant, succeeded } from './table/fields'

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
const soldPackage = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    price: z.number(),
    lessonsPerMonth: count,
    privateLessonsPerMonth: count,
    makeupLessons: count,
    hacksPerMonth: count,
  })
  .meta({ id: 'SubscribedPackage' })
/** The fields that the specification lists for a subscription, whoever reads it. */
const rowFields = {
  userId: z.string(),
  afterSchoolAddon: z.boolean(),
  prepLessonsAvailable: z.literal(0),
  oneTimeGroupLessons: count,
  oneTimePrivateLessons: count,
  oneTimeHorseUse: count,
  stripeSubscriptionId: z.string().nullable(),
  currentPeriodStart: day,
  createdAt: instant,
  updatedAt: instant,
}
const addOn = z.strictObject({ addOnId: z.int(), name: z.string(), quantity: count }).meta({ id: 'SubscribedAddOn' })

const ofRider = z.object({ riderId })

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

/** Returns the call that starts a subscription, which has two addresses. */
const start = (path: `/${string}`) =>
  call({
    method: 'post',
    path,
    for: 'viewer',
    summary:
      'Starts a subscription, or says what has to be saved or paid first. `method`, `payment_method`, or the one of `payment_method_types`, card or us_bank_account, is that of the default saved method if it is left out; `startDate` as for a one-time payment. An add-on with `paymentType` one-time is charged and granted with the first month alone, of a subscription that starts this month. `riderId` says whom of one’s family it is for.',
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

/** A family's monthly packages. Prices are in dollars. */
export const subscriptions = [
  start('/subscriptions'),
  start('/subscriptions/create'),
  call({
    method: 'put',
    path: '/subscriptions',
    for: 'viewer',
    summary: 'Changes the subscription that one pays, for oneself or for the rider that `riderId` names.',
    body: changeSchema,
    answer: succeeded.extend({ redirectToPayment: z.boolean(), clientSecret: z.string().nullable() }),
    async run({ viewer, body }) {
      const { rider } = await subscriptionRider(viewer.id, body.riderId)
      const outcome = await changeSubscription(viewer.id, body, { ...body, riderId: rider.id })
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
    summary: 'Cancels one’s own subscription, or that of a rider, at the end of what is paid.',
    query: ofRider,
    answer: succeeded,
    async run({ viewer, query }) {
      const { rider } = await subscriptionRider(viewer.id, query.riderId)
      await cancelSubscription(viewer.id, { riderId: rider.id })
      return { success: true, message: 'Subscription cancelled successfully' }
    },
  }),
  call({
    method: 'post',
    path: '/subscriptions/keep',
    for: 'viewer',
    summary: 'Takes the cancellation of one’s own subscription, or of that of a rider, back, until it has ended.',
    query: ofRider,
    answer: succeeded,
    async run({ viewer, query }) {
      const { rider } = await subscriptionRider(viewer.id, query.riderId)
      await keepSubscription(viewer.id, { riderId: rider.id })
      return { success: true, message: 'Your subscription continues' }
    },
  }),
  call({
    method: 'get',
    path: '/subscriptions/user',
    for: 'viewer',
    summary:
      'The subscription that one pays, for oneself or a rider, with the rider’s counters of this month, or null.',
    query: ofRider,
    answer: z
      .strictObject({
        id: z.int(),
        ...rowFields,
        riderId: z.string(),
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
    async run({ viewer, query }) {
      const { rider } = await subscriptionRider(viewer.id, query.riderId)
      const subscription = await subscriptionOf(viewer.id, today(), rider.id)
      return subscription && subscriptionAnswer(subscription, today())
    },
  }),
  call({
    method: 'get',
    path: '/admin/subscriptions',
    for: 'admin',
    summary: 'Each rider’s latest subscription, with the account that pays it and this month’s counters.',
    answer: z.array(
      z.strictObject({
        id: z.int(),
        ...rowFields,
        riderId: z.string(),
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
        currentPeriodEnd: day,
        cancelAtPeriodEnd: z.boolean(),
      }),
    ),
    run: () => listSubscriptions(today()),
  }),
]
