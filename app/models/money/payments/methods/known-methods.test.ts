import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteMethod, setDefaultMethod } from '~/models/money/methods/default-method.server'
import {
  listPaymentMethods,
  openPortal,
  type SavedMethod,
  startSetup,
} from '~/models/money/methods/payment-methods.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as portal } from '~/routes/portal/home/home'
import { seedCatalog } from '../../../../../prisma/seed/catalog'
import { signedIn } from '../../../../../test/factories'
import { openTestProvider, payingRider, saveMethod } from '../../../../../test/payments'
import { cacheMethods, methodsMayChange } from './known-methods.server'

const { sandbox, provider, goToInstant } = openTestProvider()
const { stripe } = provider
const MINUTE = 60_000
const START = Date.parse('2026-11-20T15:00:00Z')

/** Creates a family whose card was unused for two hours, so that its portal is cached after it was opened once. */
async function family() {
  const { id } = await payingRider(provider)
  await sandbox.idle()
  goToInstant(clock + 120 * MINUTE)
  clock += 120 * MINUTE
  const visitor = await signedIn({ id })
  const shown = async () => {
    const calls = vi.spyOn(stripe.customers, 'listPaymentMethods')
    const answer = await visitor.get(portal, '/')
    const asked = calls.mock.calls.length
    calls.mockRestore()
    return { methods: answer.body.content.shop.methods as SavedMethod[] | null, asked }
  }
  const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id } })
  await shown()
  return { id, customer: stripeCustomerId!, shown, saved: (await listPaymentMethods(id))[0]!.id }
}

let clock = START
beforeEach(async () => {
  await seedCatalog()
  clock += 24 * 60 * MINUTE
  goToInstant(clock)
})

test('The portal asks the provider for the saved methods once, and not again while nothing changes', async () => {
  const { id, shown } = await family()
  const methods = await listPaymentMethods(id)
  expect(methods).toHaveLength(1)
  expect(await shown()).toEqual({ methods, asked: 0 })
  expect(await shown()).toEqual({ methods, asked: 0 })
})

describe('A change of the saved methods shows in the portal at once', () => {
  type Family = Awaited<ReturnType<typeof family>>
  test.each<[string, (family: Family) => Promise<unknown>]>([
    ['The family adds a card', async ({ id }) => saveMethod(provider, id, 'pm_card_mastercard')],
    [
      'The family chooses another default',
      async ({ id, customer }) => {
        const { id: other } = await stripe.paymentMethods.attach('pm_card_amex', { customer })
        await setDefaultMethod(id, other)
      },
    ],
    ['The family deletes a card', async ({ id, saved }) => deleteMethod(id, saved)],
    ['A card comes at the provider', ({ customer }) => stripe.paymentMethods.attach('pm_card_amex', { customer })],
    ['A card goes at the provider', ({ saved }) => stripe.paymentMethods.detach(saved)],
    [
      'A card is renewed at the provider',
      ({ saved }) => stripe.paymentMethods.update(saved, { card: { exp_month: 1, exp_year: 2040 } }),
    ],
    [
      'The default goes at the provider',
      ({ customer }) => stripe.customers.update(customer, { invoice_settings: { default_payment_method: '' } }),
    ],
    ['The customer is deleted at the provider', ({ customer }) => stripe.customers.del(customer)],
  ])('%s', async (_, change) => {
    const one = await family()
    const before = await one.shown()
    expect(before.asked).toBe(0)
    await change(one)
    await sandbox.idle()
    const { methods } = await one.shown()
    expect(methods).not.toEqual(before.methods)
    expect(methods).toEqual(await listPaymentMethods(one.id))
  })
})

test('A family that goes to save a card, to the provider’s pages or to pay is looked up each time for an hour, even before an event arrives', async () => {
  for (const go of [
    (id: string) => startSetup(id, 'card'),
    (id: string) => openPortal(id, 'http://stirrup.test/'),
    (id: string, saved: string) => setDefaultMethod(id, saved),
  ]) {
    const { id, saved, customer, shown } = await family()
    await go(id, saved)
    expect((await shown()).asked).toBe(1)
    sandbox.faults.events = 'drop'
    await stripe.paymentMethods.attach('pm_card_amex', { customer })
    expect(await shown()).toMatchObject({ asked: 1, methods: { length: 2 } })
    sandbox.faults.events = 'deliver'
    clock += 61 * MINUTE
    goToInstant(clock)
    expect(await shown()).toMatchObject({ asked: 1, methods: { length: 2 } })
    expect((await shown()).asked).toBe(0)
  }
})

test('A change without an event is noticed after a week', async () => {
  const { saved, shown } = await family()
  sandbox.faults.events = 'drop'
  await stripe.paymentMethods.detach(saved)
  sandbox.faults.events = 'deliver'
  expect((await shown()).methods).toHaveLength(1)
  setClock(new Date(clock + 7 * 24 * 60 * MINUTE))
  expect(await shown()).toEqual({ methods: [], asked: 1 })
})

test('An answer that was requested before a change is not stored', async () => {
  const { id, customer } = await family()
  const known = await prisma.knownMethods.findUniqueOrThrow({ where: { userId: id } })
  await stripe.paymentMethods.attach('pm_card_amex', { customer })
  await sandbox.idle()
  const late = { customerId: customer, methods: [] }
  await cacheMethods(id, late, {
    customerId: customer,
    methods: [],
    askedAt: 0,
    askUntil: null,
    changes: known.changes,
  })
  expect((await prisma.knownMethods.findUniqueOrThrow({ where: { userId: id } })).methods).toBeNull()
  // The very first answer may be late too.
  const first = await family()
  await prisma.knownMethods.delete({ where: { userId: first.id } })
  await methodsMayChange(first.id)
  await cacheMethods(first.id, { customerId: first.customer, methods: [] }, undefined)
  expect((await prisma.knownMethods.findUniqueOrThrow({ where: { userId: first.id } })).methods).toBeNull()
})

test('The methods of one customer are not shown for another', async () => {
  const { id, shown } = await family()
  const { id: other } = await stripe.customers.create({ metadata: { userId: randomUUID() } })
  await prisma.user.update({ where: { id }, data: { stripeCustomerId: other } })
  expect(await shown()).toEqual({ methods: [], asked: 1 })
})

test('If the provider does not answer, the portal says so, and stores nothing', async () => {
  const { id, shown } = await family()
  await methodsMayChange(id)
  clock += 61 * MINUTE
  goToInstant(clock)
  for (let i = 0; i < 10; i++) sandbox.faults.failNext(500, { method: 'GET' })
  expect((await shown()).methods).toBeNull()
  sandbox.faults.calm()
  expect((await shown()).methods).toHaveLength(1)
})
