import type { ActionFunctionArgs } from '@remix-run/node'
import Stripe from 'stripe'
import { requireProvider } from '~/services/stripe/stripe.server'
import { receiveEvent } from '~/services/stripe/sync/stripe-events.server'
import { apiError } from '~/web/api.server'

/** The payment provider's notices. The raw body is what is signed, so it is read as text. */
export async function action({ request }: ActionFunctionArgs) {
  const { stripe, webhookSecret } = requireProvider()
  const body = await request.text()
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(body, request.headers.get('stripe-signature') ?? '', webhookSecret)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return apiError(400, 'Invalid signature')
    throw error
  }
  await receiveEvent(event)
  return new Response(null, { status: 200 })
}

export const loader = () => apiError(405, 'Method not allowed')
