import { beforeEach, describe, expect, test } from 'vitest'
import { newNonce, type OrderRequest } from '~/models/money/payments/order.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { prisma } from '~/platform/db.server'
import { loader } from '~/routes/portal/pay/onetime/onetime'
import { action as shop } from '~/routes/portal/purchase/purchase'
import { addDays } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { signedIn } from '../../../../test/factories'
import { openOrder, openTestProvider, packageId, payWith } from '../../../../test/payments'
import { buy, refuseLate, type StartedPayment, startCheckout } from './payments.server'

const { sandbox, provider, goTo } = openTestProvider()
const urls = { success: 'http://stirrup.test/ok', cancel: 'http://stirrup.test/back' }

// A day of its own for each test: what one bought is not what the next one finds.
let day = '2028-03-01'
beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
  day = addDays(day, 1)
  goTo(day, 9)
})

/** Buys in one window, and gives what another window of the same family does. */
async function windows(part: Partial<OrderRequest> = {}) {
  const first = await openOrder(part)
  const { purchase, user } = first
  const again = (change: Partial<OrderRequest> = {}) =>
    buy(user.id, { ...purchase, nonce: newNonce(), ...change }) as Promise<StartedPayment>
  const statusOf = async (id: string) => (await provider.stripe.paymentIntents.retrieve(id)).status
  const paid = async (id: string) => {
    await payWith(provider, id)
    await syncPayment(id)
  }
  return { ...first, again, statusOf, paid }
}

describe('The same order in two windows', () => {
  test('Only the last one that was opened can be paid, and the other says so before it charges', async () => {
    const { user, paymentIntentId, again, statusOf } = await windows()
    const second = await again()
    expect([await statusOf(paymentIntentId), await statusOf(second.paymentIntentId)]).toEqual([
      'canceled',
      'requires_payment_method',
    ])
    await expect(refuseLate(user.id, paymentIntentId)).rejects.toThrow(/changed in another window/)
    await expect(payWith(provider, paymentIntentId)).rejects.toThrow()
  })

  test('The one that was closed before anyone paid leaves nothing in the books', async () => {
    const { user, paymentIntentId, again, paid } = await windows()
    const second = await again()
    await paid(second.paymentIntentId)
    await syncPayment(paymentIntentId)
    const books = await prisma.paymentTransaction.findMany({ where: { userId: user.id } })
    expect(books.map(({ stripePaymentIntentId }) => stripePaymentIntentId)).toEqual([second.paymentIntentId])
  })

  test('Opened at the same moment, at most one of them can be paid', async () => {
    const { user, purchase } = await windows()
    const opened = await Promise.all(
      [0, 1, 2].map(() => buy(user.id, { ...purchase, nonce: newNonce() }).catch(() => null)),
    )
    const tries = await Promise.allSettled(
      opened.map(async (one) => one && 'clientSecret' in one && payWith(provider, one.paymentIntentId)),
    )
    expect(tries.length).toBe(3)
    const orders = await prisma.order.findMany({ where: { userId: user.id } })
    for (const { stripePaymentIntentId: id } of orders) if (id) await syncPayment(id)
    expect(await prisma.order.count({ where: { userId: user.id, status: 'paid' } })).toBeLessThanOrEqual(1)
  })

  test('A window whose form was shown before the other one paid leads back to the shop and says so', async () => {
    const { user, again, paid, paymentIntentId } = await windows()
    const shown = newNonce()
    goTo(day, 9.1)
    await paid(paymentIntentId)
    goTo(day, 9.2)
    await expect(again({ nonce: shown })).rejects.toMatchObject({ name: 'OrderClosed' })
    const family = await signedIn(user)
    const fields = { package: String(await packageId()), start: 'this-month', method: 'card', paymentType: 'one-time' }
    const other = await family.post(shop, '/purchase', { ...fields, nonce: shown })
    // The first window bought two Hacks along with it: another order.
    expect(other.headers.get('Location')).toMatch(/^\/payment-onetime/)
  })

  test('An open payment of the same, found unpaid before, is refused once the other one is paid', async () => {
    const { user, paymentIntentId } = await windows()
    // As if both had been opened before this rule stood.
    const order = await prisma.order.findFirstOrThrow({ where: { userId: user.id } })
    const kept = await prisma.order.create({
      data: {
        ...order,
        id: undefined,
        nonce: newNonce(),
        stripePaymentIntentId: null,
        items: {
          create: (await prisma.orderItem.findMany({ where: { orderId: order.id } })).map(
            ({ id: _, orderId: __, ...item }) => item,
          ),
        },
      },
    })
    goTo(day, 9.1)
    await payWith(provider, paymentIntentId)
    await syncPayment(paymentIntentId)
    const family = await signedIn(user)
    const { headers } = await family.get(loader, `/payment-onetime?order=${kept.id}`)
    expect(headers.get('Location')).toMatch(/^\/purchase\?package=/)
    expect((await family.page()).toast).toMatchObject({
      title: 'You already bought this',
      description:
        'You already bought this in another window. Nothing was charged again. If you want it twice, buy it once more.',
    })
    expect((await prisma.order.findUniqueOrThrow({ where: { id: kept.id } })).status).toBe('canceled')
  })

  test('The provider’s page of one is closed by the other', async () => {
    const { order, again, reload } = await windows()
    await startCheckout(order, urls)
    const second = await again()
    const session = await provider.stripe.checkout.sessions.retrieve((await reload()).stripeCheckoutSessionId!)
    expect([session.status, second.clientSecret !== undefined]).toEqual(['expired', true])
  })

  test('A payment that the provider has made and nobody has reported counts', async () => {
    const { paymentIntentId, again, reload } = await windows()
    await payWith(provider, paymentIntentId)
    await expect(again()).rejects.toMatchObject({ name: 'OrderClosed', title: 'You already bought this' })
    expect((await reload()).status).toBe('paid')
  })
})

test('The same bought again by a form that showed the first, and other things at the same time, are all meant', async () => {
  const { again, paid, paymentIntentId, statusOf, user } = await windows()
  const other = await again({ items: [{ type: 'package', id: await packageId('Package 2 - Premium'), quantity: 1 }] })
  const later = await again({ startMonth: 'next-month' })
  expect([await statusOf(paymentIntentId), await statusOf(other.paymentIntentId)]).toEqual([
    'requires_payment_method',
    'requires_payment_method',
  ])
  for (const { paymentIntentId: id } of [{ paymentIntentId }, other, later]) await paid(id)
  goTo(day, 9.1)
  await paid((await again()).paymentIntentId)
  expect(await prisma.order.count({ where: { userId: user.id, status: 'paid' } })).toBe(4)
})
