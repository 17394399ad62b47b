import { saveIssues } from '~/models/money/issues/payment-issue.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { notifyIssues } from '~/services/mail/issue-mail.server'
import { idOf, requireProvider } from '~/services/stripe/stripe.server'
import { centsOf } from '~/utils/money'
import { syncPayment } from './sync-payment.server'

/**
 * Handles a bank's report that a card payment of ours is fraud: a refund in time avoids the dispute and its fee, so the
 * office is notified. The issue closes once the money is refunded, or the dispute is opened.
 */
export async function syncFraudWarning(id: string): Promise<void> {
  const { stripe } = requireProvider()
  const { actionable, charge, fraud_type } = await stripe.radar.earlyFraudWarnings.retrieve(id)
  const { payment_intent } = await stripe.charges.retrieve(idOf(charge))
  if (!payment_intent) return
  // The payment may not be in the books yet.
  await syncPayment(idOf(payment_intent), { callerRetries: true })
  const payment = await prisma.paymentTransaction.findUnique({
    where: { stripePaymentIntentId: idOf(payment_intent) },
    select: { id: true, userId: true, orderId: true, subscriptionId: true, amount: true, customerEmail: true },
  })
  if (!payment) return
  const { id: transactionId, userId, orderId, subscriptionId, amount, customerEmail: payer } = payment
  const issue = {
    kind: 'fraud-warning' as const,
    userId,
    orderId,
    subscriptionId,
    transactionId,
    amount: centsOf(amount),
    payer,
    detail: `The bank says ${fraud_type.replaceAll('_', ' ')}: payment ${idOf(payment_intent)}.`,
  }
  await withTx(async (tx) => notifyIssues(tx, await saveIssues(tx, id, actionable ? [issue] : [])))
}
