import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'

/** What came of sending a form to the provider. `next` is where the family goes on. */
export type Confirmed =
  | { state: 'refused'; message: string; incomplete?: boolean }
  | { state: 'succeeded'; next: string }
  | { state: 'processing'; next: string }

const withQuery = (path: string, query: Record<string, string>) => {
  const url = new URL(path, location.href)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.pathname + url.search
}

const refusal = ({ type, message }: StripeError, otherwise: string): Confirmed => ({
  state: 'refused',
  message: message ?? otherwise,
  incomplete: type === 'validation_error',
})

/** Confirms a payment. A bank or 3-D Secure may take the browser elsewhere; then it comes back to `donePath`. */
export async function confirmPayment(stripe: Stripe, elements: StripeElements, donePath: string): Promise<Confirmed> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: new URL(donePath, location.href).href },
    redirect: 'if_required',
  })
  if (error) return refusal(error, 'Failed to process payment')
  const { id, status } = paymentIntent
  if (status !== 'succeeded' && status !== 'processing') {
    return { state: 'refused', message: 'An error occurred while processing the payment' }
  }
  return { state: status, next: withQuery(donePath, { payment_intent: id, status }) }
}

/** Saves a card or bank account for later. */
export async function confirmSetup(stripe: Stripe, elements: StripeElements, donePath: string): Promise<Confirmed> {
  const { error, setupIntent } = await stripe.confirmSetup({
    elements,
    confirmParams: { return_url: new URL(donePath, location.href).href },
    redirect: 'if_required',
  })
  if (error) return refusal(error, 'The payment method could not be saved')
  return { state: 'succeeded', next: withQuery(donePath, { setup_intent: setupIntent.id }) }
}
