import Stripe from 'stripe'
import { closeOrder } from '~/models/money/paying/close-order.server'
import { openOrders } from '~/models/money/payments/order.server'
import { ENDED_STATUSES } from '~/models/vocabulary/subscription'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { RefusedList } from '~/platform/refused'
import { orGone, paymentProvider, translateProviderErrors } from '~/services/stripe/stripe.server'

/**
 * Prepares to leave a provider account. What is still pending there would continue unseen, and nobody here could end
 * it, so it must be finished first. Payments that families opened and did not make are closed.
 * @param field beside which a refusal is shown
 * @throws RefusedList with what has to finish first
 */
export async function leaveAccount(field?: string): Promise<void> {
  await refuseWhileMoving(field)
  if (!paymentProvider()) return
  for (const order of await openOrders(now())) {
    try {
      await translateProviderErrors(() => orGone(() => closeOrder(order)), 'change')
    } catch (error) {
      // With a key that is refused nothing can be closed anymore.
      if (error instanceof Stripe.errors.StripeAuthenticationError) return
      throw error
    }
  }
  // One of them may just have been paid.
  await refuseWhileMoving(field)
}

async function refuseWhileMoving(field?: string): Promise<void> {
  const [running, tried, orders, erased] = await Promise.all([
    prisma.subscription.count({ where: { status: { notIn: ENDED_STATUSES } } }),
    prisma.paymentTransaction.count({ where: { status: 'processing' } }),
    prisma.order.count({ where: { status: 'processing', transactions: { none: { status: 'processing' } } } }),
    prisma.user.count({ where: { erasedAt: { not: null }, stripeCustomerId: { not: null } } }),
  ])
  const moving = tried + orders
  const reasons = [
    running &&
      `${running === 1 ? 'One subscription is' : `${running} subscriptions are`} still running. Cancel what runs, and wait until its last day is over`,
    moving &&
      `${moving === 1 ? 'One payment is' : `${moving} payments are`} still on the way from a bank. Wait until it has gone through or failed`,
    erased &&
      `${erased === 1 ? 'One erased family has' : `${erased} erased families have`} still to be erased at Stripe. That happens automatically within the hour`,
  ].filter((reason) => typeof reason === 'string')
  if (reasons.length) throw new RefusedList('in_the_way', reasons, 'Then try again.', field)
}
