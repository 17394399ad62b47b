import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { listCatalog } from '~/models/money/catalog/catalog.server'
import { newNonce, type OrderRequest } from '~/models/money/payments/order.server'
import { priceOf } from '~/models/money/payments/pricing'
import { findReceipt } from '~/models/money/payments/receipt.server'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { subscriptionCatalog } from '~/models/money/subscriptions/subscription-catalog.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { readSelection } from '~/routes/portal/purchase/read-selection'
import { loader as review, action as start } from '~/routes/portal/purchase/review'
import { offeredAddOns, selectedLines } from '~/routes/portal/purchase/selection'
import { addMonths } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { signedIn } from '../../../../test/factories'
import {
  addOnId,
  endSubscriptions,
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
} from '../../../../test/payments'
import { changeSubscription, createSubscription } from './subscriptions.server'

const { sandbox, provider, goTo, goToNextMonth } = openTestProvider()
const EXTRA = 'Extra Group Lesson'
const REFUSAL = `${EXTRA} can only be a one-time purchase. Please remove it from your subscription.`
let begin = '2027-01-10'

beforeEach(async () => {
  await seedCatalog()
  await prisma.addOn.updateMany({ data: { isRecurring: true } })
  sandbox.faults.events = 'deliver'
  goTo(begin)
  begin = addMonths(begin, 3)
})
afterEach(async () => {
  sandbox.faults.events = 'drop'
  await endSubscriptions(provider)
})

const sellOnce = (name = EXTRA) => prisma.addOn.update({ where: { name }, data: { isRecurring: false } })

describe('An add-on that is sold only once', () => {
  test('A one-time add-on cannot start a subscription, and nothing is charged', async () => {
    await sellOnce()
    const user = await payingRider(provider)
    const addOns = [{ addOnId: await addOnId(EXTRA), quantity: 1 }]
    const call = await signedIn(user)
    const body = { packageId: await packageId(), addOns, startDate: 'this-month' }
    expect(await call.api('/api/subscriptions/create', { method: 'POST', body })).toMatchObject({
      status: 400,
      body: { message: REFUSAL },
    })
    expect(await prisma.order.count({ where: { userId: user.id } })).toBe(0)
    expect(await prisma.subscription.count({ where: { userId: user.id } })).toBe(0)
  })

  test('A one-time add-on cannot be added to a running subscription; by itself it is still for sale', async () => {
    await sellOnce()
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    const call = await signedIn(user)
    const extra = await addOnId(EXTRA)
    const change = { packageId: await packageId(), addOns: [{ addOnId: extra, quantity: 1 }] }
    expect(await call.api('/api/subscriptions', { method: 'PUT', body: change })).toMatchObject({
      status: 400,
      body: { message: REFUSAL },
    })
    const once = { items: [{ type: 'addon', id: extra, quantity: 1 }], startDate: 'this-month' }
    expect(await call.api('/api/payment/create', { method: 'POST', body: once })).toMatchObject({ status: 200 })
  })

  test('A subscription that has a one-time add-on keeps it, and may change its quantity', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await sellOnce('Hack')
    const hack = await addOnId()
    await changeSubscription(user.id, { packageId: await packageId(), addOns: [{ addOnId: hack, quantity: 1 }] })
    const view = await subscriptionOf(user.id, today())
    expect(view?.addOns).toMatchObject([{ name: 'Hack', quantity: 1 }])
    const { addOns } = await subscriptionCatalog(view!)
    expect(addOns.map(({ name }) => name)).toContain('Hack')
  })

  test('Only what is sold every month is offered for a subscription', async () => {
    await sellOnce()
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    const { addOns } = await subscriptionCatalog((await subscriptionOf(user.id, today()))!)
    expect(addOns.map(({ name }) => name)).not.toContain(EXTRA)
    const catalog = await listCatalog()
    const offered = (query: Record<string, string>) =>
      offeredAddOns(catalog, readSelection(new URLSearchParams(query), catalog)).map(({ name }) => name)
    expect(offered({ paymentType: 'recurring', start: 'next-month' })).not.toContain(EXTRA)
    expect(offered({ paymentType: 'one-time', start: 'next-month' })).toContain(EXTRA)
    expect(offered({ paymentType: 'recurring', start: 'this-month' })).toContain(EXTRA)
  })
})

