import Stripe from 'stripe'
import type { Viewer } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { orGone, requireProvider, translateProviderErrors } from '~/services/stripe/stripe.server'
import { paths } from '~/utils/paths'
import { installationKey } from './our-mark.server'

/** The metadata key of a test payment: it belongs to no order, and so is not a payment of the books. The balance includes it. */
const MARK = 'stirrup_trial'
const CENTS = 100

/**
 * Runs a call and shows the provider's message if it refuses: a key with too few rights, or an account that may not
 * charge yet.
 * @throws Refused
 */
const inItsWords = <T>(work: () => Promise<T>, what: 'payment' | 'refund'): Promise<T> =>
  translateProviderErrors(async () => {
    try {
      return await work()
    } catch (error) {
      const { StripeInvalidRequestError, StripePermissionError, StripeAuthenticationError } = Stripe.errors
      const isRefused = [StripeInvalidRequestError, StripePermissionError, StripeAuthenticationError].some(
        (kind) => error instanceof kind,
      )
      throw isRefused ? new Refused('provider_refused', `Stripe said: ${(error as Error).message}`) : error
    }
  }, what)

/** Returns the address of the provider's page on which an office user pays a dollar. */
export const startTrial = ({ email }: Viewer): Promise<string> =>
  inItsWords(async () => {
    const back = `${getEnv().appUrl}${paths.cardPayments()}`
    const { url } = await requireProvider().stripe.checkout.sessions.create({
      mode: 'payment',
      customer_email: email,
      allowed_payment_method_types: ['card'],
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: CENTS,
            product_data: { name: 'Test payment, given back at once' },
          },
        },
      ],
      payment_intent_data: {
        description: 'Test of card payments, given back at once',
        metadata: { [MARK]: await installationKey() },
      },
      success_url: `${back}?tried={CHECKOUT_SESSION_ID}`,
      cancel_url: back,
    })
    return url!
  }, 'payment')

/** Refunds the dollar when the payer returns from the provider's page. False if it was not paid. */
export const endTrial = (sessionId: string): Promise<boolean> =>
  inItsWords(async () => {
    const { stripe } = requireProvider()
    const session = await orGone(() =>
      stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
    )
    const intent = session?.payment_intent
    if (!intent || typeof intent === 'string') return false
    return giveBackTrial(intent)
  }, 'refund')

/**
 * Refunds the dollar once, whoever sees it paid first: its payer's return, its event, or the reconciliation if both
 * failed. False for any other payment.
 */
export async function giveBackTrial({
  id,
  status,
  metadata,
  latest_charge: charge,
}: Stripe.PaymentIntent): Promise<boolean> {
  if (metadata[MARK] === undefined || metadata[MARK] !== (await installationKey())) return false
  if (status !== 'succeeded') return false
  if (charge && typeof charge === 'object' && charge.refunded) return true
  try {
    await requireProvider().stripe.refunds.create({ payment_intent: id }, { idempotencyKey: `trial:${id}` })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'))
      throw error
  }
  return true
}
