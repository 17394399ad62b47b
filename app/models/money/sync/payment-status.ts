import type Stripe from 'stripe'
import type { OrderStatus } from '~/models/money/payments/order.server'
import type { GrantStatus } from '~/models/vocabulary/grant'
import type { Fetched, ProviderPayment } from '~/services/stripe/payment-intents.server'

export type PaymentStatus =
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'canceled'
  | 'refunded'
  | 'disputed'

/** Returns the status of an order's or a month's payment. A month that was settled outside the provider is not paid by its intent. */
export function paymentStatusOf({ intent, back }: ProviderPayment): PaymentStatus {
  if (back) return back === 'refunded' ? 'refunded' : 'disputed'
  switch (intent.status) {
    case 'succeeded':
      return 'succeeded'
    case 'processing':
      return 'processing'
    case 'canceled':
      return 'canceled'
    case 'requires_payment_method':
      return intent.last_payment_error ? 'failed' : 'requires_action'
    default:
      return 'requires_action'
  }
}

/** Whether the provider took money, is taking it or had taken it. */
export const movedMoney = (status: PaymentStatus): boolean =>
  ['processing', 'succeeded', 'refunded', 'disputed'].includes(status)

interface Consequence {
  order: OrderStatus | null
  grant: GrantStatus | null
}

/** What a payment's status means for its order and for what it granted; null leaves them as they are. */
export const CONSEQUENCES: Record<PaymentStatus, Consequence> = {
  requires_action: { order: null, grant: null },
  processing: { order: 'processing', grant: 'clearing' },
  succeeded: { order: 'paid', grant: 'active' },
  failed: { order: 'failed', grant: 'withdrawn' },
  canceled: { order: 'canceled', grant: 'withdrawn' },
  refunded: { order: 'refunded', grant: 'refunded' },
  disputed: { order: 'refunded', grant: 'withdrawn' },
}

/** Returns the grant of a month. A paid invoice grants its month, whoever took the money, until it is refunded. */
export function monthGrantOf(invoice: Stripe.Invoice, payment: Fetched['payment']): GrantStatus | null {
  if (invoice.status === 'paid' && !payment?.back) return 'active'
  return payment && CONSEQUENCES[paymentStatusOf(payment)].grant
}