/** Orders Package 1 - Basic every month, and an extra lesson with the first month: 280.00, by card 288.40, then 226.60. */
const withExtra = async (part: Partial<OrderRequest> = {}): Promise<OrderRequest> =>
  monthlyPurchase({
    items: [
      { type: 'package', id: await packageId(), quantity: 1 },
      { type: 'addon', id: await addOnId(EXTRA), quantity: 1, paymentType: 'one-time' },
    ],
    ...part,
  })

const paymentsOf = async (userId: string) => {
  const rows = await prisma.paymentTransaction.findMany({ where: { userId }, orderBy: { providerCreatedAt: 'asc' } })
  return rows.map(({ amount, fee, status }) => [amount.toFixed(2), fee.toFixed(2), status])
}

describe('A one-time add-on with a subscription', () => {
  test.each([
    ['10th', '-10'],
    ['1st', '-01'],
  ])(
    'A one-time add-on is charged and granted with a first month that begins on the %s, and not again',
    async (_, day) => {
      if (day === '-01') goTo(`${begin.slice(0, 7)}${day}`)
      begin = addMonths(begin, 3)
      const user = await payingRider(provider)
      expect(await createSubscription(user.id, await withExtra())).toEqual({ state: 'done' })
      await sandbox.idle()
      expect(await paymentsOf(user.id)).toEqual([['288.40', '8.40', 'succeeded']])
      expect((await allowanceOf(user.id, today())).lessons.allowed).toBe(5)
      expect(await subscriptionOf(user.id, today())).toMatchObject({ addOns: [], fee: 660, monthlyPrice: 22_660 })
      await goToNextMonth()
      expect(await paymentsOf(user.id)).toEqual([
        ['288.40', '8.40', 'succeeded'],
        ['226.60', '6.60', 'succeeded'],
      ])
      expect((await allowanceOf(user.id, today())).lessons.allowed).toBe(4)
    },
  )

  test('A one-time add-on is paid by bank account without a fee', async () => {
    const user = await payingRider(provider, 'pm_usBankAccount_success')
    await createSubscription(user.id, await withExtra({ method: 'us_bank_account' }))
    await sandbox.idle()
    expect(await paymentsOf(user.id)).toEqual([['280.00', '0.00', 'processing']])
    expect(await subscriptionOf(user.id, today())).toMatchObject({ monthlyPrice: 22_000 })
  })

  test('A one-time add-on is called one-time on the order, the receipt and the email', async () => {
    await sellOnce()
    const user = await payingRider(provider)
    await createSubscription(user.id, await withExtra())
    await sandbox.idle()
    const items = await prisma.orderItem.findMany({ where: { order: { userId: user.id } }, orderBy: { id: 'asc' } })
    expect(items.map(({ name, paymentType }) => [name, paymentType])).toEqual([
      ['Package 1 - Basic', 'recurring'],
      [EXTRA, 'one-time'],
    ])
    const { id, lines: sold } = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
    // The books know what was sold, whatever it is called later.
    const ids = [{ packageId: await packageId() }, { addOnId: await addOnId(EXTRA) }]
    expect(sold).toEqual(expect.arrayContaining(ids.map((item) => expect.objectContaining(item))))
    const lines = [
      { name: 'Package 1 - Basic', unitPrice: 22_000, quantity: 1 },
      { name: `${EXTRA} (one-time)`, unitPrice: 6_000, quantity: 1 },
    ]
    expect((await findReceipt(id))?.lines).toEqual(expect.arrayContaining(lines))
    const mail = await prisma.outboxEmail.findFirstOrThrow({
      where: { recipient: user.email!, text: { contains: EXTRA } },
    })
    expect(mail.text).toContain(`${EXTRA} (one-time)`)
  })

  test('The form shows the price that is charged now and, separately, the price of each further month', async () => {
    const user = await payingRider(provider)
    const family = await signedIn(user)
    const extra = await addOnId(EXTRA)
    const choice = {
      package: String(await packageId()),
      [`addon-${extra}`]: '1',
      [`often-${extra}`]: 'one-time',
      paymentType: 'recurring',
      start: 'this-month',
      method: 'card',
    }
    const catalog = await listCatalog()
    const { lines, monthlyLines } = selectedLines(readSelection(new URLSearchParams(choice), catalog), catalog)
    expect(lines.map(({ name }) => name)).toEqual(['Package 1 - Basic', `${EXTRA} (one-time)`])
    expect([priceOf(lines, 'card', 300).total, priceOf(monthlyLines!, 'card', 300).total]).toEqual([28_840, 22_660])
    const shown = (await family.get(review, `/purchase/review?${new URLSearchParams(choice)}`)).body
    expect(shown).toMatchObject({ dueToday: 28_840, perMonth: 22_660 })
    await family.post(start, '/purchase/review', { ...choice, nonce: newNonce() })
    expect(await paymentsOf(user.id)).toEqual([['288.40', '8.40', 'succeeded']])
  })

  test('Two clicks at once are one purchase, and the same add-on every month is another', async () => {
    const user = await payingRider(provider)
    const request = await withExtra()
    await Promise.all([1, 2, 3].map(() => createSubscription(user.id, request)))
    await sandbox.idle()
    expect(await paymentsOf(user.id)).toEqual([['288.40', '8.40', 'succeeded']])
    expect(await prisma.grant.count({ where: { userId: user.id } })).toBe(1)
    const items = request.items.map(({ paymentType, ...item }) => item)
    await expect(createSubscription(user.id, { ...request, items })).rejects.toMatchObject({ status: 409 })
  })

  test('The API accepts a one-time add-on at both addresses, and by line', async () => {
    const extra = await addOnId(EXTRA)
    const addOns = [{ addOnId: extra, quantity: 1, paymentType: 'one-time' }]
    const bodies = [
      { packageId: await packageId(), packagePaymentType: 'recurring', addOns, startDate: 'this-month' },
      {
        items: [
          { type: 'package', id: await packageId(), quantity: 1, paymentType: 'recurring' },
          { type: 'addon', id: extra, quantity: 1, paymentType: 'one-time' },
        ],
      },
    ]
    for (const [i, body] of bodies.entries()) {
      const user = await payingRider(provider)
      const call = await signedIn(user)
      const address = i ? '/api/subscriptions' : '/api/subscriptions/create'
      expect(await call.api(address, { method: 'POST', body })).toMatchObject({ status: 200, body: { success: true } })
      expect((await call.api('/api/subscriptions/user')).body).toMatchObject({ addOns: [], monthlyPrice: 226.6 })
      expect(await paymentsOf(user.id)).toEqual([['288.40', '8.40', 'succeeded']])
    }
  })

  test('Any other mix of one-time and monthly items is refused with a sentence, and nothing is written', async () => {
    const user = await payingRider(provider)
    const call = await signedIn(user)
    const [pack, extra] = [await packageId(), await addOnId(EXTRA)]
    const once = { type: 'addon', id: extra, quantity: 1, paymentType: 'one-time' }
    const bodies = [
      {
        items: [
          { type: 'package', id: pack, quantity: 1, paymentType: 'one-time' },
          { ...once, paymentType: 'recurring' },
        ],
      },
      { items: [once] },
      { items: [{ type: 'package', id: pack, quantity: 1 }, once], startDate: 'next-month' },
      { items: [{ ...once, paymentType: 'recurring' }, once] },
    ]
    const messages: string[] = []
    for (const body of bodies) {
      const answer = await call.api('/api/subscriptions/create', { method: 'POST', body })
      expect(answer.status).toBe(400)
      messages.push(answer.body.message)
    }
    expect(messages).toEqual([
      'A subscription’s package renews every month. To buy it once, choose a one-time purchase.',
      'Choose something that renews every month, or buy everything as a one-time purchase.',
      'One-time add-ons only go with a subscription that starts this month. For a later month, buy them as a one-time purchase.',
      expect.stringContaining('Each item can be listed once'),
    ])
    expect(await prisma.order.count({ where: { userId: user.id } })).toBe(0)
    expect(await prisma.subscription.count({ where: { userId: user.id } })).toBe(0)
  })
})
