import type Stripe from 'stripe'
import { grantOrder, withdrawGrant } from '~/models/payments/grant.server'
import type { OrderStatus } from '~/models/payments/order.server'
import { recordTransaction } from '~/models/payments/payment-transaction.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { type PaymentFacts, tellOfPayment } from '~/services/mail/payment-mail.server'
import { fromDbDate } from '~/utils/dates'
import { centsOf } from '~/utils/money'
import { paths } from '~/utils/paths'
import { returnDebitFee, type SyncOptions } from './debit-fee.server'
import { chargeOf, fetchPayment, methodLabel, type ProviderPayment } from './payment-intents.server'
import { invoiceOfIntent, syncInvoice } from './sync-invoice.server'

/** What became of a payment. `ignored`: the payment is none of our orders'. */
export type PaymentSync =
  | { outcome: 'synced'; orderId: number; userId: string; status: OrderStatus; message: string | null }
  | { outcome: 'ignored' }

/**
 * The provider's payment and our order disagree: nothing is granted until a person has looked. `detail` is for the office;
 * the family is told to call.
 */
export class PaymentMismatch extends Refused {
  readonly detail: string
  constructor(intentId: string, orderId: number, what: string) {
    const detail = `Payment ${intentId} does not match order ${orderId}: ${what}`
    super('There was an issue confirming your payment. Please contact support.', undefined, 409)
    this.name = 'SettlementMismatch'
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
 * Brings an order to what the provider says of its payment: the one way by which the webhook, the confirm call, the
 * return page and the reconcile job all act (payments, rule 4). It fetches the intent, locks the order, compares amount,
 * currency, customer and order, then writes the mirror and moves the order. Safe to call at any time, any number of times.
 * @throws SettlementMismatch where the intent is not what the order asked for.
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
  const target = statusOf(payment)
  if (order.stripe_payment_intent_id !== intent.id) {
    // An intent given up for another attempt may still speak up; only money that moves concerns the order.
    if (target !== 'paid' && target !== 'processing') return { outcome: 'ignored' }
    if (order.status === 'paid' || order.status === 'processing')
      throw new PaymentMismatch(intent.id, orderId, 'already paid')
  }
  refuseMismatch(order, intent)
  // Checkout makes its intent itself: the order learns of it here.
  await tx.order.update({ where: { id: orderId }, data: { stripePaymentIntentId: intent.id } })
  // What is paid cannot be on its way: such an answer was given before ours, and arrives after it.
  const isOlder = ['paid', 'refunded'].includes(order.status) && target !== 'paid' && target !== 'refunded'
  if (isOlder) return { outcome: 'synced', orderId, userId: order.user_id, status: order.status, message: null }
  const mirror = transactionOf(order, payment)
  const before = await recordTransaction(tx, mirror)
  const status = await move(tx, order, target, payment)
  if (before?.status !== mirror.status || before.amountRefunded !== mirror.amountRefunded) {
    await tellOfPayment(tx, before, await factsOf(tx, order, mirror))
  }
  const message = status === 'failed' ? (intent.last_payment_error?.message ?? 'The payment failed.') : null
  if (message) await tx.order.update({ where: { id: orderId }, data: { failureMessage: message } })
  return { outcome: 'synced', orderId, userId: order.user_id, status, message }
}

/**
 * Moves the order and its grant. What is paid stays paid, and what went back stays back unless the provider shows that it
 * came again: an older answer that arrives late changes nothing.
 */
async function move(
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
  if (target === 'processing') await grantOrder(tx, order.id, 'clearing')
  if (target === 'failed' || target === 'canceled') await withdrawGrant(tx, order.id, 'withdrawn')
  if (target === 'refunded') await withdrawGrant(tx, order.id, back ?? 'refunded')
  await tx.order.update({
    where: { id: order.id },
    data: { status: target, ...(target === 'paid' && { paidAt: new Date(), failureMessage: null }) },
  })
  return target
}

function statusOf({ intent, back }: ProviderPayment): OrderStatus {
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

function refuseMismatch(order: LockedOrder, intent: Stripe.PaymentIntent): void {
  const customer = typeof intent.customer === 'object' ? intent.customer?.id : intent.customer
  const refuse = (what: string) => {
    throw new PaymentMismatch(intent.id, order.id, what)
  }
  if (intent.amount !== centsOf(order.total)) refuse('amount')
  if (intent.currency !== order.currency) refuse('currency')
  if (!customer || customer !== order.stripe_customer_id) refuse('customer')
}

async function factsOf(tx: Tx, order: LockedOrder, mirror: ReturnType<typeof transactionOf>): Promise<PaymentFacts> {
  const { validFrom, validTo, items } = await tx.order.findUniqueOrThrow({
    where: { id: order.id },
    select: {
      validFrom: true,
      validTo: true,
      items: { select: { name: true, quantity: true, unitPrice: true }, orderBy: { id: 'asc' } },
    },
  })
  return {
    userId: order.user_id,
    intentId: mirror.stripePaymentIntentId,
    status: mirror.status,
    amountRefunded: mirror.amountRefunded,
    description: mirror.description,
    lines: items.map(({ name, quantity, unitPrice }) => ({ name, quantity, amount: quantity * centsOf(unitPrice) })),
    fee: mirror.fee,
    feeRate: mirror.feeRate,
    total: mirror.amount,
    paidWith: mirror.paymentMethod,
    reason: mirror.failureMessage,
    validFrom: fromDbDate(validFrom),
    validTo: fromDbDate(validTo),
    receiptUrl: mirror.receiptUrl,
    payPath: paths.paymentOnetime({ order: order.id }),
    renewal: null,
  }
}

const transactionStatus: Record<OrderStatus, string> = {
  paid: 'succeeded',
  processing: 'processing',
  failed: 'failed',
  canceled: 'canceled',
  refunded: 'refunded',
  pending: 'requires_action',
}

function transactionOf(order: LockedOrder, payment: ProviderPayment) {
  const { intent } = payment
  const charge = chargeOf(intent)
  const description = intent.description ?? 'Payment'
  return {
    userId: order.user_id,
    orderId: order.id,
    subscriptionId: null,
    type: 'payment_intent' as const,
    stripeInvoiceId: null,
    stripePaymentIntentId: intent.id,
    amount: intent.amount,
    fee: centsOf(order.fee),
    feeRate: order.fee_rate,
    amountRefunded: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    description,
    packages: description.replace(/ \([^)]*\)$/, '').split(', '),
    status: payment.back === 'withdrawn' ? 'disputed' : transactionStatus[statusOf(payment)],
    rawStatus: intent.status,
    paymentMethod: methodLabel(intent),
    receiptUrl: charge?.status === 'succeeded' ? charge.receipt_url : null,
    customerEmail: order.email,
    failureMessage: intent.last_payment_error?.message ?? null,
    providerCreatedAt: new Date(intent.created * 1000),
  }
}
