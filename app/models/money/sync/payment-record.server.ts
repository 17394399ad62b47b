import type { PaidLine } from '~/models/money/payments/payment-transaction'
import { refundedOf, type TransactionRecord } from '~/models/money/payments/payment-transaction.server'
import { getEnv } from '~/platform/env.server'
import type { PaymentFacts } from '~/services/mail/payment-mail.server'
import {
  chargeOf,
  type Fetched,
  labelOfPayment,
  type ProviderPayment,
  partBack,
} from '~/services/stripe/payment-intents.server'
import type { MadeRefund } from '~/services/stripe/refund-list.server'
import { addDays, dayInZone } from '~/utils/dates'
import type { Bought } from './bought'
import { paymentStatusOf } from './payment-status'

/** Returns the books' row for a payment of an order or a month. It is dated by its charge, once there is one. */
export function recordOf(
  payment: ProviderPayment,
  invoice: Fetched['invoice'],
  { userId, ...bought }: Bought & { userId: string },
): TransactionRecord {
  const { intent } = payment
  const charge = chargeOf(intent)
  return {
    userId,
    orderId: bought.orderId,
    subscriptionId: bought.subscriptionId,
    type: bought.kind === 'order' ? 'payment_intent' : 'subscription_creation',
    stripePaymentIntentId: intent.id,
    stripeInvoiceId: invoice?.id ?? null,
    amount: intent.amount,
    fee: Math.min(bought.fee, intent.amount),
    feeRate: bought.feeRate,
    ...partBack(payment),
    currency: intent.currency,
    description: bought.description,
    packages: bought.packages,
    lines: bought.lines,
    status: paymentStatusOf(payment),
    rawStatus: intent.status,
    paymentMethod: labelOfPayment(intent),
    receiptUrl: charge?.status === 'succeeded' ? charge.receipt_url : null,
    customerEmail: bought.email,
    failureMessage: intent.last_payment_error?.message ?? null,
    periodStart: bought.validFrom,
    periodEnd: addDays(bought.validTo, 1),
    providerCreatedAt: new Date((charge ?? intent).created * 1000),
  }
}

export const paymentFacts = (
  record: TransactionRecord,
  bought: Bought,
  { refunds }: ProviderPayment,
): PaymentFacts => ({
  userId: record.userId,
  intentId: record.stripePaymentIntentId,
  status: record.status,
  refunded: refundedOf(record),
  description: record.description,
  fee: record.fee,
  feeRate: record.feeRate,
  total: record.amount,
  paidOn: dayInZone(getEnv().schoolTimezone, record.providerCreatedAt),
  paidWith: record.paymentMethod,
  reason: record.failureMessage ?? (record.rawStatus === 'requires_action' ? 'Your bank asks you to confirm it' : null),
  receiptUrl: record.receiptUrl,
  lines: bought.lines,
  validFrom: bought.validFrom,
  validTo: bought.validTo,
  payPath: bought.payPath,
  renewal: bought.renewal,
  refund: refundOf(refunds.filter(({ isDead }) => !isDead).at(-1), bought.lines),
  failedRefund: refunds.filter(({ isDead }) => isDead).at(-1)?.id ?? null,
})

const refundOf = (made: MadeRefund | undefined, lines: PaidLine[]): PaymentFacts['refund'] =>
  made ? { id: made.id, lines: made.lines?.flatMap((place) => lines[place] ?? []) ?? [] } : null
