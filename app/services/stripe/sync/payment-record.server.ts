import type { TransactionRecord } from '~/models/payments/payment-transaction.server'
import type { PaymentFacts } from '~/services/mail/payment-mail.server'
import { chargeOf, methodLabel, type ProviderPayment } from './payment-intents.server'

/** The columns of `payment_transactions` that the payment itself fills, whatever it pays. */
export function providerColumns({ intent }: ProviderPayment) {
  const charge = chargeOf(intent)
  return {
    stripePaymentIntentId: intent.id,
    amountRefunded: charge?.amount_refunded ?? 0,
    rawStatus: intent.status,
    paymentMethod: methodLabel(intent),
    receiptUrl: charge?.status === 'succeeded' ? charge.receipt_url : null,
    failureMessage: intent.last_payment_error?.message ?? null,
  }
}

type Bought = Pick<PaymentFacts, 'lines' | 'validFrom' | 'validTo' | 'payPath' | 'renewal'>

export const paymentFacts = (record: TransactionRecord, bought: Bought): PaymentFacts => ({
  userId: record.userId,
  intentId: record.stripePaymentIntentId,
  status: record.status,
  amountRefunded: record.amountRefunded,
  description: record.description,
  fee: record.fee,
  feeRate: record.feeRate,
  total: record.amount,
  paidWith: record.paymentMethod,
  reason: record.failureMessage,
  receiptUrl: record.receiptUrl,
  ...bought,
})
