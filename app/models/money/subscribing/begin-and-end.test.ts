import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setDefaultMethod } from '~/models/money/methods/default-method.server'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { createSchema } from '~/models/money/subscriptions/subscription.schema'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { sandboxProvider } from '~/services/stripe/sandbox-provider.server'
import { setPaymentProvider } from '~/services/stripe/stripe.server'
import { addDays, addMonths, monthEnd, monthStart } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import {
  addOnId,
  endSubscriptions,
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
  payWith,
  saveMethod,
  stripeIdOf,
} from '../../../../test/payments'
import {
  cancelSubscription,
  changeSubscription,
  createSubscription,
  keepSubscription,
  openInvoiceSecret,
} from './subscriptions.server'

const { sandbox, provider, goTo, goToNextMonth, goToNewQuarter } = openTestProvider()

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'deliver'
  goToNewQuarter()
})
afterEach(async () => {
  vi.restoreAllMocks()
  setPaymentProvider(provider)
  sandbox.faults.events = 'drop'
  await endSubscriptions(provider)
})

const viewOf = (userId: string) => subscriptionOf(userId, today())
const madeFor = async (userId: string) =>
  (await provider.stripe.subscriptions.list({ customer: await ensureCustomer(userId), status: 'all' })).data
const chargesOf = async (userId: string) =>
  (await provider.stripe.charges.list({ customer: await ensureCustomer(userId) })).data.length
const premium = async () => ({ packageId: await packageId('Package 2 - Premium'), addOns: [] })

describe('One form makes one subscription', () => {
  test('A form that is sent again continues with its subscription, and makes no other after that has ended', async () => {
    const user = await payingRider(provider)
    const purchase = await monthlyPurchase()
    await createSubscription(user.id, purchase)
    expect(await createSubscription(user.id, purchase)).toEqual({ state: 'done' })
    await provider.stripe.subscriptions.cancel(await stripeIdOf(user.id))
    await sandbox.idle()
    for (const day of [today(), addDays(today(), 2)]) {
      goTo(day)
      await expect(createSubscription(user.id, purchase)).rejects.toMatchObject({
        status: 410,
        message: 'This subscription has ended. Please start over.',
      })
    }
    expect(await madeFor(user.id)).toHaveLength(1)
    expect(await chargesOf(user.id)).toBe(1)
    expect(await createSubscription(user.id, await monthlyPurchase())).toEqual({ state: 'done' })
  })

  test('A lost answer is not shown as free of charge, and the same form finds what was created though another card is the default', async () => {
    const user = await payingRider(provider)
    const purchase = await monthlyPurchase()
    sandbox.faults.events = 'drop'
    for (let tries = 0; tries < 3; tries++) {
      sandbox.faults.failNext('timeout_after', { method: 'POST', path: /\/subscriptions$/ })
    }
    await expect(createSubscription(user.id, purchase)).rejects.toMatchObject({
      status: 503,
      message: 'We’re checking with our payment provider. Please don’t pay another way; check back in a few minutes.',
    })
    await setDefaultMethod(user.id, await saveMethod(provider, user.id, 'pm_card_mastercard')).catch(() => null)
    expect(await createSubscription(user.id, purchase)).toEqual({ state: 'done' })
    expect(await madeFor(user.id)).toHaveLength(1)
    expect(await chargesOf(user.id)).toBe(1)
  })

  test('A lost answer on the 1st is found by the same form in the afternoon', async () => {
    const user = await payingRider(provider)
    goTo(addMonths(monthStart(today()), 1), 9)
    const purchase = await monthlyPurchase()
    sandbox.faults.events = 'drop'
    for (let tries = 0; tries < 3; tries++) {
      sandbox.faults.failNext('timeout_after', { method: 'POST', path: /\/subscriptions$/ })
    }
    await expect(createSubscription(user.id, purchase)).rejects.toMatchObject({ status: 503 })
    goTo(today(), 15)
    expect(await createSubscription(user.id, purchase)).toEqual({ state: 'done' })
    expect(await madeFor(user.id)).toHaveLength(1)
  })

  test('A key that was used with other parameters leaves the outcome open, and is not a failure', async () => {
    const user = await payingRider(provider)
    const purchase = await monthlyPurchase()
    for (let tries = 0; tries < 3; tries++)
      sandbox.faults.failNext('key_in_use', { method: 'POST', path: /\/subscriptions$/ })
    await expect(createSubscription(user.id, purchase)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('We’re checking with our payment provider.'),
    })
  })

  test('A form for a month that is over, of which nothing was created, creates nothing', async () => {
    const user = await payingRider(provider)
    goTo(monthEnd(today()), 23)
    const purchase = await monthlyPurchase()
    for (let tries = 0; tries < 3; tries++) {
      sandbox.faults.failNext('timeout_before', { method: 'POST', path: /\/subscriptions$/ })
    }
    await expect(createSubscription(user.id, purchase)).rejects.toMatchObject({ status: 503 })
    goTo(addDays(today(), 2))
    await expect(createSubscription(user.id, purchase)).rejects.toMatchObject({ status: 410 })
    expect(await madeFor(user.id)).toEqual([])
  })

  test('A subscription of three of one package is refused', () => {
    const asked = { items: [{ type: 'package', id: 1, quantity: 3 }] }
    expect(createSchema.safeParse(asked).error?.issues[0]?.message).toBe(
      'A subscription can include a package only once',
    )
  })

  test('A second process asks which products exist, and creates none again', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    const other = sandboxProvider(sandbox)
    setPaymentProvider(other)
    const created = vi.spyOn(other.stripe.products, 'create')
    await changeSubscription(user.id, {
      packageId: await packageId(),
      addOns: [{ addOnId: await addOnId(), quantity: 1 }],
    })
    expect(created).not.toHaveBeenCalled()
  })
})

