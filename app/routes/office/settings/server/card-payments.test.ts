import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventsAtRest } from '~/models/money/events/event-queue.server'
import { deleteErasedCustomers } from '~/models/money/families/erased-customers.server'
import { openPortal } from '~/models/money/methods/payment-methods.server'
import { buy } from '~/models/money/paying/payments.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { eraseFamily } from '~/models/privacy/erase.server'
import { prisma } from '~/platform/db.server'
import { refreshSettings } from '~/platform/env/saved-settings.server'
import { getEnv } from '~/platform/env.server'
import { action as webhook } from '~/routes/webhooks/stripe'
import { EVENT_TYPES } from '~/services/stripe/event-types'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { seedCatalog } from '../../../../../prisma/seed/catalog'
import { createSandbox, type Sandbox, sandboxHttpClient } from '../../../../../sandbox/stripe'
import { handleOver } from '../../../../../sandbox/stripe/http-server'
import { admin, emptyTables, rider, signedIn } from '../../../../../test/factories'
import { monthlyPurchase } from '../../../../../test/payments'
import { type Answer, Visitor } from '../../../../../test/visitor'
import { loader as statusLoader } from '../status'
import { action, loader } from './card-payments'

const PATH = '/settings/card-payments'
const [SECRET, PUBLISHABLE] = ['sk_test_ours00004242', 'pk_test_ours']
const HOOK = 'http://oak.school.example/webhooks/stripe'

let office: Visitor
let ann: { id: string }
let sandbox: Sandbox
/** The provider's account, as its owner sees it. */
let account: Stripe
const { appUrl } = getEnv()

const server = createServer((incoming, outgoing) =>
  handleOver((request) => sandbox.handle(request), address)(incoming, outgoing),
)

server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
process.env.STRIPE_API_URL = address
Object.assign(getEnv(), { stripeApiUrl: address, appUrl: 'http://oak.school.example' })

const asNew = async () => {
  await emptyTables()
  await refreshSettings()
}

const openAccount = (id: string) => {
  sandbox = createSandbox({
    baseUrl: address,
    account: id,
    acceptKey: (key) => [SECRET, PUBLISHABLE, 'rk_test_few'].includes(key),
    deliver: async (request) => {
      const answer = await webhook({ request, params: {}, context: {} })
      await eventsAtRest()
      return answer
    },
  })
  account = new Stripe(SECRET, { httpClient: sandboxHttpClient(sandbox) })
}

beforeEach(async () => {
  await asNew()
  ann = await admin({ email: 'ann@school.example' })
  office = await signedIn(ann)
  openAccount('acct_first')
})

// Undelivered events would be refused in the next test.
afterEach(() => sandbox.close())

afterAll(async () => {
  delete process.env.STRIPE_API_URL
  Object.assign(getEnv(), { stripeApiUrl: undefined, appUrl })
  await asNew()
  server.close()
})

const shown = async () => (await office.get(loader, PATH)).body
const connect = async (fields: Record<string, string> = {}) => {
  const { version } = await shown()
  return office.post(action, PATH, {
    intent: 'connect',
    version,
    secretKey: SECRET,
    publishableKey: PUBLISHABLE,
    ...fields,
  })
}
const errorOf = (answer: Answer) => [answer.status, ...(Object.entries(answer.body.lastResult.error)[0] ?? [])]
const hooks = async () => (await account.webhookEndpoints.list()).data
const portals = async () => (await account.billingPortal.configurations.list()).data
const domains = async () => (await account.paymentMethodDomains.list()).data.map(({ domain_name }) => domain_name)
const statusLine = async () => {
  const { lines } = (await office.get(statusLoader, '/settings/status')).body
  return lines.find(({ subject }: { subject: string }) => subject === 'Payments connection')
}

test('is the office’s alone', async () => {
  for (const visitor of [new Visitor(), await signedIn(await rider())]) {
    expect([302, 403]).toContain((await visitor.get(loader, PATH)).status)
    expect([302, 403]).toContain((await visitor.post(action, PATH, { intent: 'connect' })).status)
  }
  expect([await hooks(), await prisma.serverSetting.count()]).toEqual([[], 0])
})

