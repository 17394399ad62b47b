import { beforeEach, describe, expect, it } from 'vitest'
import { listPaymentMethods } from '~/models/money/methods/payment-methods.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { audit } from '~/platform/audit.server'
import { setClock, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as methodSaved } from '~/routes/portal/pay/method-saved'
import { action as saveMethods } from '~/routes/portal/pay/methods'
import { loader as subscribe, action as subscribeAction } from '~/routes/portal/pay/subscribe'
import { loader as paymentSuccess } from '~/routes/portal/pay/success'
import { action as purchase } from '~/routes/portal/purchase/purchase'
import { action as review, loader as reviewed } from '~/routes/portal/purchase/review'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { rider, signedIn } from '../../../../test/factories'
import { addOnId, monthlyPurchase, openTestProvider, packageId, payWith, saveMethod } from '../../../../test/payments'
import { Visitor } from '../../../../test/visitor'
import { action as cancel } from './cancel'
import { action as keep } from './keep'
import { loader as payNow } from './pay'
import { action as modify, loader as subscription } from './subscription'

const { sandbox, provider } = openTestProvider()
const NOW = '2027-01-10T17:00:00Z'

beforeEach(async () => {
  setClock(NOW)
  sandbox.clock.set(Date.parse(NOW) / 1000)
  sandbox.faults.events = 'deliver'
  await seedCatalog()
})
async function visitor(token: string | null = 'pm_card_visa') {
  const user = await rider()
  if (token) await saveMethod(provider, user.id, token)
  return { user, browser: await signedIn(user) }
}

async function monthlyForm(change: Record<string, string> = {}): Promise<Record<string, string>> {
  return {
    paymentType: 'recurring',
    package: String(await packageId()),
    [`addon-${await addOnId()}`]: '2',
    start: 'this-month',
    method: 'card',
    nonce: crypto.randomUUID(),
    ...change,
  }
}

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
const locationOf = (answer: { headers: Headers }) =>
  new URL(answer.headers.get('Location') ?? '', 'http://stirrup.test')
const toastOf = async (browser: Visitor) => (await browser.page()).toast