describe('A month that begins on a 1st', () => {
  test('A family that has paid on the morning of a 1st reads that its subscription is active and when it renews', async () => {
    const user = await payingRider(provider)
    const first = addMonths(monthStart(today()), 1)
    goTo(first, 9)
    await createSubscription(user.id, await monthlyPurchase())
    expect(await viewOf(user.id)).toMatchObject({
      status: 'trialing',
      shown: 'active',
      renewsOn: addMonths(first, 1),
      used: { lessons: { allowed: 4 } },
    })
    await cancelSubscription(user.id)
    expect(await viewOf(user.id)).toMatchObject({ cancelAtPeriodEnd: true, endsOn: monthEnd(first) })
  })

  test('A subscription from next month says that it starts then', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase({ startMonth: 'next-month' }))
    expect(await viewOf(user.id)).toMatchObject({ shown: 'trialing', begun: false })
  })
})

describe('The end of a subscription', () => {
  test('A cancellation is taken back, and the next month is charged and granted', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await cancelSubscription(user.id)
    await keepSubscription(user.id)
    await keepSubscription(user.id)
    expect(await viewOf(user.id)).toMatchObject({ cancelAtPeriodEnd: false })
    await goToNextMonth()
    expect(await viewOf(user.id)).toMatchObject({ status: 'active', used: { lessons: { allowed: 4 } } })
  })

  test('Cancel, keep and cancel again on one day ends it', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await cancelSubscription(user.id)
    await keepSubscription(user.id)
    await cancelSubscription(user.id)
    expect((await madeFor(user.id))[0]?.cancel_at_period_end).toBe(true)
  })

  test('A change of a subscription that is ending is refused with its last day, unless the family keeps it', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await cancelSubscription(user.id)
    await expect(changeSubscription(user.id, await premium())).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Your subscription ends on .+\. Keep it first, then you can change it\.$/),
    })
    expect(await changeSubscription(user.id, await premium(), { keep: true })).toEqual({ state: 'done' })
    expect(await viewOf(user.id)).toMatchObject({ cancelAtPeriodEnd: false, monthlyPrice: 41_200 })
  })

  test('A subscription from next month that is canceled ends at once, so that this month can be bought', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase({ startMonth: 'next-month' }))
    await cancelSubscription(user.id)
    expect(await viewOf(user.id)).toBeNull()
    expect(await createSubscription(user.id, await monthlyPurchase())).toEqual({ state: 'done' })
    expect(await viewOf(user.id)).toMatchObject({ status: 'active' })
  })

  test('A cancellation in the provider’s portal is shown with its last day, and can be undone', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    const id = await stripeIdOf(user.id)
    const { items } = await provider.stripe.subscriptions.retrieve(id)
    await provider.stripe.subscriptions.update(id, { cancel_at: items.data[0]!.current_period_end })
    await sandbox.idle()
    expect(await viewOf(user.id)).toMatchObject({ cancelAtPeriodEnd: true, endsOn: monthEnd(today()) })
    await keepSubscription(user.id)
    expect(await viewOf(user.id)).toMatchObject({ cancelAtPeriodEnd: false })
    const noon = items.data[0]!.current_period_end - 10 * 24 * 60 * 60
    await provider.stripe.subscriptions.update(id, { cancel_at: noon })
    await sandbox.idle()
    expect(await viewOf(user.id)).toMatchObject({ endsOn: addDays(monthEnd(today()), -9) })
  })

  test('A subscription whose first payment is not made cannot be changed, but paid or canceled', async () => {
    const user = await payingRider(provider, 'pm_card_chargeCustomerFail')
    await createSubscription(user.id, await monthlyPurchase())
    await expect(changeSubscription(user.id, await premium())).rejects.toMatchObject({
      status: 409,
      message: "Your first payment hasn't gone through yet. Pay it now, or cancel the subscription and choose again.",
    })
    expect(await openInvoiceSecret(user.id)).toMatch(/^pi_/)
    await cancelSubscription(user.id)
    expect(await viewOf(user.id)).toBeNull()
  })

  test('A subscription that the provider calls unpaid is open: it can be paid and canceled', async () => {
    const unpaid = async () => {
      const user = await payingRider(provider)
      await createSubscription(user.id, await monthlyPurchase())
      await setDefaultMethod(user.id, await saveMethod(provider, user.id, 'pm_card_chargeCustomerFail'))
      return user
    }
    const [payer, leaver] = [await unpaid(), await unpaid()]
    await goToNextMonth()
    const users = { in: [payer.id, leaver.id] }
    await prisma.subscription.updateMany({ where: { userId: users }, data: { status: 'unpaid' } })
    const secret = await openInvoiceSecret(payer.id)
    await payWith(provider, secret!.split('_secret_')[0]!)
    await sandbox.idle()
    expect(await viewOf(payer.id)).toMatchObject({ status: 'active', used: { lessons: { allowed: 4 } } })
    await cancelSubscription(leaver.id)
    expect(await viewOf(leaver.id)).toBeNull()
  })

  test('A subscription that ended at the provider without an event is not changed, and the family is told', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await sandbox.idle()
    sandbox.faults.events = 'drop'
    await provider.stripe.subscriptions.cancel(await stripeIdOf(user.id))
    await expect(changeSubscription(user.id, await premium())).rejects.toMatchObject({
      status: 410,
      message: 'This subscription has ended. Please start over.',
    })
    expect(await viewOf(user.id)).toBeNull()
  })
})