describe('Connect', () => {
  test('sets everything up from the keys alone, and is used at once', async () => {
    expect((await shown()).isConnected).toBe(false)
    expect(await statusLine()).toMatchObject({ state: 'off', next: 'Connect Stripe under Settings, Card payments.' })
    expect((await connect()).headers.get('Location')).toBe(PATH)
    expect(await hooks()).toMatchObject([{ url: HOOK, status: 'enabled', enabled_events: [...EVENT_TYPES] }])
    const [portal] = await portals()
    expect(portal?.features).toMatchObject({
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: false },
    })
    expect(await domains()).toEqual(['oak.school.example'])
    expect(paymentProvider()).toMatchObject({ publishableKey: PUBLISHABLE, portalConfiguration: portal?.id })
    expect(await shown()).toMatchObject({
      isConnected: true,
      isTest: true,
      problems: [],
      secret: { shows: 'ends in 4242' },
    })
    const { id } = await rider()
    expect(await openPortal(id, `${getEnv().appUrl}/`)).toContain('/p/session/')
  })

  test('tells no key to anyone, and every administrator of the change', async () => {
    await admin({ email: 'bea@school.example' })
    await connect()
    const [secret] = await prisma.serverSetting.findMany({ where: { name: 'STRIPE_WEBHOOK_SECRET' } })
    expect(secret?.hint).toBe((await hooks())[0]?.id)
    const letters = await prisma.outboxEmail.findMany()
    expect(letters.map(({ recipient }) => recipient).sort()).toEqual(['ann@school.example', 'bea@school.example'])
    expect(letters[0]?.subject).toContain('The card payment settings of')
    const everything = JSON.stringify([
      await shown(),
      letters,
      await prisma.serverSetting.findMany(),
      await prisma.auditEntry.findMany(),
    ])
    for (const word of [SECRET, getEnv().stripe!.webhookSecret]) expect(everything).not.toContain(word)
    expect((await shown()).changes).toMatchObject([{ what: 'set the keys of card payments' }])
  })

  test('pressed again it doubles nothing, and mails nobody', async () => {
    await connect()
    const before = await prisma.serverSetting.findMany()
    await connect({ secretKey: '' })
    const same = [await hooks(), await portals(), await domains()].map(({ length }) => length)
    expect(same).toEqual([1, 1, 1])
    expect(await prisma.serverSetting.findMany()).toEqual(before)
    expect(await prisma.outboxEmail.count()).toBe(1)
  })

  test('two presses at once make one of each', async () => {
    const { version } = await shown()
    const answers = await Promise.all([connect({ version }), connect({ version })])
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409])
    expect([(await hooks()).length, (await portals()).length]).toEqual([1, 1])
    expect(await statusLine()).not.toMatchObject({ state: 'broken' })
  })

  test('names what is wrong at Stripe, and puts it right', async () => {
    await connect()
    const [hook] = await hooks()
    await account.webhookEndpoints.update(hook!.id, { enabled_events: ['payment_intent.succeeded'], disabled: true })
    expect((await shown()).problems).toEqual([`The webhook ${HOOK} is disabled at Stripe.`])
    expect(await statusLine()).toMatchObject({ state: 'broken', next: 'Press Connect under Settings, Card payments.' })
    await connect({ secretKey: '' })
    expect(await hooks()).toMatchObject([{ id: hook!.id, status: 'enabled', enabled_events: [...EVENT_TYPES] }])
    await account.webhookEndpoints.del(hook!.id)
    expect((await shown()).problems).toEqual([`Stripe has no webhook with the address ${HOOK}.`])
    await connect({ secretKey: '' })
    expect((await shown()).problems).toEqual([])
    expect(getEnv().stripe?.webhookSecret).toMatch(/^whsec_/)
  })

  test('a webhook of the same address whose secret is not known is replaced', async () => {
    const other = { url: 'https://another.example/hook', enabled_events: ['*' as const] }
    await account.webhookEndpoints.create(other)
    await account.webhookEndpoints.create({ ...other, url: HOOK })
    await connect()
    expect((await hooks()).map(({ url, description }) => [url, description]).sort()).toEqual([
      [HOOK, 'Stirrup'],
      [other.url, null],
    ])
  })

  test('after the secret of the webhook was changed at Stripe, a new webhook takes its place', async () => {
    await connect()
    const [hook] = await hooks()
    await reconcilePayments(0)
    const request = new Request(HOOK, { method: 'POST', body: '{}', headers: { 'stripe-signature': 't=1,v1=00' } })
    expect((await webhook({ request, params: {}, context: {} })).status).toBe(400)
    expect((await statusLine())?.next).toContain('press Connect Again under Settings, Card payments.')
    await connect({ secretKey: '' })
    const after = await hooks()
    expect([after.length, after[0]?.id === hook?.id]).toEqual([1, false])
    expect(await statusLine()).not.toMatchObject({ next: expect.stringContaining('press Connect Again') })
    await connect({ secretKey: '' })
    expect(await hooks()).toEqual(after)
  })

  test.each([
    ['a key that Stripe does not know', { secretKey: 'sk_test_wrong' }, 'secretKey', /does not know this secret key/],
    ['the publishable key in its place', { secretKey: 'pk_test_ours' }, 'secretKey', /begins with sk_ or rk_/],
    ['no secret key', { secretKey: '' }, 'secretKey', /paste the secret key/],
    ['keys of two modes', { publishableKey: 'pk_live_ours' }, 'publishableKey', /for tests and the other is live/],
    [
      'a live key at a provider of tests',
      { secretKey: 'sk_live_x', publishableKey: 'pk_live_x' },
      'secretKey',
      /takes no live keys/,
    ],
  ])('%s is told in words', async (_, fields, field, words) => {
    const [status, name, messages] = errorOf(await connect(fields))
    expect([status, name]).toEqual([400, field])
    expect(String(messages)).toMatch(words)
    expect([await prisma.serverSetting.count(), await prisma.outboxEmail.count()]).toEqual([0, 0])
  })

  test('a restricted key that may not set up the webhook is told so; without wallets it works', async () => {
    const few = { secretKey: 'rk_test_few' }
    sandbox.faults.failNext(403, { path: /webhook_endpoints/ })
    expect(String(errorOf(await connect(few))[2])).toContain('may not set up the webhook')
    sandbox.faults.failNext(403, { path: /payment_method_domains/ })
    sandbox.faults.failNext(403, { path: /billing_portal/ })
    await connect(few)
    expect((await office.page()).toast).toMatchObject({
      title: 'Connected to Stripe',
      description: expect.stringContaining('Apple Pay and Google Pay were not set up: the restricted key may not.'),
    })
    expect(await domains()).toEqual([])
    expect((await shown()).problems).toEqual([
      'Stripe does not know oak.school.example: Apple Pay and Google Pay are not offered.',
    ])
  })

  test('a publishable key of another account is told in words, and nothing is set up', async () => {
    const unknown = await connect({ publishableKey: 'pk_test_nobodys' })
    sandbox.faults.failNext(404, { path: /setup_intents/, method: 'GET' })
    for (const answer of [unknown, await connect()]) {
      expect(errorOf(answer).slice(0, 2)).toEqual([400, 'publishableKey'])
      expect(String(errorOf(answer)[2])).toContain('do not belong together')
    }
    expect([await hooks(), await prisma.serverSetting.count()]).toEqual([[], 0])
    const { data } = await account.setupIntents.list()
    expect(data.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  })

  test('keys of another account, which knows none of the families, ask first', async () => {
    await rider({ stripeCustomerId: 'cus_elsewhere' })
    const asked = await connect()
    expect(errorOf(asked).slice(0, 2)).toEqual([409, 'otherAccount'])
    expect(JSON.stringify(asked.body)).not.toContain(SECRET)
    expect(await prisma.serverSetting.count()).toBe(0)
    const period = { currentPeriodStart: new Date('2026-11-01'), currentPeriodEnd: new Date('2026-12-01') }
    const runs = await prisma.subscription.create({ data: { userId: ann.id, riderId: ann.id, ...period } })
    const refused = await connect({ otherAccount: 'on' })
    expect(errorOf(refused).slice(0, 2)).toEqual([409, 'secretKey'])
    expect(JSON.stringify(refused.body)).toContain('One subscription is still running.')
    await prisma.subscription.delete({ where: { id: runs.id } })
    expect((await connect({ otherAccount: 'on' })).status).toBe(302)
  })

  test('another account is known by its name, and nothing of the one before is kept', async () => {
    await connect()
    expect(paymentProvider()?.portalConfiguration).toMatch(/^bpc_/)
    sandbox.close()
    openAccount('acct_second')
    // One of the school's families is known to the first account.
    await rider({ stripeCustomerId: (await account.customers.create({})).id })
    expect(errorOf(await connect()).slice(0, 2)).toEqual([409, 'otherAccount'])
    sandbox.faults.failNext(403, { path: /billing_portal/ })
    expect((await connect({ otherAccount: 'on' })).status).toBe(302)
    expect(paymentProvider()?.portalConfiguration).toBeUndefined()
    expect((await connect()).status).toBe(302)
  })

  test('under another address of the school the webhook goes along, and one of before that goes', async () => {
    await connect()
    const [hook] = await hooks()
    await account.webhookEndpoints.create({
      url: 'https://older.example/webhooks/stripe',
      enabled_events: ['payment_intent.succeeded'],
      metadata: hook!.metadata,
    })
    Object.assign(getEnv(), { appUrl: 'http://elm.school.example' })
    await connect({ secretKey: '' })
    Object.assign(getEnv(), { appUrl: 'http://oak.school.example' })
    expect(await hooks()).toMatchObject([{ id: hook!.id, url: 'http://elm.school.example/webhooks/stripe' }])
  })

  test('a process that dies before it saved leaves nothing that a second try does not put right', async () => {
    const { version } = await shown()
    const lost = await connect({ version })
    expect(lost.status).toBe(302)
    await prisma.serverSetting.deleteMany()
    await prisma.auditEntry.deleteMany()
    await refreshSettings()
    await connect()
    expect(await hooks()).toHaveLength(1)
    expect(getEnv().stripe).toBeDefined()
  })

  test('turned off, families cannot pay, and the other side stays as it is', async () => {
    await connect()
    await office.post(action, PATH, { intent: 'remove', version: (await shown()).version })
    expect([paymentProvider(), await prisma.serverSetting.count(), (await hooks()).length]).toEqual([null, 0, 1])
    expect((await shown()).changes[0].what).toBe('removed the keys of card payments')
  })

  test('is not turned off while something moves at Stripe, which nobody here would see or could end', async () => {
    await connect()
    const period = { currentPeriodStart: new Date('2026-11-01'), currentPeriodEnd: new Date('2026-12-01') }
    const { id: userId } = await rider()
    const { id } = await prisma.subscription.create({ data: { userId, riderId: userId, ...period } })
    const debit = { userId, amount: 10, description: 'Debit', status: 'processing', rawStatus: 'processing' }
    const paid = await prisma.paymentTransaction.create({ data: { ...debit, providerCreatedAt: new Date() } })
    const gone = await rider({ stripeCustomerId: 'cus_gone' })
    await eraseFamily(ann.id, gone.id, 'Emma Stone')
    await office.post(action, PATH, { intent: 'remove', version: (await shown()).version })
    const description = (await office.page()).toast?.description
    expect(description).toContain('One subscription is still running.')
    expect(description).toContain('One payment is still on the way from a bank.')
    expect(description).toContain('One erased family has still to be erased at Stripe.')
    expect(paymentProvider()).not.toBeNull()
    await prisma.subscription.update({ where: { id }, data: { status: 'canceled' } })
    await prisma.paymentTransaction.update({ where: { id: paid.id }, data: { status: 'succeeded' } })
    await deleteErasedCustomers()
    await office.post(action, PATH, { intent: 'remove', version: (await shown()).version })
    expect(paymentProvider()).toBeNull()
  })

  test('turned off, no page that a family left open can be paid anymore', async () => {
    await connect()
    await seedCatalog()
    const { id } = await rider()
    const payment = await buy(id, await monthlyPurchase())
    const intent = 'paymentIntentId' in payment ? payment.paymentIntentId : ''
    await office.post(action, PATH, { intent: 'remove', version: (await shown()).version })
    expect(paymentProvider()).toBeNull()
    expect((await account.paymentIntents.retrieve(intent)).status).toBe('canceled')
    expect(await prisma.order.findFirst()).toMatchObject({ status: 'canceled' })
  })

  test('asks for the password of the account again after ten minutes', async () => {
    await prisma.$executeRaw`UPDATE sessions SET confirmed_at = now() - interval '11 minutes'`
    expect((await connect()).status).toBe(403)
    expect([await hooks(), await prisma.serverSetting.count()]).toEqual([[], 0])
  })
})

