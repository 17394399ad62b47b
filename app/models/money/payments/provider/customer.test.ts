import Stripe from 'stripe'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listPaymentMethods, openPortal, startSetup } from '~/models/money/methods/payment-methods.server'
import { buy, type StartedPayment, startCheckout } from '~/models/money/paying/payments.server'
import { findOwnOrder } from '~/models/money/payments/order.server'
import { updateProfile } from '~/models/people/accounts/profile.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as portalAction } from '~/routes/portal/profile/payment-portal'
import { seedCatalog } from '../../../../../prisma/seed/catalog'
import { rider, signedIn } from '../../../../../test/factories'
import { monthlyPurchase, openTestProvider, payingRider } from '../../../../../test/payments'
import { ensureCustomer, sendContact } from './customer.server'

const { sandbox, provider } = openTestProvider()
const { stripe } = provider

const customerIdOf = async (userId: string) =>
  (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).stripeCustomerId

beforeEach(async () => {
  await seedCatalog()
  setClock(null)
  sandbox.clock.set(null)
})

describe('A customer that the provider no longer has', () => {
  test.each([
    ['One that was deleted there', (id: string) => stripe.customers.del(id)],
    ['One of another account or mode', async () => sandbox.forget()],
  ])('%s is forgotten with an entry in the audit log, and the family can continue', async (_, lose) => {
    const user = await payingRider(provider)
    const before = (await customerIdOf(user.id))!
    await lose(before)
    expect(await listPaymentMethods(user.id)).toEqual([])
    expect(await customerIdOf(user.id)).toBeNull()
    const [note] = await prisma.auditEntry.findMany({ where: { action: 'customer.forget', entityId: user.id } })
    expect(note?.detail).toEqual({ customer: before })
    const { paymentIntentId } = (await buy(user.id, await monthlyPurchase())) as StartedPayment
    const { customer } = await stripe.paymentIntents.retrieve(paymentIntentId)
    expect(customer).not.toBe(before)
    expect(customer).toBe(await customerIdOf(user.id))
  })

  test('A purchase whose answer was lost continues though its customer was deleted before the next try', async () => {
    const lose = () => {
      for (let tries = 0; tries < 3; tries++) {
        sandbox.faults.failNext('timeout_after', { method: 'POST', path: /(payment_intents|sessions)$/ })
      }
    }
    const purchase = await monthlyPurchase()
    const user = await payingRider(provider)
    lose()
    await expect(buy(user.id, purchase)).rejects.toMatchObject({ status: 503 })
    await stripe.customers.del((await customerIdOf(user.id))!)
    const { paymentIntentId } = (await buy(user.id, purchase)) as StartedPayment
    const { customer } = await stripe.paymentIntents.retrieve(paymentIntentId)
    expect(customer).toBe(await customerIdOf(user.id))
    const { id } = await prisma.order.findFirstOrThrow({ where: { userId: user.id } })
    const order = async () => (await findOwnOrder(user.id, { id }))!
    const urls = { success: 'http://stirrup.test/', cancel: 'http://stirrup.test/' }
    lose()
    await expect(startCheckout(await order(), urls)).rejects.toThrow()
    await stripe.customers.del(String(customer))
    expect(await startCheckout(await order(), urls)).toContain('/c/pay/')
  })

  test('A family that goes straight to paying, saving or the portal gets a new customer', async () => {
    for (const go of [
      async (userId: string) => buy(userId, await monthlyPurchase()),
      (userId: string) => startSetup(userId, 'card'),
      (userId: string) => openPortal(userId, 'http://stirrup.test/'),
    ]) {
      const user = await payingRider(provider)
      const before = (await customerIdOf(user.id))!
      await stripe.customers.del(before)
      await go(user.id)
      expect(await customerIdOf(user.id)).toMatch(/^cus_/)
      expect(await customerIdOf(user.id)).not.toBe(before)
    }
  })
})

test('A provider page that its owner has not set up gives a notice where it was requested, not an error page', async () => {
  const visitor = await signedIn(await payingRider(provider))
  const refused = new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    message: 'No configuration provided and your test mode default configuration has not been created.',
  })
  vi.spyOn(stripe.billingPortal.sessions, 'create').mockRejectedValueOnce(refused)
  const answer = await visitor.post(portalAction, '/profile/payment-portal', {})
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/profile'])
  expect((await visitor.page()).toast?.description).toMatch(/^Failed to open Stripe portal/)
})

describe('The contact data of a customer', () => {
  test('A customer whose answer was lost is found again although the family changed its phone number in the meantime', async () => {
    const user = await rider()
    const lost = 3
    for (let i = 0; i < lost; i++) sandbox.faults.failNext('timeout_after', { method: 'POST', path: /customers$/ })
    await expect(ensureCustomer(user.id)).rejects.toThrow()
    await updateProfile(user.id, { phone: '555-0100-999' })
    const id = await ensureCustomer(user.id)
    expect(await stripe.customers.retrieve(id)).toMatchObject({ phone: '555-0100-999', metadata: { userId: user.id } })
    const all = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
    expect(all.filter(({ metadata }) => metadata.userId === user.id)).toHaveLength(1)
  })

  test('A new address, name and phone number reach the provider with the profile', async () => {
    const user = await rider()
    const id = await ensureCustomer(user.id)
    const email = `new.${user.id}@example.org`
    await updateProfile(user.id, { firstName: 'Ada', lastName: 'Byron', phone: '555-0100-777' })
    await prisma.user.update({ where: { id: user.id }, data: { email } })
    await sendContact(user.id)
    expect(await stripe.customers.retrieve(id)).toMatchObject({ email, name: 'Ada Byron', phone: '555-0100-777' })
  })

  test('A profile is saved although the provider does not answer, which gets it with the next payment', async () => {
    const user = await rider()
    const id = await ensureCustomer(user.id)
    await updateProfile(user.id, { phone: '555-0100-555' })
    sandbox.faults.failNext('timeout_before', { method: 'POST', path: /customers/ })
    await sendContact(user.id)
    expect(await stripe.customers.retrieve(id)).not.toMatchObject({ phone: '555-0100-555' })
    await buy(user.id, await monthlyPurchase())
    expect(await stripe.customers.retrieve(id)).toMatchObject({ phone: '555-0100-555' })
  })
})
