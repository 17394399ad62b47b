import type { ActionFunctionArgs } from '@remix-run/node'
import Stripe from 'stripe'
import { z } from 'zod'
import { saveEvent, workSoon } from '~/models/money/events/event-queue.server'
import { hintOf } from '~/models/money/events/stripe-events.server'
import { countRefusedEvent } from '~/services/operations/operations.server'
import { requireProvider } from '~/services/stripe/stripe.server'
import { apiError } from '~/web/api.server'

const isEvent = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.looseObject({}) }) })

/**
 * The payment provider's notices: kept, answered, and only then worked on. The raw body is what is signed, so it is read as text.
 */
export async function action({ request }: ActionFunctionArgs) {
  const { stripe, webhookSecret } = requireProvider()
  const body = await request.text()
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(body, request.headers.get('stripe-signature') ?? '', webhookSecret)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      await countRefusedEvent()
      return apiError('invalid', 'Invalid signature')
    }
    if (error instanceof SyntaxError) return apiError('invalid', 'This is no event')
    throw error
  }
  if (!isEvent.safeParse(event).success) return apiError('invalid', 'This is no event')
  await saveEvent(hintOf(event))
  workSoon()
  return new Response(null, { status: 200 })
}

export const loader = () => apiError('method_not_allowed', 'Method not allowed')
