import type Stripe from 'stripe'
import { grantsWhileClearing, noteBankReturn } from '~/models/payments/bank-return.server'
import { grantOrder, withdrawGrant } from '~/models/payments/grant.server'
import type { OrderStatus } from '~/models/payments/order.server'
import { recordTransaction, type TransactionRecord } from '~/models/payments/payment-transaction.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { tellOfPayment } from '~/services/mail/payment-mail.server'
import { idOf } from '~/services/stripe/stripe.server'
import { fromDbDate } from '~/utils/dates'
import { centsOf } from '~/utils/money'
import { paths } from '~/utils/paths'
import { returnDebitFee, type SyncOptions } from './debit-fee.server'
import { bankReturnOf, fetchPayment, type ProviderPayment } from './payment-intents.server'
import { paymentFacts, providerColumns } from './payment-record.server'
import { orderStatusOf, orderTransactionStatus } from './payment-status'
import { invoiceOfIntent, syncInvoice } from './sync-invoice.server'

/** `ignored`: no order of ours asked for this payment. */
export type PaymentSync =
  | { outcome: 'synced'; orderId: number; userId: string; status: OrderStatus; message: string | null }
  | { outcome: 'ignored' }

/** Nothing is granted until a person has looked. The office reads `detail`, the family is asked to call. */
export class PaymentMismatch extends Refused {
  readonly detail: string
  constructor(intentId: string, orderId: number, what: string) {
    const detail = `Payment ${intentId} does not match order ${orderId}: ${what}`
    super('There was an issue confirming your payment. Please contact support.', undefined, 409)
    this.name = 'PaymentMismatch'
    this.detail = detail
    this.cause = detail
  }
}

interface LockedOrder {
  id: number
  user_id: string
  status: OrderStatus
  total: string
  fee: string
  fee_rate: number
  currency: string
  stripe_payment_intent_id: string | null
  stripe_customer_id: string | null
  email: string | null
}

/**
 * Brings an order to what the provider says of its payment: webhook, confirm call, return page and reconcile job act
 * through here, any number of times. @throws PaymentMismatch
 */
export async function syncPayment(paymentIntentId: string, options: SyncOptions = {}): Promise<PaymentSync> {
  const known = await prisma.order.findUnique({
    where: { stripePaymentIntentId: paymentIntentId },
    select: { status: true },
  })
  const payment = await fetchPayment(paymentIntentId, { wasBack: known?.status === 'refunded' })
  const { intent } = payment
  const orderId = Number(intent.metadata.orderId)
  if (!Number.isInteger(orderId)) {
    const invoiceId = await invoiceOfIntent(intent.id)
    if (invoiceId) await syncInvoice(invoiceId, options)
    return { outcome: 'ignored' }
  }
  const sync = await withTx((tx) => syncOrder(tx, orderId, payment))
  const paid = sync.outcome === 'synced' && sync.status === 'paid'
  return paid && (await returnDebitFee(payment, options)) ? syncPayment(paymentIntentId, options) : sync
}

