import { beforeEach, describe, expect, test } from 'vitest'
import { listPaymentMethods } from '~/models/money/methods/payment-methods.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { setPaymentProvider } from '~/services/stripe/stripe.server'
import { fromDbDate } from '~/utils/dates'
import { seedCatalog } from '../../prisma/seed/catalog'
import { rider, signedIn } from '../../test/factories'
import { addOnId, openTestProvider, packageId, payWith, saveMethod } from '../../test/payments'
import { Visitor } from '../../test/visitor'

const { sandbox, provider } = openTestProvider()
const NOW = '2027-01-10T17:00:00Z'

beforeEach(async () => {
  setClock(NOW)
  sandbox.clock.set(Date.parse(NOW) / 1000)
  await seedCatalog()
})
async function caller(token: string | null = 'pm_card_visa') {
  const user = await rider()
  if (token) await saveMethod(provider, user.id, token)
  return { user, call: await signedIn(user) }
}

const basicWithHacks = async () => ({
  packageId: await packageId(),
  packagePaymentType: 'recurring',
  addOns: [{ addOnId: await addOnId(), quantity: 2, paymentType: 'recurring' }],
  startDate: 'this-month',
})
const path = '/api/subscriptions'

describe('a subscription by API', () => {
  test('It is created, read, changed and canceled', async () => {
    const { call } = await caller()
    expect(await call.api(`${path}/user`)).toMatchObject({ status: 200, body: null })
    expect(await call.api(`${path}/create`, { method: 'POST', body: await basicWithHacks() })).toMatchObject({
      status: 200,
      body: { success: true, requiresPayment: false, message: 'Subscription Created' },
    })
    expect((await call.api(`${path}/user`)).body).toMatchObject({
      status: 'active',
      lessonsUsed: 0,
      hacksUsed: 0,
      hackAddons: 2,
      package: { name: 'Package 1 - Basic', price: 220, lessonsPerMonth: 4, makeupLessons: 1 },
      monthlyPrice: 318.27,
    })
    expect((await call.api('/api/user-addons')).body).toMatchObject([
      { id: expect.any(Number), addOn: { name: 'Hack' } },
    ])
    const change = { packageId: null, addOns: [{ addOnId: await addOnId(), quantity: 1, paymentType: 'recurring' }] }
    expect(await call.api(path, { method: 'PUT', body: change })).toMatchObject({
      status: 200,
      body: { redirectToPayment: false, clientSecret: null, message: 'Subscription updated successfully!' },
    })
    expect((await call.api(`${path}/user`)).body).toMatchObject({ package: null, monthlyPrice: 45.84 })
    expect(await call.api(path, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { message: 'Subscription cancelled successfully' },
    })
    expect((await call.api(`${path}/user`)).body).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('It starts from a list of items, and asks for a payment method first', async () => {
    const { user, call } = await caller(null)
    const body = { items: [{ type: 'package', id: await packageId(), quantity: 1, paymentType: 'recurring' }] }
    expect((await call.api(path, { method: 'POST', body })).body).toMatchObject({
      requiresPayment: true,
      setupClientSecret: expect.stringMatching(/^seti_.*_secret_/),
    })
    await saveMethod(provider, user.id)
    expect((await call.api(path, { method: 'POST', body })).body).toMatchObject({
      success: true,
      requiresPayment: false,
    })
  })

  test('It returns the client secret of a first payment that was declined, and refuses changes until it is paid', async () => {
    const { call } = await caller('pm_card_chargeCustomerFail')
    const { body } = await call.api(`${path}/create`, { method: 'POST', body: await basicWithHacks() })
    expect(body).toMatchObject({ requiresPayment: true, clientSecret: expect.stringMatching(/^pi_.*_secret_/) })
    const change = { packageId: await packageId(), addOns: [] }
    expect(await call.api(path, { method: 'PUT', body: change })).toEqual(
      expect.objectContaining({
        status: 409,
        body: {
          code: 'first_payment_due',
          message:
            "Your first payment hasn't gone through yet. Pay it now, or cancel the subscription and choose again.",
        },
      }),
    )
    const paymentIntentId = body.clientSecret.split('_secret_')[0]
    const { call: stranger } = await caller()
    expect((await stranger.api('/api/payment/confirm', { method: 'POST', body: { paymentIntentId } })).status).toBe(404)
    await payWith(provider, paymentIntentId)
    expect((await call.api('/api/payment/confirm', { method: 'POST', body: { paymentIntentId } })).body).toMatchObject({
      success: true,
    })
  })

  test('Of ten simultaneous calls with the same nonce, one creates it', async () => {
    const { user, call } = await caller()
    const body = { ...(await basicWithHacks()), nonce: crypto.randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call.api(`${path}/create`, { method: 'POST', body })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await sandbox.idle()
    expect(await prisma.grant.count({ where: { userId: user.id } })).toBe(1)
    expect((await call.api(`${path}/create`, { method: 'POST', body: await basicWithHacks() })).status).toBe(409)
  })

  test.each([
    ['nothing', {}],
    ['no item', { items: [] }],
    ['an unknown package', { packageId: 99_999 }],
    ['a package of text', { packageId: 'x' }],
    ['-1 of an add-on', { addOns: [{ addOnId: 1, quantity: -1 }] }],
    ['11 of an add-on', { addOns: [{ addOnId: 1, quantity: 11 }] }],
    ['half of an add-on', { addOns: [{ addOnId: 1, quantity: 0.5 }] }],
    [
      'an add-on twice',
      {
        addOns: [
          { addOnId: 1, quantity: 1 },
          { addOnId: 1, quantity: 1 },
        ],
      },
    ],
    ['a one-time package', { packageId: 1, packagePaymentType: 'one-time' }],
    ['a start that is none', { packageId: 1, startDate: 'yesterday' }],
    ['two packages', { items: [1, 2].map((id) => ({ type: 'package', id, quantity: 1 })) }],
  ])('A subscription of %s is refused with a message', async (_, body) => {
    const { user, call } = await caller()
    const answer = await call.api(`${path}/create`, { method: 'POST', body })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    expect(await prisma.subscription.count({ where: { userId: user.id } })).toBe(0)
  })

  test('Amounts in a body are ignored', async () => {
    const { user, call } = await caller()
    await call.api(`${path}/create`, {
      method: 'POST',
      body: { ...(await basicWithHacks()), total: 1, price: 1, amount: 1 },
    })
    const row = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
    expect(row.amount.toFixed(2)).toBe('318.27')
  })

  test('It answers 401 without a sign-in, 503 without a provider, and 404 without a subscription', async () => {
    expect((await new Visitor().api(`${path}/create`, { method: 'POST', body: {} })).status).toBe(401)
    expect((await new Visitor().api(`${path}/user`)).status).toBe(401)
    const { call } = await caller()
    expect((await call.api(path, { method: 'DELETE' })).status).toBe(404)
    expect((await call.api(path, { method: 'PUT', body: { packageId: 1 } })).status).toBe(404)
    expect((await call.api(path)).status).toBe(405)
    setPaymentProvider(null)
    try {
      expect((await call.api(`${path}/create`, { method: 'POST', body: await basicWithHacks() })).status).toBe(503)
    } finally {
      setPaymentProvider(provider)
    }
  })

  test.each([
    ['a day of this month', '2027-01-31', ['2027-01-10', '2027-01-31']],
    ['a day of the next month', '2027-02-14', ['2027-02-01', '2027-02-28']],
    ['the last month of a year ahead', '2028-01-31', ['2028-01-01', '2028-01-31']],
  ])('A purchase starts in %s', async (_, startDate, days) => {
    const { user, call } = await caller()
    const items = [{ type: 'package', id: await packageId(), quantity: 1 }]
    const body = { items, startDate, method: 'us_bank_account' }
    expect((await call.api('/api/payment/create', { method: 'POST', body })).status).toBe(200)
    const order = await prisma.order.findFirstOrThrow({ where: { userId: user.id } })
    expect([fromDbDate(order.validFrom), fromDbDate(order.validTo)]).toEqual(days)
    expect([order.fee.toFixed(2), order.total.toFixed(2)]).toEqual(['0.00', '220.00'])
  })

  test('A subscription starts on the first of a month that a day names', async () => {
    const { call } = await caller()
    const body = { ...(await basicWithHacks()), startDate: '2027-04-15' }
    expect((await call.api(`${path}/create`, { method: 'POST', body })).status).toBe(200)
    expect((await call.api(`${path}/user`)).body).toMatchObject({ status: 'trialing', currentPeriodEnd: '2027-04-01' })
  })

  test.each(['2026-12-31', '2028-02-01', '2027-02-30', 'soon'])('A start of %s is refused', async (startDate) => {
    const { call } = await caller()
    const items = [{ type: 'package', id: await packageId(), quantity: 1 }]
    for (const address of ['/api/payment/create', `${path}/create`]) {
      const answer = await call.api(address, { method: 'POST', body: { items, startDate } })
      expect(answer).toMatchObject({
        status: 400,
        body: {
          message: expect.stringContaining('Start Date not understood: it is this-month, next-month, or a day'),
        },
      })
    }
    const without = await call.api('/api/payment/create', { method: 'POST', body: { items } })
    expect(without.body.message).toContain('Missing Start Date')
  })

  test('A monthly item is refused as a one-time purchase', async () => {
    const { call } = await caller()
    const items = [{ type: 'package', id: await packageId(), quantity: 1, paymentType: 'recurring' }]
    const answer = await call.api('/api/payment/create', { method: 'POST', body: { items, startDate: 'this-month' } })
    expect(answer.status).toBe(400)
  })
})

describe('payment methods by API', () => {
  test('Only their family can list, choose and delete them', async () => {
    const { user, call } = await caller()
    const second = await saveMethod(provider, user.id, 'pm_usBankAccount_success')
    const { body } = await call.api('/api/payment-methods')
    expect(body.paymentMethods).toMatchObject([
      { type: 'card', label: 'Visa •••• 4242', isDefault: true },
      { type: 'us_bank_account', isDefault: false },
    ])
    const { call: stranger } = await caller()
    const theirs = `/api/payment-methods/${second}`
    expect((await stranger.api(theirs, { method: 'DELETE' })).status).toBe(404)
    expect((await stranger.api(`${theirs}/set-default`, { method: 'POST' })).status).toBe(404)
    expect(await call.api(`/api/payment-methods/${second}/set-default`, { method: 'POST' })).toMatchObject({
      body: { message: 'Default Payment Method Updated' },
    })
    const first = body.paymentMethods[0].id
    expect(await call.api(`/api/payment-methods/${first}`, { method: 'DELETE' })).toMatchObject({
      body: { message: 'Payment Method Deleted' },
    })
    expect(await listPaymentMethods(user.id)).toMatchObject([{ id: second, isDefault: true }])
  })

  test('They are added with a setup intent, or on the provider’s page', async () => {
    const { call } = await caller(null)
    const body = { payment_method_types: ['us_bank_account'] }
    const { clientSecret } = (await call.api('/api/setup-intent', { method: 'POST', body })).body
    const intent = await provider.stripe.setupIntents.retrieve(clientSecret.split('_secret_')[0])
    expect(intent.payment_method_types).toEqual(['us_bank_account'])
    expect(
      (await call.api('/api/setup-intent', { method: 'POST', body: { payment_method_types: ['cash'] } })).status,
    ).toBe(400)
    expect((await call.api('/api/create-portal-session', { method: 'POST' })).body).toMatchObject({
      url: expect.stringMatching(/^http/),
    })
  })

  test('The first one that a program saves is the default, and a second one is not', async () => {
    const { call } = await caller(null)
    const save = async (payment_method: string) => {
      const { clientSecret } = (await call.api('/api/setup-intent', { method: 'POST', body: {} })).body
      await provider.stripe.setupIntents.confirm(clientSecret.split('_secret_')[0], {
        payment_method,
        return_url: 'http://stirrup.test/',
      })
      await sandbox.idle()
    }
    await save('pm_card_visa')
    await save('pm_card_mastercard')
    const { paymentMethods } = (await call.api('/api/payment-methods')).body
    expect(paymentMethods).toMatchObject([
      { label: 'Visa •••• 4242', isDefault: true },
      { label: 'Mastercard •••• 4444', isDefault: false },
    ])
  })

  test('Each family can start twenty an hour', async () => {
    const [{ call }, other] = [await caller(null), await caller(null)]
    const body = { payment_method_types: ['card'] }
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => call.api('/api/setup-intent', { method: 'POST', body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 429, 429])
    expect((await other.call.api('/api/setup-intent', { method: 'POST', body })).status).toBe(200)
  })
})
