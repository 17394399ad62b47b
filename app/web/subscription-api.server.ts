import { newNonce } from '~/models/payments/order.server'
import { createSchema } from '~/models/subscriptions/subscription.schema'
import { listPaymentMethods } from '~/services/stripe/payment-methods.server'
import { requireProvider } from '~/services/stripe/stripe.server'
import { createSubscription, type SubscriptionOutcome } from '~/services/stripe/subscription/subscriptions.server'
import { apiAnswer, methodNotAllowed, readJson } from './api.server'
import { requireApiViewer } from './auth.server'

/** Starts a subscription for the two calls that do (specification, section 7). */
export const answerCreate = (request: Request): Promise<Response> =>
  apiAnswer(
    request,
    async () => {
      if (request.method !== 'POST') return methodNotAllowed('POST')
      const viewer = await requireApiViewer(request)
      const body = await readJson(request, createSchema)
      requireProvider()
      const method = body.method ?? (await listPaymentMethods(viewer.id))[0]?.type ?? 'card'
      return createAnswer(await createSubscription(viewer.id, { ...body, method, nonce: body.nonce ?? newNonce() }))
    },
    'Failed to create subscription',
  )

function createAnswer(outcome: SubscriptionOutcome) {
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
