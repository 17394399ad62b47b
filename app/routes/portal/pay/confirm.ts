import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { t } from '#text'
import type { PriceBreakdown } from '~/models/money/payments/pricing'
import { centsOf } from '~/utils/money'

/** The result of sending a form to the provider. `next` is where the family continues. */
export type Confirmed =
  /** `ours`: our server refused it, and another card would not help. */
  | { state: 'refused'; message: string; incomplete?: boolean; ours?: boolean }
  | { state: 'succeeded'; next: string }
  | { state: 'processing'; next: string }
  /** Two small deposits have to verify the bank account first. */
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

/** Asks our server before anything is charged. Returns its refusal, if there is one. */
async function ask(path: string, body: object) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    // Signed out in the meantime: the page says so, and comes back after signing in.
    if (response.status === 401) {
      location.reload()
      return await new Promise<never>(() => {})
    }
    const answer = await response.json()
    return response.ok
      ? { answer }
      : { refused: { state: 'refused' as const, ours: true, message: String(answer.message) } }
  } catch {
    const message = t('We couldn’t check the payment. Please try again.')
    return { refused: { state: 'refused' as const, ours: true, message } }
  }
}

interface PayOptions {
  /** Where a bank or 3-D Secure page returns to. */
  donePath: string
  /** Whether to save the card or account for later payments. */
  save: boolean
}

interface OrderOptions extends PayOptions {
  /** The intent of an order: our server is asked first whether it can still be paid, because the page may be from last month. */
  orderIntent?: string | undefined
}

const confirmParams = ({ donePath, save }: PayOptions) => ({
  return_url: new URL(donePath, location.href).href,
  ...(save && { setup_future_usage: 'off_session' as const }),
})

export async function confirmPayment(
  stripe: Stripe,
  elements: StripeElements,
  { orderIntent, ...options }: OrderOptions,
): Promise<Confirmed> {
  const { donePath } = options
  if (orderIntent) {
    // The provider requires that its fields are checked, and a wallet opened, before anything else is awaited.
    const checked = await elements.submit()
    if (checked.error) return refusal(checked.error, t('Please check your payment details.'))
    const { refused } = await ask('/api/payment/check', { paymentIntentId: orderIntent })
    if (refused) return refused
  }
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    confirmParams: confirmParams(options),
    redirect: 'if_required',
  })
  return error ? refusal(error, t('Failed to process payment')) : paid(paymentIntent, donePath)
}

function paid({ id, status, next_action }: PaymentIntent, donePath: string): Confirmed {
  if (status === 'requires_action' && next_action?.type === 'verify_with_microdeposits') {
    return { state: 'verifying', next: withQuery(donePath, { payment_intent: id, status }) }
  }
  if (status !== 'succeeded' && status !== 'processing') {
    return { state: 'refused', message: t('An error occurred while processing the payment') }
  }
  return { state: status, next: withQuery(donePath, { payment_intent: id, status }) }
}

/** A card that was entered, with the payment's price by it. Nothing is charged yet. */
export interface PricedCard {
  state: 'priced'
  token: string
  clientSecret: string
  price: PriceBreakdown
}

type Refusal = Extract<Confirmed, { state: 'refused' }>

/** Asks our server for the price by the card in the form. */
export async function priceCard(
  stripe: Stripe,
  elements: StripeElements,
  { intentId: paymentIntentId, save }: { intentId: string; save: boolean },
): Promise<PricedCard | Refusal> {
  elements.update({ setupFutureUsage: save ? 'off_session' : null })
  const checked = await elements.submit()
  if (checked.error) return refusal(checked.error, t('Please check the card'))
  const { error, confirmationToken } = await stripe.createConfirmationToken({ elements })
  if (error) return refusal(error, t('We couldn’t read this card.'))
  const { answer, refused } = await ask('/api/payment/price', {
    paymentIntentId,
    confirmationToken: confirmationToken.id,
  })
  if (refused) return refused
  const { clientSecret, subtotal, convenienceFee, total } = answer
  return {
    state: 'priced',
    token: confirmationToken.id,
    clientSecret,
    price: { subtotal: centsOf(subtotal), convenienceFee: centsOf(convenienceFee), total: centsOf(total) },
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
  return error ? refusal(error, t('Failed to process payment')) : paid(paymentIntent, donePath)
}

/** Saves a card or bank account for later. */
export async function confirmSetup(stripe: Stripe, elements: StripeElements, donePath: string): Promise<Confirmed> {
  const { error, setupIntent } = await stripe.confirmSetup({
    elements,
    confirmParams: { return_url: new URL(donePath, location.href).href },
    redirect: 'if_required',
  })
  if (error) return refusal(error, t('We couldn’t save this payment method.'))
  return { state: 'succeeded', next: withQuery(donePath, { setup_intent: setupIntent.id }) }
}