async function syncOrder(tx: Tx, orderId: number, payment: ProviderPayment): Promise<PaymentSync> {
  const { intent } = payment
  const [order] = await tx.$queryRaw<LockedOrder[]>`
    SELECT o.id, o.user_id, o.status, o.total::text, o.fee::text, o.fee_rate, o.currency, o.stripe_payment_intent_id,
           u.stripe_customer_id, u.email
    FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = ${orderId} FOR UPDATE OF o`
  if (!order) return { outcome: 'ignored' }
  const target = orderStatusOf(payment)
  if (order.stripe_payment_intent_id !== intent.id) {
    // Events of an intent that an earlier attempt left behind still arrive. They matter only if money moves.
    if (target !== 'paid' && target !== 'processing') return { outcome: 'ignored' }
    if (order.status === 'paid' || order.status === 'processing')
      throw new PaymentMismatch(intent.id, orderId, 'already paid')
  }
  refuseMismatch(order, intent)
  // Checkout makes its intent itself, so the order learns the id here.
  await tx.order.update({ where: { id: orderId }, data: { stripePaymentIntentId: intent.id } })
  // An answer from before the payment can arrive after it.
  const isOlder = ['paid', 'refunded'].includes(order.status) && target !== 'paid' && target !== 'refunded'
  if (isOlder) return { outcome: 'synced', orderId, userId: order.user_id, status: order.status, message: null }
  const came = bankReturnOf(payment)
  if (came) await noteBankReturn(tx, order.user_id, came)
  const record = recordOf(order, payment)
  const before = await recordTransaction(tx, record)
  const status = await moveOrder(tx, order, target, payment)
  if (before?.status !== record.status || before.amountRefunded !== record.amountRefunded) {
    await tellOfPayment(tx, before, paymentFacts(record, await boughtBy(tx, orderId)))
  }
  const message = status === 'failed' ? (intent.last_payment_error?.message ?? 'The payment failed.') : null
  if (message) await tx.order.update({ where: { id: orderId }, data: { failureMessage: message } })
  return { outcome: 'synced', orderId, userId: order.user_id, status, message }
}

/** Paid stays paid, and refunded stays refunded unless the money came back to us: older answers may arrive later. */
async function moveOrder(
  tx: Tx,
  order: LockedOrder,
  target: OrderStatus,
  { back, reinstated }: ProviderPayment,
): Promise<OrderStatus> {
  const final =
    (order.status === 'refunded' && !(reinstated && target === 'paid')) ||
    (order.status === 'paid' && target !== 'refunded')
  if (final || target === 'pending') return order.status
  if (target === 'paid') await grantOrder(tx, order.id, 'active')
  if (target === 'processing' && (await grantsWhileClearing(tx, order.user_id))) {
    await grantOrder(tx, order.id, 'clearing')
  }
  if (target === 'failed' || target === 'canceled') await withdrawGrant(tx, order.id, 'withdrawn')
  if (target === 'refunded') await withdrawGrant(tx, order.id, back ?? 'refunded')
  await tx.order.update({
    where: { id: order.id },
    data: { status: target, ...(target === 'paid' && { paidAt: new Date(), failureMessage: null }) },
  })
  return target
}

function refuseMismatch(order: LockedOrder, intent: Stripe.PaymentIntent): void {
  const customer = intent.customer && idOf(intent.customer)
  const refuse = (what: string) => {
    throw new PaymentMismatch(intent.id, order.id, what)
  }
  if (intent.amount !== centsOf(order.total)) refuse('amount')
  if (intent.currency !== order.currency) refuse('currency')
  if (!customer || customer !== order.stripe_customer_id) refuse('customer')
}

function recordOf(order: LockedOrder, payment: ProviderPayment): TransactionRecord {
  const { intent } = payment
  const description = intent.description ?? 'Payment'
  return {
    ...providerColumns(payment),
    userId: order.user_id,
    orderId: order.id,
    subscriptionId: null,
    type: 'payment_intent',
    stripeInvoiceId: null,
    amount: intent.amount,
    fee: centsOf(order.fee),
    feeRate: order.fee_rate,
    currency: intent.currency,
    description,
    packages: description.replace(/ \([^)]*\)$/, '').split(', '),
    status: orderTransactionStatus(payment),
    customerEmail: order.email,
    providerCreatedAt: new Date(intent.created * 1000),
  }
}

async function boughtBy(tx: Tx, orderId: number) {
  const { validFrom, validTo, items } = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      validFrom: true,
      validTo: true,
      items: { select: { name: true, quantity: true, unitPrice: true }, orderBy: { id: 'asc' } },
    },
  })
  return {
    lines: items.map(({ name, quantity, unitPrice }) => ({ name, quantity, amount: quantity * centsOf(unitPrice) })),
    validFrom: fromDbDate(validFrom),
    validTo: fromDbDate(validTo),
    payPath: paths.paymentOnetime({ order: orderId }),
    renewal: null,
  }
}
