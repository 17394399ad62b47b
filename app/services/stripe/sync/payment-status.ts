import type Stripe from 'stripe'
import type { GrantStatus } from '~/models/payments/grant'
import type { OrderStatus } from '~/models/payments/order.server'
import type { ProviderPayment } from './payment-intents.server'

export function orderStatusOf({ intent, back }: ProviderPayment): OrderStatus {
  switch (intent.status) {
    case 'succeeded':
      return back ? 'refunded' : 'paid'
    case 'processing':
      return 'processing'
    case 'canceled':
      return 'canceled'
    case 'requires_payment_method':
      return intent.last_payment_error ? 'failed' : 'pending'
    default:
      return 'pending'
  }
}

const TRANSACTION_STATUS: Record<OrderStatus, string> = {
  paid: 'succeeded',
  processing: 'processing',
  failed: 'failed',
  canceled: 'canceled',
  refunded: 'refunded',
  pending: 'requires_action',
}

export const orderTransactionStatus = (payment: ProviderPayment): string =>
  payment.back === 'withdrawn' ? 'disputed' : TRANSACTION_STATUS[orderStatusOf(payment)]

/** Null while nothing was paid, so that nothing is granted. */
export function monthStatusOf(invoice: Stripe.Invoice, payment: ProviderPayment | null): GrantStatus | null {
  if (payment?.back) return payment.back
  if (invoice.status === 'paid') return 'active'
  if (payment?.intent.status === 'processing') return 'clearing'
  return payment ? 'withdrawn' : null
}

export function monthTransactionStatus(status: GrantStatus | null, { intent, back }: ProviderPayment): string {
  if (back) return back === 'refunded' ? 'refunded' : 'disputed'
  if (status === 'active') return 'succeeded'
  if (intent.status === 'processing') return 'processing'
  if (intent.status === 'canceled') return 'canceled'
  return intent.last_payment_error ? 'failed' : 'requires_action'
}