describe('one dollar', () => {
  const card = { type: 'card', number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }
  const pay = async () => {
    const opened = await office.post(action, PATH, { intent: 'try' })
    expect(opened.status).toBe(303)
    const page = opened.headers.get('Location')!
    const form = new URLSearchParams({ ...card, email: 'ann@school.example' })
    const paid = await sandbox.handle(new Request(page, { method: 'POST', body: form }))
    return new URL(paid.headers.get('location')!)
  }
  const refunds = async () => (await account.refunds.list()).data.map(({ amount }) => amount)
  const inTheBooks = () =>
    Promise.all([prisma.paymentTransaction.count(), prisma.order.count(), prisma.paymentIssue.count()])

  beforeEach(async () => {
    await connect()
  })

  test('is charged, given back once however often one looks, and no payment of ours', async () => {
    sandbox.faults.events = 'hold'
    const { pathname, search, origin } = await pay()
    expect([origin + pathname, search]).toEqual([`${getEnv().appUrl}${PATH}`, expect.stringContaining('?tried=cs_')])
    for (let looks = 0; looks < 2; looks++) {
      expect((await office.get(loader, pathname + search)).headers.get('Location')).toBe(PATH)
      expect((await office.page()).toast).toMatchObject({ title: 'It works' })
    }
    await sandbox.faults.release()
    expect([await refunds(), await inTheBooks()]).toEqual([[100], [0, 0, 0]])
  })

  test('is given back by its event to whoever does not come back', async () => {
    await pay()
    await sandbox.idle()
    await expect.poll(refunds).toEqual([100])
    expect(await inTheBooks()).toEqual([0, 0, 0])
  })

  test('or by the comparison, if the event is lost too', async () => {
    sandbox.faults.events = 'drop'
    await pay()
    expect(await refunds()).toEqual([])
    await reconcilePayments(0)
    expect([await refunds(), await inTheBooks()]).toEqual([[100], [0, 0, 0]])
  })

  test('what Stripe refuses is told in its words, and the dollar comes back later', async () => {
    sandbox.faults.events = 'drop'
    sandbox.faults.failNext(403, { path: /checkout/ })
    expect((await office.post(action, PATH, { intent: 'try' })).headers.get('Location')).toBe(PATH)
    const said = 'Stripe said: The provided key does not have the required permissions for this endpoint.'
    expect((await office.page()).toast).toMatchObject({ title: 'Nothing was charged', description: said })
    const { pathname, search } = await pay()
    sandbox.faults.failNext(403, { path: /refunds/ })
    expect((await office.get(loader, pathname + search)).headers.get('Location')).toBe(PATH)
    expect((await office.page()).toast).toMatchObject({
      title: 'Not given back yet',
      description: expect.stringContaining(said),
    })
    await reconcilePayments(0)
    expect(await refunds()).toEqual([100])
  })

  test('a payment of someone else is not given back', async () => {
    const intent = await account.paymentIntents.create({
      amount: 100,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      allowed_payment_method_types: ['card'],
      metadata: { stirrup_trial: 'of-another-school' },
    })
    await reconcilePayments(0)
    for (const tried of [intent.id, 'cs_test_none', '../refunds']) {
      await office.get(loader, `${PATH}?${new URLSearchParams({ tried })}`)
      expect((await office.page()).toast).toMatchObject({ title: 'Nothing was paid' })
    }
    expect(await refunds()).toEqual([])
  })
})
