import { expect, test } from 'vitest'
import { newNonce, placeOrder } from '~/models/money/payments/order.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { saveFee } from '~/models/school/school.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { loader as portal } from '~/routes/portal/home/home'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider, signedIn } from '../../../../test/factories'
import {
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
  payWith,
  saveMethod,
} from '../../../../test/payments'
import { loader as success } from '../pay/success'
import { action, loader } from './purchase'
import { loader as review, action as start } from './review'

const { provider, goTo, goToInstant } = openTestProvider()

await seedCatalog()

test('a purchase that is sent again after it was paid says so, and charges nothing', async () => {
  const family = await signedIn(await rider())
  const fields = {
    package: String(await packageId()),
    start: 'this-month',
    method: 'card',
    paymentType: 'one-time',
    nonce: 'a-nonce-of-sixteen-letters',
  }
  const first = (await family.post(action, '/purchase', fields)).headers.get('Location') ?? ''
  const intent = new URLSearchParams(first.split('?')[1]).get('payment_intent_id') ?? ''
  await payWith(provider, intent)
  await syncPayment(intent)
  const again = await family.post(action, '/purchase', fields)
  expect(again).toRedirect(`/payment-success?payment_intent=${intent}`)
  await expect(family).toToast('Purchase Successful!', { type: 'success' })
})

test('a subscription on a saved card is not charged at a price that the page did not show', async () => {
  const user = await payingRider(provider)
  const family = await signedIn(user)
  const id = String(await packageId())
  const page = async () => String((await family.get(loader, '/purchase')).body.catalog.version)
  const subscribe = (prices: string, nonce: string) =>
    family.post(start, '/purchase/review', {
      package: id,
      start: 'this-month',
      method: 'card',
      paymentType: 'recurring',
      nonce,
      prices,
    })
  const shown = await page()
  await saveFee((await admin()).id, { feeRate: 500, feeScope: 'all_cards' })
  const { headers } = await subscribe(shown, 'a-nonce-of-sixteen-letters')
  expect(headers.get('Location')).toMatch(new RegExp(`^/purchase\\?.*package=${id}`))
  await expect(family).toToast('Prices have changed')
  expect(await prisma.order.count({ where: { userId: user.id } })).toBe(0)
  await subscribe(await page(), 'another-nonce-of-sixteen')
  const { amount } = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
  expect(amount.toFixed(2)).toBe('231.00')
  await prisma.school.deleteMany()
})

test('A purchase begins with the default method of the family, unless the address names one', async () => {
  const user = await payingRider(provider, 'pm_usBankAccount_success')
  await saveMethod(provider, user.id)
  const family = await signedIn(user)
  const shop = async (query = '') => (await family.get(loader, `/purchase${query}`)).body.selection.method
  const home = async (query = '') => (await family.get(portal, `/${query}`)).body.content.shop.selection.method
  expect([await shop(), await home()]).toEqual(['us_bank_account', 'us_bank_account'])
  expect([await shop('?method=card'), await home('?method=card')]).toEqual(['card', 'card'])
  expect(await (await signedIn(await rider())).get(loader, '/purchase')).toMatchObject({
    body: { selection: { method: 'card' } },
  })
})

test('A form that showed another month as "Next Month" leads back with the choice, and buys nothing', async () => {
  goTo('2028-01-31', 23)
  const user = await rider()
  const family = await signedIn(user)
  const shown = (await family.get(loader, '/purchase')).body
  expect(shown.today).toBe('2028-01-31')
  const month = '2028-01-01'
  const id = String(await packageId())
  const fields = { package: id, start: 'next-month', method: 'card', paymentType: 'one-time', month }
  goTo('2028-02-01', 0.1)
  const { headers } = await family.post(action, '/purchase', { ...fields, nonce: 'a-nonce-of-sixteen-letters' })
  expect(headers.get('Location')).toBe(`/purchase?package=${id}&start=next-month&method=card&paymentType=one-time`)
  await expect(family).toToast('The month has changed', {
    description:
      'It’s February 2028 now. Please check when your purchase starts. Nothing was charged, and we’ve saved your selection.',
  })
  expect(await prisma.order.count({ where: { userId: user.id } })).toBe(0)
})

test('A family places 30 orders an hour, and then waits', async () => {
  const user = await rider()
  const purchase = await monthlyPurchase()
  const place = () =>
    placeOrder(user.id, { ...purchase, nonce: newNonce() }, { today: today(), feeRate: 300, feeScope: 'all_cards' })
  for (let i = 0; i < 30; i++) await place()
  await expect(place()).rejects.toBeRefused('too_many_tries', 'Please try again in')
  expect(await prisma.order.count({ where: { userId: user.id } })).toBe(30)
  goToInstant(now().getTime() + 60 * 60 * 1000)
  await place()
  const again = { ...purchase, nonce: newNonce() }
  for (let i = 0; i < 40; i++) await placeOrder(user.id, again, { today: today(), feeRate: 300, feeScope: 'all_cards' })
  expect(await prisma.order.count({ where: { userId: user.id } })).toBe(32)
})