describe('buying every month', () => {
  it('starts the subscription of ten clicks at once, once', async () => {
    const { user, browser } = await visitor()
    const form = await monthlyForm()
    const { csrf } = await browser.page()
    const submits = Array.from({ length: 10 }, () =>
      browser.send(review, '/purchase/review', { method: 'POST', body: new URLSearchParams({ csrf, ...form }) }),
    )
    const answers = await Promise.all(submits)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
    expect(locationOf(answers[0]!).pathname).toBe('/payment-success')
    await sandbox.idle()
    expect(await prisma.subscription.count({ where: { userId: user.id } })).toBe(1)
    expect(await prisma.grant.count({ where: { userId: user.id } })).toBe(1)
    expect(await prisma.paymentTransaction.count({ where: { userId: user.id } })).toBe(1)
    expect(await toastOf(browser)).toMatchObject({ title: 'Subscription Created' })
  })

  it('without a saved method, saves one first and comes back to the same choice', async () => {
    const { user, browser } = await visitor(null)
    const asked = locationOf(await browser.post(purchase, '/purchase', await monthlyForm()))
    const at = locationOf(await browser.get(reviewed, asked.pathname + asked.search))
    expect(at.pathname).toBe('/subscribe')
    expect(at.searchParams.get('setup_intent')).toBe('true')
    const back = new URL(at.searchParams.get('redirectTo')!, 'http://stirrup.test')
    expect([back.pathname, back.searchParams.get('paymentType')]).toEqual(['/purchase/review', 'recurring'])
    const owner = await signedIn(user)
    const screen = await owner.get(subscribe, at.pathname + at.search)
    expect(screen.body).toMatchObject({
      state: 'open',
      mode: 'setup',
      submitLabel: 'Set Up Payment Method',
      summary: null,
    })
    const setupIntent = at.searchParams.get('client_secret')!.split('_secret_')[0]!
    await provider.stripe.setupIntents.confirm(setupIntent, {
      payment_method: 'pm_card_visa',
      return_url: 'http://stirrup.test/payment-method-saved',
    })
    const saved = await owner.get(
      methodSaved,
      `/payment-method-saved?setup_intent=${setupIntent}&redirectTo=${encodeURIComponent(back.pathname + back.search)}`,
    )
    expect(locationOf(saved).pathname).toBe('/purchase/review')
    expect(await toastOf(owner)).toMatchObject({ title: 'Payment Method Added' })
    expect(await listPaymentMethods(user.id)).toMatchObject([{ isDefault: true }])
  })

  it('leads a family that has one to Modify', async () => {
    const { user, browser } = await visitor()
    await createSubscription(user.id, await monthlyPurchase())
    const answer = await browser.post(review, '/purchase/review', await monthlyForm())
    expect(locationOf(answer).pathname).toBe('/subscription')
    expect(await prisma.subscription.count({ where: { userId: user.id } })).toBe(1)
  })

  it('asks for the first payment where the card is declined, from the provider’s own amounts', async () => {
    const { user, browser } = await visitor('pm_card_chargeCustomerFail')
    const at = locationOf(await browser.post(review, '/purchase/review', await monthlyForm()))
    const owner = await signedIn(user)
    const screen = await owner.get(subscribe, `${at.pathname}${at.search}&total=1&subtotal=1&convenienceFee=0`)
    expect(screen.body).toMatchObject({
      state: 'open',
      mode: 'payment',
      submitLabel: 'Pay $318.27',
      summary: { price: { subtotal: 30_900, convenienceFee: 927, total: 31_827 } },
    })
    expect(locationOf(await owner.get(payNow, '/subscription/pay')).pathname).toBe('/subscribe')
    const hosted = await owner.post(subscribeAction, at.pathname + at.search, {})
    expect(locationOf(hosted).pathname).toMatch(/^\/sandbox\/stripe\/invoices\//)
    const intentId = at.searchParams.get('client_secret')!.split('_secret_')[0]!
    await payWith(provider, intentId)
    const paid = await owner.get(paymentSuccess, `/payment-success?payment_intent=${intentId}`)
    expect(paid.body).toMatchObject({ state: 'paid', total: '$318.27' })
    expect(await subscriptionOf(user.id, today())).toMatchObject({
      status: 'active',
      used: { lessons: { allowed: 4 } },
    })
    const again = await owner.get(subscribe, at.pathname + at.search)
    expect(locationOf(again).pathname).toBe('/payment-success')
  })
})

describe('the payment of a month', () => {
  async function paidMonth() {
    const { user, browser } = await visitor()
    await createSubscription(user.id, await monthlyPurchase())
    const paid = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
    const look = () => browser.get(paymentSuccess, `/payment-success?payment_intent=${paid.stripePaymentIntentId}`)
    return { user, paid, look, intentId: paid.stripePaymentIntentId! }
  }

  it('is not called successful once its money went back', async () => {
    const { look, intentId } = await paidMonth()
    expect((await look()).body).toMatchObject({ state: 'paid' })
    await provider.stripe.refunds.create({ payment_intent: intentId })
    expect((await look()).body).toMatchObject({ state: 'refunded', total: '$318.27' })
  })

  it('that fits no subscription in the books is not called successful', async () => {
    const { user, browser } = await visitor()
    await createSubscription(user.id, await monthlyPurchase())
    const { stripeSubscriptionId } = await prisma.subscription.findFirstOrThrow({ where: { userId: user.id } })
    const { items, customer, metadata } = await provider.stripe.subscriptions.cancel(stripeSubscriptionId!)
    await sandbox.idle()
    const { latest_invoice } = await provider.stripe.subscriptions.create({
      customer: String(customer),
      items: items.data.map(({ price, quantity }) => ({ price: price.id, quantity })),
      default_payment_method: (await listPaymentMethods(user.id))[0]!.id,
      metadata,
    })
    const { data } = await provider.stripe.invoicePayments.list({ invoice: String(latest_invoice) })
    const intentId = String(data[0]!.payment.payment_intent)
    const answer = await browser.get(paymentSuccess, `/payment-success?payment_intent=${intentId}`)
    expect(answer).toMatchObject({ status: 409, body: { state: 'mismatch' } })
  })
})

describe('the payment form', () => {
  it('tells nobody of someone else’s payment, and the signed-out to sign in', async () => {
    const { browser } = await visitor('pm_card_chargeCustomerFail')
    const at = locationOf(await browser.post(review, '/purchase/review', await monthlyForm()))
    const intentId = at.searchParams.get('client_secret')!.split('_secret_')[0]!
    const { browser: stranger } = await visitor()
    expect(await stranger.get(subscribe, at.pathname + at.search)).toMatchObject({
      status: 404,
      body: { state: 'unavailable' },
    })
    expect((await stranger.post(subscribeAction, at.pathname + at.search, {})).status).toBe(404)
    const result = await stranger.get(paymentSuccess, `/payment-success?payment_intent=${intentId}`)
    expect(result).toMatchObject({ status: 404, body: { state: 'invalid' } })
    const signedOut = await new Visitor().get(subscribe, at.pathname + at.search)
    expect(locationOf(signedOut).pathname).toBe('/auth')
    expect(locationOf(signedOut).searchParams.get('redirectTo')).toContain('/subscribe?client_secret=')
  })

  it.each(['', 'x', 'pi_1_secret_2', 'seti_1_secret_2', 'pi_../x_secret_y'])('%j opens nothing', async (secret) => {
    const { browser } = await visitor()
    const answer = await browser.get(subscribe, `/subscribe?client_secret=${encodeURIComponent(secret)}`)
    expect(answer.body).toMatchObject({ state: secret ? 'unavailable' : 'loading' })
  })

  it('a wrong secret of one’s own payment opens nothing', async () => {
    const { browser } = await visitor('pm_card_chargeCustomerFail')
    const at = locationOf(await browser.post(review, '/purchase/review', await monthlyForm()))
    const [id] = at.searchParams.get('client_secret')!.split('_secret_')
    expect(await browser.get(subscribe, `/subscribe?client_secret=${id}_secret_guess`)).toMatchObject({ status: 404 })
    expect((await browser.get(subscribe, `/subscribe?intent=${id}`)).body).toMatchObject({ state: 'open' })
  })

  it('says so where a method was not saved, and never leads to another site', async () => {
    const { browser } = await visitor()
    const answer = await browser.get(methodSaved, '/payment-method-saved?setup_intent=seti_x&redirectTo=//evil.example')
    expect(answer).toRedirect('/')
    expect(await toastOf(browser)).toMatchObject({ title: 'Payment Setup Failed' })
  })
})

describe('changing and canceling', () => {
  it('shows what the family has, preselected, and changes it', async () => {
    const { user, browser } = await visitor()
    await createSubscription(user.id, await monthlyPurchase())
    const hack = await addOnId()
    expect((await browser.get(subscription, '/subscription')).body).toMatchObject({
      selection: { packageId: await packageId(), quantities: { [hack]: 2 } },
      subscription: { monthlyPrice: 31_827 },
      paidWith: 'Visa •••• 4242',
    })
    const answer = await browser.post(modify, '/subscription', {
      package: String(await packageId('Package 2 - Premium')),
      [`addon-${hack}`]: '0',
    })
    expect(locationOf(answer).pathname).toBe('/subscription')
    expect(await toastOf(browser)).toMatchObject({ title: 'Subscription updated successfully!' })
    expect(await subscriptionOf(user.id, today())).toMatchObject({
      package: { name: 'Package 2 - Premium' },
      addOns: [],
      monthlyPrice: 41_200,
      until: { day: '2027-01-31', packageName: 'Package 1 - Basic', addOns: [{ name: 'Hack', quantity: 2 }] },
    })
    await browser.post(modify, '/subscription', { package: String(await packageId()), [`addon-${hack}`]: '2' })
    expect(await subscriptionOf(user.id, today())).toMatchObject({ monthlyPrice: 31_827, until: null })
  })

  it('says so if nothing was changed, and asks the provider for nothing', async () => {
    const { user, browser } = await visitor()
    await createSubscription(user.id, await monthlyPurchase())
    await browser.page()
    await browser.post(modify, '/subscription', {
      package: String(await packageId()),
      [`addon-${await addOnId()}`]: '2',
    })
    expect(await toastOf(browser)).toMatchObject({ title: 'Nothing to change' })
    expect(await subscriptionOf(user.id, today())).toMatchObject({ monthlyPrice: 31_827, until: null })
  })

  it.each([
    ['nothing', {}],
    ['an unknown package', { package: '99999' }],
    ['a hostile package', { package: '-1' }],
    ['eleven of an add-on', { 'addon-1': '11' }],
    ['minus one of an add-on', { 'addon-1': '-1' }],
    ['an unknown add-on', { 'addon-99999': '1' }],
  ])('refuses %s', async (_, fields) => {
    const { user, browser } = await visitor()
    await createSubscription(user.id, await monthlyPurchase())
    const answer = await browser.post(modify, '/subscription', fields as Record<string, string>)
    expect(answer.status).toBe(400)
    expect(await subscriptionOf(user.id, today())).toMatchObject({ monthlyPrice: 31_827 })
  })

  it('does not add what is no longer sold, and keeps what was bought while it was', async () => {
    const { user, browser } = await visitor()
    await createSubscription(user.id, await monthlyPurchase())
    const [basic, premium, hack] = [await packageId(), await packageId('Package 2 - Premium'), await addOnId()]
    await prisma.package.updateMany({ where: { id: { in: [basic, premium] } }, data: { active: false } })
    try {
      const added = await browser.post(modify, '/subscription', { package: String(premium) })
      expect(added.status).toBe(400)
      const kept = await browser.post(modify, '/subscription', { package: String(basic), [`addon-${hack}`]: '3' })
      expect(kept.status).toBe(302)
    } finally {
      await prisma.package.updateMany({ where: { id: { in: [basic, premium] } }, data: { active: true } })
    }
  })

  it('changes nothing at a price or fee that the screen did not show', async () => {
    const { user, browser } = await visitor()
    await createSubscription(user.id, await monthlyPurchase())
    const premium = await packageId('Package 2 - Premium')
    const shown = (await browser.get(subscription, '/subscription')).body as { prices: string }
    await audit(prisma, { actorId: user.id, action: 'school.fee', entity: 'school', entityId: 'fee' })
    const choice = { package: String(premium), prices: shown.prices }
    const answer = await browser.post(modify, '/subscription', choice)
    const again = locationOf(answer)
    expect([again.pathname, again.searchParams.get('package')]).toEqual(['/subscription', String(premium)])
    expect(await toastOf(browser)).toMatchObject({ type: 'info', title: 'Prices have changed' })
    expect(await subscriptionOf(user.id, today())).toMatchObject({ monthlyPrice: 31_827 })
    const fresh = (await browser.get(subscription, again.pathname + again.search)).body
    expect(fresh).toMatchObject({ selection: { packageId: premium } })
    const { prices } = fresh as { prices: string }
    expect((await browser.post(modify, '/subscription', { ...choice, prices })).status).toBe(302)
    expect(await subscriptionOf(user.id, today())).toMatchObject({ monthlyPrice: 41_200 })
  })

  it('cancels with the month, from a page that works without scripts', async () => {
    const { user, browser } = await visitor()
    await createSubscription(user.id, await monthlyPurchase())
    await browser.post(cancel, '/subscription/cancel', {})
    expect(await toastOf(browser)).toMatchObject({ title: 'Subscription cancelled successfully' })
    expect(await subscriptionOf(user.id, today())).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    const { browser: nobody } = await visitor()
    await nobody.post(cancel, '/subscription/cancel', {})
    expect(await toastOf(nobody)).toMatchObject({ title: 'Failed to cancel subscription' })
  })
})

describe('taking a cancellation back', () => {
  it('keeps a subscription by its button, and says when it renews', async () => {
    const { user, browser } = await visitor()
    await createSubscription(user.id, await monthlyPurchase())
    await browser.post(cancel, '/subscription/cancel', {})
    await browser.post(keep, '/subscription/keep', {})
    expect(await toastOf(browser)).toMatchObject({
      title: 'Your subscription continues',
      description: 'It renews on Feb 1, 2027.',
    })
    expect(await subscriptionOf(user.id, today())).toMatchObject({ cancelAtPeriodEnd: false })
    const { browser: nobody } = await visitor()
    await nobody.post(keep, '/subscription/keep', {})
    expect(await toastOf(nobody)).toMatchObject({ title: 'Failed to keep subscription' })
  })

  it('keeps it once, whatever is clicked twice, and not after its month has ended', async () => {
    const { user, browser } = await visitor()
    await createSubscription(user.id, await monthlyPurchase())
    await browser.post(cancel, '/subscription/cancel', {})
    const { csrf } = await browser.page()
    const click = () => browser.send(keep, '/subscription/keep', form({ csrf }))
    await Promise.all([click(), click()])
    expect(await toastOf(browser)).toMatchObject({ title: 'Your subscription continues' })
    expect(await subscriptionOf(user.id, today())).toMatchObject({ cancelAtPeriodEnd: false, status: 'active' })
    await browser.post(cancel, '/subscription/cancel', {})
    // An event that is still on its way would tell us that it has ended.
    await sandbox.idle()
    sandbox.faults.events = 'drop'
    sandbox.clock.set(Date.parse('2027-02-01T17:00:00Z') / 1000)
    setClock('2027-02-01T17:00:00Z')
    const later = await signedIn(user)
    await later.post(keep, '/subscription/keep', {})
    expect(await toastOf(later)).toMatchObject({
      title: 'Failed to keep subscription',
      description: 'This subscription has ended. Please start over.',
    })
    expect((await later.get(subscription, '/subscription')).body).toMatchObject({ subscription: null, riders: [] })
  })

  it('refuses a change of one that ends, from a form that was opened before', async () => {
    const { user, browser } = await visitor()
    await createSubscription(user.id, await monthlyPurchase())
    const form = { package: String(await packageId('Package 2 - Premium')) }
    await browser.post(cancel, '/subscription/cancel', {})
    expect((await browser.post(modify, '/subscription', form)).status).toBe(409)
    expect(await subscriptionOf(user.id, today())).toMatchObject({ cancelAtPeriodEnd: true, monthlyPrice: 31_827 })
  })

  it('gives a form whose subscription has ended a new one', async () => {
    const { user, browser } = await visitor()
    const form = await monthlyForm()
    await browser.post(review, '/purchase/review', form)
    const { stripeSubscriptionId } = await prisma.subscription.findFirstOrThrow({ where: { userId: user.id } })
    await provider.stripe.subscriptions.cancel(stripeSubscriptionId!)
    await sandbox.idle()
    const refused = await browser.post(review, '/purchase/review', form)
    expect(refused).toMatchObject({
      status: 410,
      body: { error: 'This subscription has ended. Please start over.' },
    })
    const { nonce } = refused.body as { nonce: string }
    expect(nonce).not.toBe(form.nonce)
    expect(locationOf(await browser.post(review, '/purchase/review', { ...form, nonce })).pathname).toBe(
      '/payment-success',
    )
  })
})

describe('saved methods', () => {
  it('are made the default and deleted, one’s own alone', async () => {
    const { user, browser } = await visitor()
    const second = await saveMethod(provider, user.id, 'pm_card_mastercard')
    await browser.post(saveMethods, '/payment-methods', { intent: 'default', method: second })
    expect(await toastOf(browser)).toMatchObject({ title: 'Default Payment Method Updated' })
    const [preferred, first] = await listPaymentMethods(user.id)
    expect(preferred).toMatchObject({ id: second, isDefault: true })
    const { browser: stranger } = await visitor()
    await stranger.post(saveMethods, '/payment-methods', { intent: 'delete', method: first!.id })
    expect(await toastOf(stranger)).toMatchObject({ type: 'error', title: 'Failed to delete payment method.' })
    await browser.post(saveMethods, '/payment-methods', { intent: 'delete', method: first!.id })
    expect(await toastOf(browser)).toMatchObject({ title: 'Payment Method Deleted' })
    expect(await listPaymentMethods(user.id)).toMatchObject([{ id: second }])
  })

  it('are deleted by a double click without a word of failure', async () => {
    const { user, browser } = await visitor()
    const second = await saveMethod(provider, user.id, 'pm_card_mastercard')
    const { csrf } = await browser.page()
    const click = () => browser.send(saveMethods, '/payment-methods', form({ csrf, intent: 'delete', method: second }))
    sandbox.faults.latency = [5, 20]
    await Promise.all([click(), click()])
    sandbox.faults.latency = [0, 0]
    expect(await toastOf(browser)).toMatchObject({ title: 'Payment Method Deleted' })
    await click()
    expect(await toastOf(browser)).toMatchObject({ title: 'Payment Method Deleted' })
    expect(await listPaymentMethods(user.id)).toHaveLength(1)
  })

  it('are added on our page, or on the provider’s', async () => {
    const { browser } = await visitor(null)
    const at = locationOf(await browser.post(saveMethods, '/payment-methods', { intent: 'add-bank' }))
    expect(at.pathname).toBe('/subscribe')
    const owner = browser
    const hosted = locationOf(await owner.post(subscribeAction, at.pathname + at.search, {}))
    expect(hosted.pathname).toMatch(/^\/sandbox\/stripe\//)
    const portal = locationOf(await browser.post(saveMethods, '/payment-methods', { intent: 'portal' }))
    expect(portal.pathname).toMatch(/^\/sandbox\/stripe\//)
  })
})
