import type Stripe from 'stripe'
import { methodsHaveChanged } from '~/models/payments/methods/known-methods.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { Refused } from '~/platform/refused'
import { orGone } from '~/services/stripe/customer.server'
import { adoptFirstMethod } from '~/services/stripe/default-method.server'
import { idOf, requireProvider } from '~/services/stripe/stripe.server'
import { syncPayout } from './payouts/sync-payout.server'
import { syncPayment } from './sync-payment.server'
import { lookAtSubscription } from './unknown-subscription.server'
import { lookAtFraudWarning } from './warnings/fraud-warning.server'

/**
 * Processes a verified event once. Its payload is only a hint that names a payment, which is then fetched. An event is
 * marked as processed after all its work, so an error or a killed server makes the provider send it again: the work
 * may run twice.
 */
export async function receiveEvent(event: Stripe.Event): Promise<void> {
  const objectId = 'id' in event.data.object ? (event.data.object.id ?? null) : null
  // One statement that several deliveries of one event may run at once, which an upsert is not.
  await prisma.stripeEvent.createMany({ data: { id: event.id, type: event.type, objectId }, skipDuplicates: true })
  const kept = await prisma.stripeEvent.findUnique({ where: { id: event.id }, select: { processedAt: true } })
  if (kept?.processedAt) return
  // Of another account or a deleted test clock: sent again, it would be as unknown.
  if ((await orGone(() => act(event))) === null) {
    logError(new Error('The provider does not know the object of its event'), { event: event.id, object: objectId })
  }
  await prisma.stripeEvent.updateMany({
    where: { id: event.id, processedAt: null },
    data: { processedAt: new Date() },
  })
}

async function act(event: Stripe.Event): Promise<void> {
  const options = { callerRetries: true }
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      await syncPayment(event.data.object.id, options)
      return
    case 'charge.refunded':
    case 'refund.updated':
    case 'refund.created':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed': {
      const { payment_intent } = event.data.object
      if (payment_intent) await syncPayment(idOf(payment_intent), options)
      return
    }
    case 'refund.failed': {
      const { payment_intent } = event.data.object
      if (payment_intent) await syncPayment(idOf(payment_intent), { ...options, refundFailed: true })
      return
    }
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
    case 'invoice.finalized':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      await syncPayment({ invoice: event.data.object.id }, options)
      return
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      await lookAtSubscription(event.data.object.id)
      return
    case 'payment_method.attached':
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
    case 'payment_method.detached': {
      // Detached, it belongs to nobody any more.
      const customer = event.data.object.customer ?? event.data.previous_attributes?.customer
      if (customer) await methodsHaveChanged(idOf(customer))
      if (event.type === 'payment_method.attached') await adoptFirst(event.data.object)
      return
    }
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      await lookAtFraudWarning(event.data.object.id)
      return
    case 'mandate.updated': {
      // Only a bank account that someone saved belongs to a customer.
      const { customer } = await requireProvider().stripe.paymentMethods.retrieve(
        idOf(event.data.object.payment_method),
      )
      if (customer) await methodsHaveChanged(idOf(customer))
      return
    }
    case 'customer.updated':
    case 'customer.deleted':
      await methodsHaveChanged(event.data.object.id)
      return
    case 'payout.created':
    case 'payout.updated':
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled':
    case 'payout.reconciliation_completed':
      await syncPayout(event.data.object.id)
      return
    default:
  }
}

/** The first method that a family saves is its default, wherever it saves it: here, on the provider's page, or by a program. */
async function adoptFirst({ id, customer }: Stripe.PaymentMethod): Promise<void> {
  const where = { stripeCustomerId: customer ? idOf(customer) : '' }
  const owner = await prisma.user.findUnique({ where, select: { id: true } })
  if (!owner) return
  try {
    await adoptFirstMethod(owner.id, id)
  } catch (error) {
    // A bank account that may not pay, or a method that is gone again, is no default; what passes by itself is tried again.
    if (!(error instanceof Refused) || error.status >= 500) throw error
  }
}
