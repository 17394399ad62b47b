import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { deleteMethod, setDefaultMethod } from '~/models/money/methods/default-method.server'
import { listPaymentMethods } from '~/models/money/methods/payment-methods.server'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addMonths, monthStart } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { rider } from '../../../../test/factories'
import {
  endSubscriptions,
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
  saveMethod,
} from '../../../../test/payments'
import { cancelSubscription, changeSubscription, createSubscription, openInvoiceSecret } from './subscriptions.server'

const { sandbox, provider, goTo, goToNextMonth } = openTestProvider()
let begin = '2027-01-10'

const rowOf = (userId: string) => prisma.subscription.findFirstOrThrow({ where: { userId }, orderBy: { id: 'desc' } })
const grantsOf = (userId: string) =>
  prisma.grant.findMany({ where: { userId }, orderBy: { validFrom: 'asc' }, include: { addOns: true } })
const paymentsOf = (userId: string) =>
  prisma.paymentTransaction.findMany({ where: { userId }, orderBy: { providerCreatedAt: 'asc' } })

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'deliver'
  // The provider's clock only goes forward: each test has months of its own, among them a February with 29 days.
  goTo(begin)
  begin = addMonths(begin, 5)
})
// Each move of the clock renews whatever is running, so what a test leaves behind would slow down all later ones.
afterEach(async () => {
  sandbox.faults.events = 'drop'
  await endSubscriptions(provider)
})

describe('Starting a subscription', () => {
  test('A subscription charges this month in full, with the fee on its own line, and grants it', async () => {
    const user = await payingRider(provider)
    expect(await createSubscription(user.id, await monthlyPurchase())).toEqual({ state: 'done' })
    await sandbox.idle()
    expect(await rowOf(user.id)).toMatchObject({ status: 'active', packageId: await packageId() })
    const [payment, ...more] = await paymentsOf(user.id)
    expect(more).toEqual([])
    expect(payment).toMatchObject({ status: 'succeeded', type: 'subscription_creation' })
    expect([payment?.amount.toFixed(2), payment?.fee.toFixed(2)]).toEqual(['318.27', '9.27'])
    expect(await allowanceOf(user.id, today())).toMatchObject({
      lessons: { used: 0, allowed: 4 },
      makeups: { allowed: 1 },
      hacks: { allowed: 2 },
    })
  })

  test('A subscription from next month charges and grants nothing now', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase({ startMonth: 'next-month' }))
    expect(await rowOf(user.id)).toMatchObject({ status: 'trialing' })
    expect(await grantsOf(user.id)).toEqual([])
    await goToNextMonth()
    expect(await rowOf(user.id)).toMatchObject({ status: 'active' })
    expect(await allowanceOf(user.id, today())).toMatchObject({ lessons: { allowed: 4 }, hacks: { allowed: 2 } })
  })

  test('A subscription that starts on the morning of a 1st charges that month and renews on the next 1st', async () => {
    const first = addMonths(monthStart(today()), 1)
    goTo(first, 9)
    const user = await payingRider(provider)
    expect(await createSubscription(user.id, await monthlyPurchase())).toEqual({ state: 'done' })
    expect(await allowanceOf(user.id, today())).toMatchObject({ lessons: { allowed: 4 } })
    const [payment] = await paymentsOf(user.id)
    expect(payment?.description).toBe('Subscription: Package 1 - Basic, Hack × 2')
    await goToNextMonth()
    const grants = await grantsOf(user.id)
    expect(grants.map(({ validFrom }) => validFrom.toISOString().slice(0, 10))).toEqual([first, addMonths(first, 1)])
    expect(await paymentsOf(user.id)).toHaveLength(2)
  })

  test('A family without a saved method is asked for one first', async () => {
    const user = await rider()
    expect(await createSubscription(user.id, await monthlyPurchase())).toMatchObject({
      state: 'setup',
      setupClientSecret: expect.stringMatching(/^seti_.*_secret_/),
    })
    expect(await prisma.subscription.count({ where: { userId: user.id } })).toBe(0)
  })

  test('Ten clicks in two tabs start one subscription', async () => {
    const user = await payingRider(provider)
    const [one, other] = [await monthlyPurchase(), await monthlyPurchase()]
    const tries = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => createSubscription(user.id, one)),
      ...Array.from({ length: 5 }, () => createSubscription(user.id, other)),
    ])
    expect(tries.some(({ status }) => status === 'fulfilled')).toBe(true)
    await sandbox.idle()
    const { data } = await provider.stripe.subscriptions.list({
      customer: await ensureCustomer(user.id),
      status: 'all',
    })
    expect(data).toHaveLength(1)
    expect(await paymentsOf(user.id)).toHaveLength(1)
    expect(await grantsOf(user.id)).toHaveLength(1)
  })

  test('A declined first payment waits for the family, and grants nothing until then', async () => {
    const user = await payingRider(provider, 'pm_card_chargeCustomerFail')
    const outcome = await createSubscription(user.id, await monthlyPurchase())
    expect(outcome).toMatchObject({ state: 'payment', clientSecret: expect.stringMatching(/^pi_/) })
    expect(await rowOf(user.id)).toMatchObject({ status: 'incomplete' })
    expect(await grantsOf(user.id)).toEqual([])
    const secret = await openInvoiceSecret(user.id)
    const intentId = secret!.split('_secret_')[0]!
    await provider.stripe.paymentIntents.confirm(intentId, {
      payment_method: 'pm_card_visa',
      return_url: 'http://x.test/',
    })
    await sandbox.idle()
    expect(await rowOf(user.id)).toMatchObject({ status: 'active' })
    expect(await grantsOf(user.id)).toHaveLength(1)
  })

  test('A subscription by bank costs no fee and grants as clearing until the money arrives', async () => {
    const user = await payingRider(provider, 'pm_usBankAccount_success')
    await createSubscription(user.id, await monthlyPurchase({ method: 'us_bank_account' }))
    await sandbox.idle()
    expect(await grantsOf(user.id)).toMatchObject([{ status: 'clearing' }])
    await sandbox.flush()
    expect(await grantsOf(user.id)).toMatchObject([{ status: 'active' }])
    const [payment] = await paymentsOf(user.id)
    expect([payment?.amount.toFixed(2), payment?.fee.toFixed(2)]).toEqual(['309.00', '0.00'])
  })
})

