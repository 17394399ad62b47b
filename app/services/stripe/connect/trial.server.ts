import Stripe from 'stripe'
import type { Viewer } from '~/models/accounts/user'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { paths } from '~/utils/paths'
import { orGone } from '../customer.server'
import { installationKey } from '../our-mark.server'
import { requireProvider, translateProviderErrors } from '../stripe.server'

/** What a payment that tries the connection carries: it is no order's, and so no payment of ours. The balance has it. */
const MARK = 'stirrup_trial'
const CENTS = 100

/** @throws Refused with the provider's words for what it refuses: a key with too few rights, an account that may not charge yet. */
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

/** Returns the address of the provider's page on which somebody of the office pays a dollar. */
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

/** Gives it back for whoever comes from the provider's page. False if it was not paid. */
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
 * Gives the dollar back, once, whoever is first to see it paid: its payer's way back, its event, or the comparison with the provider if both
 * did not come. False for any other payment.
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
