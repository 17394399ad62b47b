import type Stripe from 'stripe'
import { grantsWhileClearing, noteBankReturn } from '~/models/payments/bank-return.server'
import { grantInvoice } from '~/models/payments/grant.server'
import { recordTransaction, type TransactionRecord } from '~/models/payments/payment-transaction.server'
import { lineName } from '~/models/payments/pricing'
import { getEnv } from '~/platform/env.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { type PaymentFacts, tellOfPayment } from '~/services/mail/payment-mail.server'
import { idOf, requireProvider } from '~/services/stripe/stripe.server'
import { fetchInvoice, readInvoiceLines } from '~/services/stripe/subscription/invoice-lines.server'
import { dayInZone, monthEnd, monthStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { returnDebitFee, type SyncOptions } from './debit-fee.server'
import { bankReturnOf, fetchPayment, type ProviderPayment } from './payment-intents.server'
import { paymentFacts, providerColumns } from './payment-record.server'
import { monthStatusOf, monthTransactionStatus } from './payment-status'
import { syncSubscription } from './sync-subscription.server'

/**
 * Brings a month of a subscription to what the provider says of its invoice, which is the key: the month is granted
 * once, however often this runs. Ignores invoices that are not ours.
 */
export async function syncInvoice(invoiceId: string, options: SyncOptions = {}): Promise<void> {
  const invoice = await fetchInvoice(invoiceId)
  const reference = invoice.parent?.subscription_details?.subscription
  const subscriptionId = reference ? await syncSubscription(idOf(reference)) : null
  if (!subscriptionId || invoice.total <= 0) return
  const payment = await paymentOf(invoice.id)
  await withTx((tx) => syncMonth(tx, subscriptionId, invoice, payment))
  const paid = payment && monthStatusOf(invoice, payment) === 'active'
  if (paid && (await returnDebitFee(payment, options))) await syncInvoice(invoiceId, options)
}

/** Null while the invoice is a draft. */
async function paymentOf(invoiceId: string): Promise<ProviderPayment | null> {
  const { stripe } = requireProvider()
  const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, limit: 10 })
  const payment = data.find(({ is_default }) => is_default) ?? data[0]
  const reference = payment?.payment.payment_intent
  if (!reference) return null
  return fetchPayment(idOf(reference))
}

/** Null if we made the intent ourselves. */
export async function invoiceOfIntent(intentId: string): Promise<string | null> {
  const { data } = await requireProvider().stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intentId },
    limit: 1,
  })
  return data[0] ? idOf(data[0].invoice) : null
}

async function syncMonth(
  tx: Tx,
  subscriptionId: number,
  invoice: Stripe.Invoice,
  payment: ProviderPayment | null,
): Promise<void> {
  const [subscription] = await tx.$queryRaw<{ user_id: string; email: string | null }[]>`
    SELECT s.user_id, u.email FROM subscriptions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${subscriptionId} FOR UPDATE OF s`
  if (!subscription) return
  const status = monthStatusOf(invoice, payment)
  const { sold, fee, feeRate } = await readInvoiceLines(tx, invoice)
  const came = payment && bankReturnOf(payment)
  if (came) await noteBankReturn(tx, subscription.user_id, came)
  if (payment) {
    const names = sold.map(lineName)
    const record: TransactionRecord = {
      ...providerColumns(payment),
      userId: subscription.user_id,
      orderId: null,
      subscriptionId,
      type: 'subscription_creation',
      stripeInvoiceId: invoice.id,
      amount: invoice.total,
      fee,
      feeRate,
      currency: invoice.currency,
      description: `Subscription: ${names.join(', ')}`,
      packages: names,
      status: monthTransactionStatus(status, payment),
      customerEmail: subscription.email,
      providerCreatedAt: new Date(invoice.created * 1000),
    }
    const before = await recordTransaction(tx, record)
    await tellOfPayment(
      tx,
      before,
      paymentFacts(record, {
        lines: sold,
        ...monthOf(invoice),
        payPath: paths.paySubscription(),
        renewal: renewalOf(invoice),
      }),
    )
  }
  if (status === null) return
  if (status === 'clearing' && !(await grantsWhileClearing(tx, subscription.user_id))) return
  await grantInvoice(tx, {
    stripeInvoiceId: invoice.id,
    subscriptionId,
    userId: subscription.user_id,
    status,
    items: sold,
    ...monthOf(invoice),
  })
}

/** Null for a first month, which its family pays on a screen. */
function renewalOf(invoice: Stripe.Invoice): PaymentFacts['renewal'] {
  if (invoice.billing_reason === 'subscription_create') return null
  const nextTry = invoice.next_payment_attempt
  return {
    attempt: invoice.attempt_count,
    nextTry: nextTry ? dayInZone(getEnv().schoolTimezone, new Date(nextTry * 1000)) : null,
  }
}

/** A whole month; the first one from the day of purchase. */
function monthOf(invoice: Stripe.Invoice) {
  const zone = getEnv().schoolTimezone
  const first = invoice.billing_reason === 'subscription_create'
  const start = first ? invoice.created : Math.max(...invoice.lines.data.map((line) => line.period.start))
  const day = dayInZone(zone, new Date(start * 1000))
  return { validFrom: first ? day : monthStart(day), validTo: monthEnd(day) }
}
