import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import type { PriceBreakdown } from '~/models/payments/pricing'
import { centsOf } from '~/utils/money'

/** What came of sending a form to the provider. `next` is where the family goes on. */
export type Confirmed =
  | { state: 'refused'; message: string; incomplete?: boolean }
  | { state: 'succeeded'; next: string }
  | { state: 'processing'; next: string }
  /** Two small deposits have to show first that the bank account is the family's. */
  | { state: 'verifying'; next: string }

const withQuery = (path: string, query: Record<string, string>) => {
  const url = new URL(path, location.href)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.pathname + url.search
}

const refusal = ({ type, message }: Pick<StripeError, 'type' | 'message'>, otherwise: string): Refusal => ({
  state: 'refused',
  message: message ?? otherwise,
  incomplete: type === 'validation_error',
})

interface PayOptions {
  /** A bank or 3-D Secure may take the browser elsewhere; then it comes back here. */
  donePath: string
  /** Keeps the card or account for later payments. */
  save: boolean
}

const confirmParams = ({ donePath, save }: PayOptions) => ({
  return_url: new URL(donePath, location.href).href,
  ...(save && { setup_future_usage: 'off_session' as const }),
})

export async function confirmPayment(
  stripe: Stripe,
  elements: StripeElements,
  options: PayOptions,
): Promise<Confirmed> {
  const { donePath } = options
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    confirmParams: confirmParams(options),
    redirect: 'if_required',
  })
  return error ? refusal(error, 'Failed to process payment') : paid(paymentIntent, donePath)
}

function paid({ id, status, next_action }: PaymentIntent, donePath: string): Confirmed {
  if (status === 'requires_action' && next_action?.type === 'verify_with_microdeposits') {
    return { state: 'verifying', next: withQuery(donePath, { payment_intent: id, status }) }
  }
  if (status !== 'succeeded' && status !== 'processing') {
    return { state: 'refused', message: 'An error occurred while processing the payment' }
  }
  return { state: status, next: withQuery(donePath, { payment_intent: id, status }) }
}

/** A card that was entered, and what the payment costs by it. Nothing is charged yet. */
export interface PricedCard {
  state: 'priced'
  token: string
  clientSecret: string
  price: PriceBreakdown
}

type Refusal = Extract<Confirmed, { state: 'refused' }>

/** Asks our server what a payment costs by the card in the form. */
export async function priceCard(
  stripe: Stripe,
  elements: StripeElements,
  { intentId: paymentIntentId, save }: { intentId: string; save: boolean },
): Promise<PricedCard | Refusal> {
  elements.update({ setupFutureUsage: save ? 'off_session' : null })
  const checked = await elements.submit()
  if (checked.error) return refusal(checked.error, 'Please check the card')
  const { error, confirmationToken } = await stripe.createConfirmationToken({ elements })
  if (error) return refusal(error, 'We couldn’t read this card.')
  try {
    const response = await fetch('/api/payment/price', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ paymentIntentId, confirmationToken: confirmationToken.id }),
    })
    const { message, clientSecret, ...dollars } = await response.json()
    if (!response.ok) return { state: 'refused', message: `${message} Nothing was charged.` }
    const [subtotal, convenienceFee, total] = [dollars.subtotal, dollars.convenienceFee, dollars.total].map(centsOf)
    return {
      state: 'priced',
      token: confirmationToken.id,
      clientSecret,
      price: { subtotal: subtotal ?? 0, convenienceFee: convenienceFee ?? 0, total: total ?? 0 },
    }
  } catch {
    return { state: 'refused', message: 'We couldn’t check the price. Nothing was charged. Please try again.' }
  }
}

/** Pays with a card whose price the family has seen. */
export async function confirmPriced(
  stripe: Stripe,
  { token, clientSecret }: PricedCard,
  options: PayOptions,
): Promise<Confirmed> {
  const { donePath } = options
  const { error, paymentIntent } = await stripe.confirmPayment({
    clientSecret,
    confirmParams: { confirmation_token: token, ...confirmParams(options) },
    redirect: 'if_required',
  })
  return error ? refusal(error, 'Failed to process payment') : paid(paymentIntent, donePath)
}

/** Saves a card or bank account for later. */
export async function confirmSetup(stripe: Stripe, elements: StripeElements, donePath: string): Promise<Confirmed> {
  const { error, setupIntent } = await stripe.confirmSetup({
    elements,
    confirmParams: { return_url: new URL(donePath, location.href).href },
    redirect: 'if_required',
  })
  if (error) return refusal(error, 'We couldn’t save this payment method.')
  return { state: 'succeeded', next: withQuery(donePath, { setup_intent: setupIntent.id }) }
}
