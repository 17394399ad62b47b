import { data, redirect } from '@remix-run/node'
import { t } from '#text'
import { refuseClosed } from '~/models/money/paying/close-order.server'
import { sameText } from '~/models/money/paying/open-payment.server'
import { offersFor } from '~/models/money/paying/pay-saved.server'
import { findOwnPayment, pay, refuseBank, secretOf } from '~/models/money/paying/payments.server'
import { grantsWhileClearing } from '~/models/money/payments/bank-return.server'
import { findOwnOrder, type Order } from '~/models/money/payments/order.server'
import { sayReason } from '~/models/money/payments/payment-transaction'
import { namedLines } from '~/models/people/families/line-riders.server'
import { percentOf } from '~/models/vocabulary/fee'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { selectionOfOrder, selectionQuery } from '~/routes/portal/purchase/selection'
import { awaitsDeposits } from '~/services/stripe/microdeposits'
import type { PaymentProvider } from '~/services/stripe/stripe.server'
import { formatDay } from '~/utils/dates'
import { MAX_ID } from '~/utils/fields'
import { paths } from '~/utils/paths'

/** Returns an order's contents as the shop's query. */
export const choiceOf = (order: Order): Record<string, string> => selectionQuery(selectionOfOrder(order, today()))

export async function choiceBehind(userId: string, query: URLSearchParams): Promise<Record<string, string>> {
  const id = orderIdOf(query)
  const stripePaymentIntentId = query.get('payment_intent_id') ?? ''
  const order = await findOwnOrder(userId, id ? { id } : { stripePaymentIntentId })
  return order ? choiceOf(order) : {}
}

function orderIdOf(query: URLSearchParams): number | null {
  const id = Number(query.get('order'))
  return Number.isInteger(id) && id > 0 && id <= MAX_ID ? id : null
}

/** Opens an order's payment by its ID, if it can still be made, whatever happened to earlier ones. */
async function reopen(viewerId: string, orderId: number) {
  const order = await findOwnOrder(viewerId, { id: orderId })
  // The order of a subscription is paid month by month, by its invoices.
  if (order?.kind !== 'one_time') return null
  const payment = await pay(order)
  return redirect(
    'clientSecret' in payment
      ? paths.paymentOnetime({ client_secret: payment.clientSecret, payment_intent_id: payment.paymentIntentId })
      : paths.paymentSuccess({ payment_intent: payment.paymentIntentId }),
  )
}

/** Returns what the screen shows, all of it from the provider's intent and our order. */
export async function showPayment(viewerId: string, provider: PaymentProvider, query: URLSearchParams) {
  const invalid = (status = 404) => data({ state: 'invalid' as const }, { status })
  const orderId = orderIdOf(query)
  if (orderId) return (await reopen(viewerId, orderId)) ?? invalid()
  const secret = query.get('client_secret')
  const intentId = query.get('payment_intent_id')
  if (!intentId) return invalid(400)
  const found = await findOwnPayment(viewerId, intentId)
  if (!found || (secret && !sameText(secret, found.intent.client_secret ?? ''))) return invalid()
  const { intent, order } = found
  if (intent.status === 'succeeded' || intent.status === 'processing' || awaitsDeposits(intent)) {
    throw redirect(paths.paymentSuccess({ payment_intent: intent.id }))
  }
  if (intent.status === 'canceled' || order.stripePaymentIntentId !== intent.id) {
    throw redirect(paths.paymentOnetime({ order: order.id }))
  }
  await refuseClosed(order)
  await refuseBank(order)
  const bank = order.methodType === 'us_bank_account'
  return {
    state: 'open' as const,
    choice: choiceOf(order),
    clientSecret: secretOf(intent),
    publishableKey: provider.publishableKey,
    scriptUrl: provider.scriptUrl,
    sandbox: provider.sandbox !== null,
    bank,
    grantsAtOnce: !bank || (await grantsWhileClearing(prisma, viewerId)),
    saved: await offersFor(order),
    declined: order.status === 'failed' ? sayReason(order.failureMessage ?? 'The payment was not completed.') : null,
    lines: await namedLines(prisma, viewerId, order.items),
    price: { subtotal: order.subtotal, convenienceFee: order.fee, total: order.total },
    validity: t('{from} to {to}', { from: formatDay(order.validFrom), to: formatDay(order.validTo) }),
    feePercent: percentOf(order.feeRate || order.cardFeeRate),
    intentId: intent.id,
    feeByCard: !bank && order.cardFeeRate > 0 && order.feeScope === 'credit_cards',
  }
}