test('A subscription that a saved debit card will pay is shown, and charged, without the fee', async () => {
  await saveFee((await admin()).id, { feeRate: 300, feeScope: 'credit_cards' })
  const user = await payingRider(provider, 'pm_card_visa_debit')
  const family = await signedIn(user)
  const { monthlyFeeRate, catalog, feeRate } = (await family.get(loader, '/purchase')).body
  expect([monthlyFeeRate, feeRate]).toEqual([0, 300])
  const fields = { package: String(await packageId()), start: 'this-month', method: 'card', paymentType: 'recurring' }
  const shown = (await family.get(review, `/purchase/review?${new URLSearchParams(fields)}`)).body
  expect(shown).toMatchObject({ dueToday: 22_000, method: expect.stringContaining('Visa') })
  const subscribe = (rate: string, nonce: string) =>
    family.post(start, '/purchase/review', { ...fields, nonce, prices: String(catalog.version), monthlyFeeRate: rate })
  await subscribe('300', 'a-nonce-of-sixteen-letters')
  await expect(family).toToast('Prices have changed')
  expect(await prisma.order.count({ where: { userId: user.id } })).toBe(0)
  await subscribe('0', 'another-nonce-of-sixteen')
  const { amount } = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
  expect(amount.toFixed(2)).toBe('220.00')
  await prisma.school.deleteMany()
})

test('A subscription is reviewed before it is charged, and ends on a page with what comes next', async () => {
  const user = await payingRider(provider)
  const family = await signedIn(user)
  const choice = { package: String(await packageId()), start: 'this-month', method: 'card', paymentType: 'recurring' }
  const asked = await family.post(action, '/purchase', { ...choice, nonce: newNonce() })
  const address = asked.headers.get('Location') ?? ''
  expect(address).toBe(`/purchase/review?${new URLSearchParams(choice)}`)
  expect(await prisma.order.count({ where: { userId: user.id } })).toBe(0)
  const { fields, dueToday } = (await family.get(review, address)).body
  expect(dueToday).toBe(22_660)
  const [one, two] = await Promise.all([1, 2].map(() => family.post(start, '/purchase/review', fields)))
  for (const { headers } of [one!, two!]) expect(headers.get('Location')).toBe('/payment-success?subscription=started')
  expect(await prisma.paymentTransaction.count({ where: { userId: user.id } })).toBe(1)
  const onward = (await family.get(success, '/payment-success?subscription=started')).headers.get('Location') ?? ''
  const { body } = await family.get(success, onward)
  expect(body).toMatchObject({
    state: 'paid',
    total: '$226.60',
    items: ['Package 1 - Basic'],
    next: { amount: '$226.60' },
  })
  expect(body.receiptId).toEqual(expect.any(Number))
})

test('A subscription of next month says when its first payment comes', async () => {
  const user = await payingRider(provider)
  const family = await signedIn(user)
  const choice = { package: String(await packageId()), start: 'next-month', method: 'card', paymentType: 'recurring' }
  const { fields, dueToday } = (await family.get(review, `/purchase/review?${new URLSearchParams(choice)}`)).body
  expect(dueToday).toBe(0)
  await family.post(start, '/purchase/review', fields)
  const { body } = await family.get(success, '/payment-success?subscription=started')
  expect(body).toMatchObject({ state: 'scheduled', items: ['Package 1 - Basic'], next: { amount: '$226.60' } })
})

test('The end of a purchase says for which child a subscription was started', async () => {
  const { adam, zoe, family } = await motherOfTwo()
  for (const [child, month] of [
    [adam, 'next-month'],
    [zoe, 'this-month'],
  ] as const) {
    const choice = await monthlyFields({ start: month, rider: child.id })
    const { fields } = (await family.get(review, reviewOf(choice))).body
    const done = (await family.post(start, '/purchase/review', fields)).headers.get('Location') ?? ''
    const first = await family.get(success, done)
    const { body } = month === 'next-month' ? first : await family.get(success, first.headers.get('Location') ?? '')
    expect(body.items).toEqual([`${child.firstName}: Package 1 - Basic`])
  }
})

test('The portal links to the school’s own place for what is not listed, if there is one', async () => {
  const family = await signedIn(await rider())
  const { externalPaymentUrl: before } = getEnv()
  const shown = async () => (await family.get(portal, '/')).body.externalPaymentUrl
  expect(await shown()).toBeNull()
  Object.assign(getEnv(), { externalPaymentUrl: 'https://pay.example/school' })
  expect(await shown()).toBe('https://pay.example/school')
  Object.assign(getEnv(), { externalPaymentUrl: before })
})

const monthlyFields = async (part: Record<string, string> = {}) => ({
  package: String(await packageId()),
  start: 'this-month',
  method: 'card',
  paymentType: 'recurring',
  ...part,
})
const reviewOf = (fields: Record<string, string>) => `/purchase/review?${new URLSearchParams(fields)}`
/** A mother who pays, and the two children for whom she buys. */
async function motherOfTwo() {
  const mother = await payingRider(provider)
  const [adam, zoe] = [
    await rider({ firstName: 'Adam', email: null, guardianId: mother.id }),
    await rider({ firstName: 'Zoe', email: null, guardianId: mother.id }),
  ]
  return { mother, adam, zoe, family: await signedIn(mother) }
}

