import { eraseWithProvider } from '~/models/money/families/erase-family.server'
import { mergeWithProvider, undoWithProvider } from '~/models/money/families/merge-accounts.server'
import { buy, pay } from '~/models/money/paying/payments.server'
import { findOwnOrder } from '~/models/money/payments/order.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { prisma } from '~/platform/db.server'
import { monthlyPurchase, payingRider, payWith } from '../payments'
import { playing } from './game'
import { customerOf, newFamily, type World } from './world'

/** A step that changes accounts while payments are pending: merge, undo of a merge, or erasing. */
export type StepOfFamilies =
  | { do: 'merge'; declined: boolean; brings: 'nothing' | 'a payment' | 'a subscription that ended' }
  | { do: 'undo merge' }
  | { do: 'erase'; leaves: 'nothing' | 'an open page' | 'a declined order' }

/** Merges another account of the same person, with an order that was left open or declined; its tab tries to pay once more. */
export async function merge(
  { declined, brings }: Extract<StepOfFamilies, { do: 'merge' }>,
  world: World,
): Promise<unknown> {
  const { provider, userId, officeId, accounts, merged } = world
  const other = await payingRider(provider)
  accounts.push(other.id)
  if (brings === 'a payment') {
    const { paymentIntentId } = await buy(other.id, await monthlyPurchase())
    await playing(() => payWith(provider, paymentIntentId))
    await playing(() => syncPayment(paymentIntentId))
  }
  if (brings === 'a subscription that ended') {
    await playing(async () => createSubscription(other.id, await monthlyPurchase({ startMonth: 'this-month' })))
    await endSubscriptions(world, other.id)
  }
  const started = await buy(other.id, await monthlyPurchase())
  if (declined) await playing(() => payWith(provider, started.paymentIntentId, 'pm_card_chargeDeclined'))
  await playing(() => syncPayment(started.paymentIntentId))
  await mergeWithProvider(officeId, userId, other.id, 'kept')
  merged.push(other.id)
  await playing(() => payWith(provider, started.paymentIntentId))
  const { id } = await prisma.order.findFirstOrThrow({ where: { userId }, orderBy: { id: 'desc' } })
  return pay((await findOwnOrder(userId, { id }))!)
}

export async function undoLastMerge({ officeId, merged }: World): Promise<unknown> {
  const last = merged.at(-1)
  if (!last) return
  await undoWithProvider(officeId, last)
  return merged.pop()
}

/** Erases the family, whose subscriptions have ended; its unpaid order is open in a tab, which tries to pay. Another family joins. */
export async function erase({ leaves }: Extract<StepOfFamilies, { do: 'erase' }>, world: World): Promise<void> {
  const { provider, officeId, userId, sandbox } = world
  await endSubscriptions(world, userId)
  const left = leaves === 'nothing' ? null : await buy(userId, await monthlyPurchase())
  if (left && leaves === 'a declined order')
    await playing(() => payWith(provider, left.paymentIntentId, 'pm_card_chargeDeclined'))
  await reconcilePayments(0)
  await eraseWithProvider(officeId, userId, 'Emma Stone')
  if (left) await playing(() => payWith(provider, left.paymentIntentId))
  // An answer that is lost now would leave the world without a family.
  sandbox.faults.calm()
  const family = await newFamily(provider)
  world.accounts.push(family.userId)
  Object.assign(world, family, { merged: [] })
}

async function endSubscriptions({ provider }: World, userId: string): Promise<void> {
  const customer = await customerOf(userId)
  if (!customer) return
  for await (const { id } of provider.stripe.subscriptions.list({ customer, limit: 100 })) {
    await provider.stripe.subscriptions.cancel(id)
  }
  await reconcilePayments(0)
}
