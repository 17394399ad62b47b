import type Stripe from 'stripe'
import type { GrantStatus } from '~/models/payments/grant'
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
import { chargeOf, fetchPayment, methodLabel, type ProviderPayment } from './payment-intents.server'
import { syncSubscription } from './sync-subscription.server'

/**
 * Brings a month of a subscription to what the provider says of its invoice: granted when paid, clearing while a bank payment
 * is on its way, taken back when it failed or was returned (payments, rule 6). The invoice is the key: however often and from
 * wherever this is called, a month is granted once. Invoices that are none of ours are ignored.
 */
export async function syncInvoice(invoiceId: string, options: SyncOptions = {}): Promise<void> {
  const invoice = await fetchInvoice(invoiceId)
  const reference = invoice.parent?.subscription_details?.subscription
  const subscriptionId = reference ? await syncSubscription(idOf(reference)) : null
  if (!subscriptionId || invoice.total <= 0) return
  const payment = await paymentOf(invoice.id)
  await withTx((tx) => syncMonth(tx, subscriptionId, invoice, payment))
  const paid = payment && monthStatus(invoice, payment) === 'active'
  if (paid && (await returnDebitFee(payment, options))) await syncInvoice(invoiceId, options)
}

/** The payment an invoice is paid by, with its charge; null while it is a draft. */
async function paymentOf(invoiceId: string): Promise<ProviderPayment | null> {
  const { stripe } = requireProvider()
  const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, limit: 10 })
  const payment = data.find(({ is_default }) => is_default) ?? data[0]
  const reference = payment?.payment.payment_intent
  if (!reference) return null
  return fetchPayment(idOf(reference))
}

/** The invoice a payment intent pays; null for an intent of our own making. */
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
  const status = monthStatus(invoice, payment)
  const { sold, fee, feeRate } = await readInvoiceLines(tx, invoice)
  if (payment) {
    const { intent } = payment
    const names = sold.map(lineName)
    const record: TransactionRecord = {
      userId: subscription.user_id,
      orderId: null,
      subscriptionId,
      type: 'subscription_creation',
      stripePaymentIntentId: intent.id,
      stripeInvoiceId: invoice.id,
      amount: invoice.total,
      fee,
      feeRate,
      amountRefunded: chargeOf(intent)?.amount_refunded ?? 0,
      currency: invoice.currency,
      description: `Subscription: ${names.join(', ')}`,
      packages: names,
      status: transactionStatus(status, payment),
      rawStatus: intent.status,
      paymentMethod: methodLabel(intent),
      receiptUrl: chargeOf(intent)?.status === 'succeeded' ? (chargeOf(intent)?.receipt_url ?? null) : null,
      customerEmail: subscription.email,
      failureMessage: intent.last_payment_error?.message ?? null,
      providerCreatedAt: new Date(invoice.created * 1000),
    }
    const before = await recordTransaction(tx, record)
    await tellOfPayment(tx, before, factsOf(record, invoice, sold))
  }
  if (status === null) return
  await grantInvoice(tx, {
    stripeInvoiceId: invoice.id,
    subscriptionId,
    userId: subscription.user_id,
    status,
    items: sold,
    ...monthOf(invoice),
  })
}

const factsOf = (record: TransactionRecord, invoice: Stripe.Invoice, lines: PaymentFacts['lines']): PaymentFacts => ({
  userId: record.userId,
  intentId: record.stripePaymentIntentId,
  status: record.status,
  amountRefunded: record.amountRefunded,
  description: record.description,
  lines,
  fee: record.fee,
  feeRate: record.feeRate,
  total: record.amount,
  paidWith: record.paymentMethod,
  reason: record.failureMessage,
  ...monthOf(invoice),
  receiptUrl: record.receiptUrl,
  payPath: paths.paySubscription(),
  renewal:
    invoice.billing_reason === 'subscription_create'
      ? null
      : {
          attempt: invoice.attempt_count,
          nextTry: invoice.next_payment_attempt
            ? dayInZone(getEnv().schoolTimezone, new Date(invoice.next_payment_attempt * 1000))
            : null,
        },
})

/** What the month is worth: null while nothing was paid, so that nothing is granted. */
function monthStatus(invoice: Stripe.Invoice, payment: ProviderPayment | null): GrantStatus | null {
  if (payment?.back) return payment.back
  if (invoice.status === 'paid') return 'active'
  if (payment?.intent.status === 'processing') return 'clearing'
  return payment ? 'withdrawn' : null
}

function transactionStatus(status: GrantStatus | null, { intent, back }: ProviderPayment): string {
  if (back) return back === 'refunded' ? 'refunded' : 'disputed'
  if (status === 'active') return 'succeeded'
  if (intent.status === 'processing') return 'processing'
  if (intent.status === 'canceled') return 'canceled'
  return intent.last_payment_error ? 'failed' : 'requires_action'
}

/** The month an invoice is for: the one in which what it bills begins. A first month begins on the day it was bought. */
function monthOf(invoice: Stripe.Invoice) {
  const zone = getEnv().schoolTimezone
  const first = invoice.billing_reason === 'subscription_create'
  const start = first ? invoice.created : Math.max(...invoice.lines.data.map((line) => line.period.start))
  const day = dayInZone(zone, new Date(start * 1000))
  return { validFrom: first ? day : monthStart(day), validTo: monthEnd(day) }
}
