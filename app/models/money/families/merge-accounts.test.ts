import { beforeEach, expect, test } from 'vitest'
import { mergeAccounts } from '~/models/merge/merge.server'
import { findPair, whatStops } from '~/models/merge/merge-check.server'
import { undoMerge } from '~/models/merge/merge-undo.server'
import { listPaymentMethods } from '~/models/money/methods/payment-methods.server'
import { buy, pay, type StartedPayment, startCheckout } from '~/models/money/paying/payments.server'
import { findOrder, placeOrder } from '~/models/money/payments/order.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { claimPlace } from '~/models/money/subscribing/new-subscription.server'
import { cancelSubscription, createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { eraseFamily } from '~/models/privacy/erase.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as mergeAction } from '~/routes/office/students/family/merge'
import { action as studentAction } from '~/routes/office/students/student/student'
import { setPaymentProvider } from '~/services/stripe/stripe.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider, rideTypes, signedIn } from '../../../../test/factories'
import {
  lessonsOf,
  monthlyPurchase,
  openTestProvider,
  payingRider,
  payWith,
  saveMethod,
} from '../../../../test/payments'
import { mergeWithProvider, undoWithProvider } from './merge-accounts.server'
import { deleteMergedMethods } from './merged-methods.server'

const { sandbox, provider, goToNewQuarter, goToNextMonth } = openTestProvider()
let ann: string

beforeEach(async () => {
  goToNewQuarter()
  await seedCatalog()
  await rideTypes()
  setPaymentProvider(provider)
  ann = (await admin()).id
})

const urls = { success: 'http://s.test/', cancel: 'http://s.test/' }
const merge = (kept: string, merged: string) => mergeWithProvider(ann, kept, merged, 'kept')
const methodIds = async (userId: string) => {
  const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
  return (await provider.stripe.customers.listPaymentMethods(stripeCustomerId ?? '')).data.map(({ id }) => id)
}
const methodsOf = async (userId: string) => (await methodIds(userId)).length
const issues = () => prisma.paymentIssue.count({ where: { closedAt: null } })

/** Creates two accounts with a card each, and an order of the second one whose card was declined. */
async function declined() {
  const [kept, merged] = [await payingRider(provider), await payingRider(provider)]
  const { paymentIntentId } = (await buy(merged.id, await monthlyPurchase())) as StartedPayment
  await payWith(provider, paymentIntentId, 'pm_card_chargeDeclined').catch(() => {})
  await syncPayment(paymentIntentId)
  const order = await prisma.order.findFirstOrThrow({ where: { userId: merged.id } })
  expect(order.status).toBe('failed')
  return { kept, merged, paymentIntentId, orderId: order.id, order: async () => (await findOrder(order.id))! }
}

test('A declined order that moves with a merge is paid by the surviving account, and grants its lessons', async () => {
  const { kept, merged, paymentIntentId, order, orderId } = await declined()
  await merge(kept.id, merged.id)
  expect((await provider.stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled')
  const again = (await pay(await order())) as StartedPayment
  expect(again.paymentIntentId).not.toBe(paymentIntentId)
  await payWith(provider, again.paymentIntentId)
  expect(await syncPayment(again.paymentIntentId)).toMatchObject({ outcome: 'synced', status: 'paid', userId: kept.id })
  expect([await lessonsOf(kept.id), await issues()]).toEqual([4, 0])

  expect(await undoWithProvider(ann, merged.id)).toMatchObject({ gone: 0, stays: [], lostMethods: true })
  const payment = await prisma.paymentTransaction.findFirstOrThrow({ where: { orderId, status: 'succeeded' } })
  expect(payment.userId).toBe(merged.id)
  expect([await lessonsOf(kept.id), await lessonsOf(merged.id)]).toEqual([0, 4])
  await syncPayment(again.paymentIntentId)
  expect([await issues(), (await order()).status]).toEqual([0, 'paid'])
})

test('A payment that the surviving account began is closed by the undo, and the other account pays it', async () => {
  const { kept, merged, order } = await declined()
  await merge(kept.id, merged.id)
  const { paymentIntentId } = (await pay(await order())) as StartedPayment
  await undoWithProvider(ann, merged.id)
  expect((await provider.stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled')
  const again = (await pay(await order())) as StartedPayment
  await payWith(provider, again.paymentIntentId)
  await syncPayment(again.paymentIntentId)
  expect([await lessonsOf(kept.id), await lessonsOf(merged.id), await issues()]).toEqual([0, 4, 0])
})

test('A payment by the merged account’s customer is recognized if its order knows it', async () => {
  const { kept, merged, paymentIntentId } = await declined()
  await prisma.user.update({
    where: { id: merged.id },
    data: { mergedIntoId: kept.id, active: false, hiddenAt: new Date() },
  })
  await prisma.order.updateMany({ where: { userId: merged.id }, data: { userId: kept.id } })
  await prisma.orderItem.updateMany({ where: { riderId: merged.id }, data: { riderId: kept.id } })
  await payWith(provider, paymentIntentId)
  await syncPayment(paymentIntentId)
  expect([await lessonsOf(kept.id), await issues()]).toEqual([4, 0])
})

test('An abandoned payment page, here or at the provider, does not block a merge', async () => {
  const [kept, merged] = [await rider(), await rider()]
  await buy(merged.id, await monthlyPurchase())
  await buy(merged.id, await monthlyPurchase({ startMonth: 'next-month' }))
  const { id } = await prisma.order.findFirstOrThrow({ where: { userId: merged.id }, orderBy: { id: 'desc' } })
  await startCheckout((await findOrder(id))!, urls)
  const office = await signedIn({ id: ann })
  const sent = await office.post(
    mergeAction,
    `/students/${kept.id}/merge`,
    { keep: kept.id, merge: merged.id },
    { id: kept.id },
  )
  expect(sent.status).toBe(302)
  const orders = await prisma.order.findMany({ where: { userId: kept.id } })
  expect(orders.map(({ status, stripePaymentIntentId }) => [status, stripePaymentIntentId])).toEqual([
    ['pending', null],
    ['pending', null],
  ])
  expect(
    (await office.post(studentAction, `/students/${merged.id}`, { 'undo-merge': 'yes' }, { id: merged.id })).status,
  ).toBe(302)
  expect(await prisma.order.count({ where: { userId: merged.id } })).toBe(2)
})

test('A payment that is opened while accounts are merged is not left open, and belongs to the surviving account', async () => {
  const [kept, merged] = [await rider(), await rider()]
  const { paymentIntents } = provider.stripe
  const create = paymentIntents.create.bind(paymentIntents)
  const made: string[] = []
  paymentIntents.create = (async (...args: Parameters<typeof create>) => {
    const intent = await create(...args)
    if (made.push(intent.id) === 1) await mergeAccounts(ann, kept.id, merged.id, 'kept')
    return intent
  }) as typeof create
  const opened = (await buy(merged.id, await monthlyPurchase()).finally(() => {
    paymentIntents.create = create
  })) as StartedPayment
  expect(made).toHaveLength(2)
  expect((await paymentIntents.retrieve(made[0]!)).status).toBe('canceled')
  await payWith(provider, opened.paymentIntentId)
  await syncPayment(opened.paymentIntentId)
  expect([await lessonsOf(kept.id), await issues()]).toEqual([4, 0])
})

test('An account that is merged, erased or blocked places no order, starts no subscription and gets no customer', async () => {
  const [kept, merged, blocked] = [await rider(), await payingRider(provider), await rider({ active: false })]
  const { stripe } = provider
  const listed = stripe.customers.listPaymentMethods.bind(stripe.customers)
  // Between the provider's answer and the order.
  stripe.customers.listPaymentMethods = (async (...args: Parameters<typeof listed>) => {
    const answer = await listed(...args)
    stripe.customers.listPaymentMethods = listed
    await mergeAccounts(ann, kept.id, merged.id, 'kept')
    return answer
  }) as typeof listed
  await expect(createSubscription(merged.id, await monthlyPurchase())).rejects.toMatchObject({ status: 409 })
  expect(await prisma.subscription.count({ where: { userId: { in: [kept.id, merged.id] } } })).toBe(0)
  expect(await prisma.order.count({ where: { userId: { in: [kept.id, merged.id] } } })).toBe(0)
  for (const { id } of [merged, blocked]) {
    await expect(buy(id, await monthlyPurchase())).rejects.toMatchObject({ status: 409 })
  }
  expect((await prisma.user.findUniqueOrThrow({ where: { id: blocked.id } })).stripeCustomerId).toBeNull()
})

test('A rider who was merged or erased between an order and its subscription gets none', async () => {
  const guardian = await payingRider(provider)
  const [method] = await listPaymentMethods(guardian.id)
  const context = { today: today(), feeRate: 300, feeScope: 'all_cards', kind: 'subscription' } as const
  for (const leave of [merge, (_: string, id: string) => eraseFamily(ann, id, 'Emma Stone')]) {
    const child = await rider({ email: null, guardianId: guardian.id })
    const purchase = await monthlyPurchase()
    const items = purchase.items.map((line) => ({ ...line, riderId: child.id }))
    const order = await placeOrder(guardian.id, { ...purchase, items }, context)
    await leave((await rider()).id, child.id)
    await expect(claimPlace(guardian.id, order, method!)).rejects.toMatchObject({ status: 409 })
  }
  expect(await prisma.subscription.count({ where: { userId: guardian.id } })).toBe(0)
})

test('A family whose subscription has ended is merged, paid or never paid', async () => {
  const [kept, merged, other] = [await rider(), await payingRider(provider), await rider()]
  await createSubscription(merged.id, await monthlyPurchase())
  const ended = await prisma.subscription.findFirstOrThrow({ where: { userId: merged.id }, include: { order: true } })
  expect(ended.order?.status).toBe('paid')
  await provider.stripe.subscriptions.cancel(ended.stripeSubscriptionId!)
  await sandbox.idle()
  const stops = await whatStops(prisma, (await findPair(prisma, kept.id, merged.id))!)
  expect(stops).toEqual([])
  await merge(kept.id, merged.id)
  const unpaid = await payingRider(provider, 'pm_card_chargeCustomerFail')
  await createSubscription(unpaid.id, await monthlyPurchase())
  await cancelSubscription(unpaid.id)
  const order = await prisma.order.findFirstOrThrow({ where: { userId: unpaid.id } })
  expect(order.status).toBe('canceled')
  await merge(other.id, unpaid.id)
})

test('The saved cards of a merged account are deleted at the provider, by the next run of the job if that fails', async () => {
  const [kept, merged] = [await payingRider(provider), await payingRider(provider)]
  await saveMethod(provider, merged.id, 'pm_card_mastercard')
  // Accounts that other tests merged may have cards to delete too.
  const path = new RegExp(`(${(await methodIds(merged.id)).join('|')})/detach`)
  for (let tries = 0; tries < 3; tries++) sandbox.faults.failNext(500, { method: 'post', path })
  await merge(kept.id, merged.id)
  expect(await methodsOf(merged.id)).toBe(2)
  await deleteMergedMethods()
  expect([await methodsOf(merged.id), await methodsOf(kept.id)]).toEqual([0, 1])
  expect(await deleteMergedMethods()).toBe(0)
  expect(await undoWithProvider(ann, merged.id)).toMatchObject({ lostMethods: true })
})

test('A month that a guardian paid for a rider after a merge moves back with the rider', async () => {
  const guardian = await payingRider(provider)
  const [kim, other] = [await rider({ email: null, guardianId: guardian.id }), await rider()]
  const purchase = await monthlyPurchase()
  await createSubscription(guardian.id, {
    ...purchase,
    items: purchase.items.map((line) => ({ ...line, riderId: kim.id })),
  })
  await merge(other.id, kim.id)
  await goToNextMonth()
  await reconcilePayments(0)
  expect(await lessonsOf(other.id)).toBe(4)
  await undoMerge(ann, kim.id)
  expect([await lessonsOf(kim.id), await lessonsOf(other.id)]).toEqual([4, 0])
  const lines = await prisma.paymentTransaction.findMany({ where: { userId: guardian.id }, select: { lines: true } })
  expect(JSON.stringify(lines)).not.toContain(other.id)
})

test('An undo lists what came since and stays', async () => {
  const [kept, merged] = [await payingRider(provider), await rider()]
  await merge(kept.id, merged.id)
  const { paymentIntentId } = (await buy(kept.id, await monthlyPurchase())) as StartedPayment
  await payWith(provider, paymentIntentId)
  await syncPayment(paymentIntentId)
  const office = await signedIn({ id: ann })
  await office.post(studentAction, `/students/${merged.id}`, { 'undo-merge': 'yes' }, { id: merged.id })
  const { toast } = await office.page()
  expect(toast?.description).toContain('stays with the other account: 1 order, 1 package, 1 payment')
  expect(await lessonsOf(kept.id)).toBe(4)
})

test('A merge that took over the other email is undone, for a child without one too', async () => {
  const guardian = await rider()
  const kept = await rider({ email: null, guardianId: guardian.id })
  const merged = await rider()
  await mergeWithProvider(ann, kept.id, merged.id, 'merged')
  const emailOf = async (id: string) => (await prisma.user.findUniqueOrThrow({ where: { id } })).email
  expect(await emailOf(kept.id)).toBe(merged.email)
  await undoWithProvider(ann, merged.id)
  expect([await emailOf(kept.id), await emailOf(merged.id)]).toEqual([null, merged.email])
  // An address that it has received since is its own.
  await mergeWithProvider(ann, kept.id, merged.id, 'merged')
  const own = `own-${kept.id}@quill.example`
  await prisma.user.update({ where: { id: kept.id }, data: { email: own } })
  await undoWithProvider(ann, merged.id)
  expect([await emailOf(kept.id), await emailOf(merged.id)]).toEqual([own, merged.email])
  // On its own again, the rider is served by the office once more.
  const [alone, third] = [await rider({ email: null, guardianId: guardian.id }), await rider()]
  await mergeWithProvider(ann, alone.id, third.id, 'merged')
  await prisma.user.update({ where: { id: alone.id }, data: { guardianId: null, password: 'none' } })
  await undoWithProvider(ann, third.id)
  expect([await emailOf(alone.id), await emailOf(third.id)]).toEqual([null, third.email])
})
