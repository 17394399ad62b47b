import type Stripe from 'stripe'
import { z } from 'zod'
import { adoptFirstMethod } from '~/models/money/methods/default-method.server'
import { methodsHaveChanged } from '~/models/money/payments/methods/known-methods.server'
import { syncFraudWarning } from '~/models/money/sync/fraud-warning.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { syncPayout } from '~/models/money/sync/sync-payout.server'
import { syncUnknownSubscription } from '~/models/money/sync/unknown-subscription.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { idOf, requireProvider } from '~/services/stripe/stripe.server'

/** The part of an event that is stored: only what identifies the object. */
export interface EventHint {
  id: string
  type: string
  /** Null if the object has no ID, such as a balance. */
  objectId: string | null
  /** The object that is fetched instead: its payment, its customer or its method. */
  aboutId: string | null
}

const ABOUT: Record<string, 'payment_intent' | 'customer' | 'payment_method'> = {
  charge: 'payment_intent',
  refund: 'payment_intent',
  checkout: 'payment_intent',
  payment_method: 'customer',
  mandate: 'payment_method',
}

const isReference = z.union([z.string(), z.object({ id: z.string() })])

export function hintOf({ id, type, data }: Stripe.Event): EventHint {
  const object: object = data.object
  // A detached method belongs to nobody: the event has its former customer.
  const known: Record<string, unknown> = { ...data.previous_attributes, ...withoutNulls(object) }
  const named = (field: string | undefined) => {
    const reference = isReference.safeParse(field && known[field])
    return reference.success ? idOf(reference.data) : null
  }
  return { id, type, objectId: named('id'), aboutId: named(ABOUT[type.split('.', 1)[0] ?? '']) }
}

const withoutNulls = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))

/** Fetches what an event is about, and does what follows from it. It may run twice, and in any order. */
export async function actOn({ type, objectId, aboutId }: EventHint): Promise<void> {
  const options = { callerRetries: true }
  if (!objectId) return
  switch (type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      await syncPayment(objectId, options)
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
    case 'checkout.session.async_payment_failed':
      if (aboutId) await syncPayment(aboutId, options)
      return
    case 'refund.failed':
      if (aboutId) await syncPayment(aboutId, { ...options, refundFailed: true })
      return
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
    case 'invoice.finalized':
    case 'invoice.voided':
    case 'invoice.marked_uncollectible':
      await syncPayment({ invoice: objectId }, options)
      return
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      await syncUnknownSubscription(objectId)
      return
    case 'payment_method.attached':
      if (!aboutId) return
      await methodsHaveChanged(aboutId)
      await adoptFirst(aboutId, objectId)
      return
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
    case 'payment_method.detached':
      if (aboutId) await methodsHaveChanged(aboutId)
      return
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      await syncFraudWarning(objectId)
      return
    case 'mandate.updated': {
      if (!aboutId) return
      // Only a saved bank account belongs to a customer.
      const { customer } = await requireProvider().stripe.paymentMethods.retrieve(aboutId)
      if (customer) await methodsHaveChanged(idOf(customer))
      return
    }
    case 'customer.updated':
    case 'customer.deleted':
      await methodsHaveChanged(objectId)
      return
    case 'payout.created':
    case 'payout.updated':
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled':
    case 'payout.reconciliation_completed':
      await syncPayout(objectId)
      return
    default:
  }
}

/** Makes the first method that a family saves its default, wherever it was saved: here, on the provider's page, or by a program. */
async function adoptFirst(stripeCustomerId: string, methodId: string): Promise<void> {
  const owner = await prisma.user.findUnique({ where: { stripeCustomerId }, select: { id: true } })
  if (!owner) return
  try {
    await adoptFirstMethod(owner.id, methodId)
  } catch (error) {
    // A bank account that may not pay, or a method that is gone again, does not become the default; temporary errors are tried again.
    if (!(error instanceof Refused) || error.status >= 500) throw error
  }
}
