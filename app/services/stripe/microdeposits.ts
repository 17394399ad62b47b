import type Stripe from 'stripe'

/**
 * Whether a payment, or the saving of a bank account, waits for two small deposits that the family has to find in its
 * bank statement. That takes days; then it completes by itself, so nothing else may be paid in the meantime.
 */
export const awaitsDeposits = ({
  status,
  next_action,
}: Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'status' | 'next_action'>): boolean =>
  status === 'requires_action' && next_action?.type === 'verify_with_microdeposits'

/** Returns the provider's page that asks for the deposits; null if none are awaited. */
export const verifyUrlOf = (intent: Stripe.PaymentIntent): string | null =>
  awaitsDeposits(intent) ? (intent.next_action?.verify_with_microdeposits?.hosted_verification_url ?? null) : null