test('The card that the review shows is the card that is charged; if it is another by now, the review is shown again', async () => {
  const user = await payingRider(provider)
  const family = await signedIn(user)
  const { fields, method } = (await family.get(review, reviewOf(await monthlyFields()))).body
  expect(method).toContain('Visa')
  const other = await saveMethod(provider, user.id, 'pm_card_mastercard')
  const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
  await provider.stripe.customers.update(stripeCustomerId!, { invoice_settings: { default_payment_method: other } })
  const { headers } = await family.post(start, '/purchase/review', fields)
  expect(headers.get('Location')).toBe(reviewOf(await monthlyFields()))
  await expect(family).toToast('Please review again')
  expect(await prisma.order.count({ where: { userId: user.id } })).toBe(0)
  const again = (await family.get(review, reviewOf(await monthlyFields()))).body
  expect(again.method).toContain('Mastercard')
  await family.post(start, '/purchase/review', again.fields)
  expect(await prisma.paymentTransaction.findFirst({ where: { userId: user.id } })).toMatchObject({
    status: 'succeeded',
    paymentMethod: expect.stringContaining('Mastercard'),
  })
})

test('“Every month” from an older tab leads to the subscription that runs by now, and sells no month a second time', async () => {
  const { mother, adam, family } = await motherOfTwo()
  const fields = await monthlyFields({ rider: adam.id })
  const { fields: shown } = (await family.get(review, reviewOf(fields))).body
  await family.post(start, '/purchase/review', shown)
  const older = await family.post(action, '/purchase', { ...fields, nonce: newNonce() })
  const onward = await family.get(review, older.headers.get('Location') ?? '')
  expect(onward).toRedirect(`/subscription?rider=${adam.id}`)
  await expect(family).toToast('You already have a subscription')
  expect(await prisma.order.count({ where: { userId: mother.id } })).toBe(1)
})

test('What was chosen for the other child is named in the review, and waits after the subscription is paid', async () => {
  const { adam, zoe, family } = await motherOfTwo()
  const id = String(await packageId())
  const fields = await monthlyFields({ rider: zoe.id, [`also-${adam.id}`]: `p${id}` })
  const shown = (await family.get(review, reviewOf(fields))).body
  expect(shown.waiting).toEqual(['Adam'])
  const started = await family.post(start, '/purchase/review', shown.fields)
  const onward = await family.get(success, started.headers.get('Location') ?? '')
  const { body } = await family.get(success, onward.headers.get('Location') ?? '')
  expect(body).toMatchObject({ state: 'paid', more: { name: 'Adam' } })
  const next = (await family.get(loader, body.more.to)).body.selection
  expect(next).toMatchObject({ riderId: adam.id, packageId: Number(id), others: {} })
})

test('More than 19 different things are refused before the provider is asked, in a subscription and in a change of it', async () => {
  const user = await payingRider(provider)
  const made = Array.from({ length: 20 }, (_, i) => ({
    name: `Extra ${i}`,
    type: 'hack',
    price: '1.01',
    isRecurring: true,
  }))
  await prisma.addOn.createMany({ data: made })
  const extras = await prisma.addOn.findMany({ where: { name: { startsWith: 'Extra ' }, type: 'hack' }, take: 20 })
  const call = await signedIn(user)
  const addOns = extras.map(({ id }) => ({ addOnId: id, quantity: 1 }))
  const message = 'A subscription can have up to 19 different items. Please choose fewer.'
  const create = (count: number) =>
    call.api('/api/subscriptions/create', { method: 'POST', body: { addOns: addOns.slice(0, count) } })
  expect(await create(20)).toMatchObject({ status: 400, body: { message } })
  expect(await prisma.order.count({ where: { userId: user.id } })).toBe(0)
  expect(await create(19)).toMatchObject({ status: 200, body: { success: true } })
  const change = await call.api('/api/subscriptions', { method: 'PUT', body: { addOns } })
  expect(change).toMatchObject({ status: 400, body: { message } })
  await prisma.addOn.deleteMany({ where: { name: { startsWith: 'Extra 19' } } })
})

test('A subscription that the provider refuses for good frees its place at once, and a product archived there is sold again', async () => {
  const user = await payingRider(provider)
  const family = await signedIn(user)
  const product = `stirrup_package_${await packageId()}`
  await provider.stripe.products.update(product, { active: false })
  const { fields } = (await family.get(review, reviewOf(await monthlyFields()))).body
  const refused = await family.post(start, '/purchase/review', fields)
  expect(refused).toMatchObject({ status: 410, body: { error: expect.stringContaining('nothing was charged') } })
  const { status } = await prisma.subscription.findFirstOrThrow({ where: { userId: user.id } })
  expect(status).toBe('incomplete_expired')
  const again = await family.post(start, '/purchase/review', { ...fields, nonce: refused.body.nonce })
  expect(again.headers.get('Location')).toContain('/payment-success?subscription=started')
  expect((await provider.stripe.products.retrieve(product)).active).toBe(true)
})
