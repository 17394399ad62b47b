import type Stripe from 'stripe'
import type { BankReturn } from '~/models/payments/bank-return.server'
import { requireProvider } from '~/services/stripe/stripe.server'

export interface ProviderPayment {
  intent: Stripe.PaymentIntent
  /** Refunded in full, or withdrawn by the bank; null while the money is ours. */
  back: 'refunded' | 'withdrawn' | null
  /** The money came back to us: a refund failed, or a dispute was won. */
  reinstated: boolean
}

/** These disputes have not taken the money, or have given it back. */
const HARMLESS_DISPUTES = ['won', 'warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented']

export async function fetchPayment(
  paymentIntentId: string,
  options: { wasBack?: boolean } = {},
): Promise<ProviderPayment> {
  const { stripe } = requireProvider()
  const intent = await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge', 'payment_method'] })
  const charge = chargeOf(intent)
  if (charge?.refunded) return { intent, back: 'refunded', reinstated: false }
  if (charge?.disputed) {
    const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 10 })
    const harmless = data.length > 0 && data.every(({ status }) => HARMLESS_DISPUTES.includes(status))
    return { intent, back: harmless ? null : 'withdrawn', reinstated: harmless }
  }
  if (!options.wasBack || intent.status !== 'succeeded') return { intent, back: null, reinstated: false }
  const { data } = await stripe.refunds.list({ payment_intent: intent.id, limit: 100 })
  return { intent, back: null, reinstated: data.some(({ status }) => status === 'failed' || status === 'canceled') }
}

/** Null unless a bank payment came back. */
export function bankReturnOf({ intent, back }: ProviderPayment): BankReturn | null {
  const charge = chargeOf(intent)
  if (charge?.payment_method_details?.type !== 'us_bank_account') return null
  const disputed = back === 'withdrawn'
  return disputed || charge.status === 'failed' ? { stripeChargeId: charge.id, disputed } : null
}

export const chargeOf = (intent: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof intent.latest_charge === 'object' ? intent.latest_charge : null

/** `Visa •••• 4242`, `Bank account •••• 6789`; null before any try. */
export function methodLabel(intent: Stripe.PaymentIntent): string | null {
  const method = typeof intent.payment_method === 'object' ? intent.payment_method : null
  const details = chargeOf(intent)?.payment_method_details ?? method
  if (details?.card) {
    const brand = details.card.brand ?? 'card'
    return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${details.card.last4}`
  }
  if (details?.us_bank_account) return `Bank account •••• ${details.us_bank_account.last4}`
  return null
}