describe('A subscription from month to month', () => {
  test('A subscription renews on the 1st with one grant a month, over month ends and February', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    for (let month = 0; month < 3; month++) await goToNextMonth()
    const grants = await grantsOf(user.id)
    expect(grants).toHaveLength(4)
    const months = grants.map(({ validFrom }) => validFrom.toISOString().slice(0, 7))
    expect(new Set(months).size).toBe(4)
    for (const grant of grants.slice(1)) {
      expect(grant.validFrom.getUTCDate()).toBe(1)
      expect(new Date(grant.validTo.getTime() + 86_400_000).getUTCDate()).toBe(1)
    }
    expect((await paymentsOf(user.id)).map(({ amount }) => amount.toFixed(2))).toEqual(Array(4).fill('318.27'))
  })

  test('Renewals stay on the 1st when the clocks change', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    const first = monthStart(today())
    for (let month = 0; month < 10; month++) await goToNextMonth()
    begin = `${addMonths(monthStart(today()), 2).slice(0, 8)}10`
    const renewals = (await grantsOf(user.id)).slice(1).map(({ validFrom }) => validFrom.toISOString().slice(0, 10))
    expect(renewals).toEqual(Array.from({ length: 10 }, (_, i) => addMonths(first, i + 1)))
  })

  test('A change applies from the next month on, with its fee', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await changeSubscription(user.id, { packageId: await packageId('Package 2 - Premium'), addOns: [] })
    expect(await allowanceOf(user.id, today())).toMatchObject({ lessons: { allowed: 4 }, hacks: { allowed: 2 } })
    await goToNextMonth()
    expect(await allowanceOf(user.id, today())).toMatchObject({ lessons: { allowed: 8 }, hacks: { allowed: 0 } })
    expect((await paymentsOf(user.id)).at(-1)?.amount.toFixed(2)).toBe('412.00')
  })

  test('The fee goes when a bank account becomes the default, and comes back with a card', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    const card = (await listPaymentMethods(user.id))[0]!.id
    const bank = await saveMethod(provider, user.id, 'pm_usBankAccount_success')
    await setDefaultMethod(user.id, bank)
    await goToNextMonth()
    await sandbox.flush()
    expect((await paymentsOf(user.id)).at(-1)?.amount.toFixed(2)).toBe('309.00')
    await setDefaultMethod(user.id, card)
    await goToNextMonth()
    expect((await paymentsOf(user.id)).at(-1)?.amount.toFixed(2)).toBe('318.27')
  })

  test('An unpaid month is past due and granted only when the family pays', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    const failing = await saveMethod(provider, user.id, 'pm_card_chargeCustomerFail')
    await setDefaultMethod(user.id, failing)
    await goToNextMonth()
    expect(await rowOf(user.id)).toMatchObject({ status: 'past_due' })
    expect(await allowanceOf(user.id, today())).toMatchObject({ lessons: { allowed: 0 } })
    const intentId = (await openInvoiceSecret(user.id))!.split('_secret_')[0]!
    await provider.stripe.paymentIntents.confirm(intentId, {
      payment_method: 'pm_card_visa',
      return_url: 'http://x.test/',
    })
    await sandbox.idle()
    expect(await rowOf(user.id)).toMatchObject({ status: 'active' })
    expect(await allowanceOf(user.id, today())).toMatchObject({ lessons: { allowed: 4 } })
  })

  test('A canceled subscription ends with the paid month', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await cancelSubscription(user.id)
    expect(await rowOf(user.id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    await goToNextMonth()
    expect(await rowOf(user.id)).toMatchObject({ status: 'canceled' })
    expect(await grantsOf(user.id)).toHaveLength(1)
  })

  test('A cancellation at the provider reaches our row', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await provider.stripe.subscriptions.cancel((await rowOf(user.id)).stripeSubscriptionId!)
    await sandbox.idle()
    expect(await rowOf(user.id)).toMatchObject({ status: 'canceled' })
  })
})

describe('Saved methods', () => {
  test('The method that pays a subscription cannot be deleted, but another can', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    const other = await saveMethod(provider, user.id, 'pm_card_mastercard')
    const paying = (await listPaymentMethods(user.id)).find(({ inUse }) => inUse)!
    await expect(deleteMethod(user.id, paying.id)).rejects.toMatchObject({ status: 409 })
    await deleteMethod(user.id, other)
    expect((await listPaymentMethods(user.id)).map(({ id }) => id)).toEqual([paying.id])
  })

  test('Another family cannot access saved methods', async () => {
    const [owner, stranger] = [await payingRider(provider), await payingRider(provider)]
    const [method] = await listPaymentMethods(owner.id)
    await expect(deleteMethod(stranger.id, method!.id)).rejects.toMatchObject({ status: 404 })
    await expect(setDefaultMethod(stranger.id, method!.id)).rejects.toMatchObject({ status: 404 })
  })
})
