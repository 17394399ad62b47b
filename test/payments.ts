import { afterAll, beforeEach } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { eventsAtRest } from '~/models/money/events/event-queue.server'
import { buy, type StartedPayment } from '~/models/money/paying/payments.server'
import { findOrder, findOwnOrder, newNonce, type OrderRequest } from '~/models/money/payments/order.server'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { setClock, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { action as webhook } from '~/routes/webhooks/stripe'
import { EVENT_TYPES } from '~/services/stripe/event-types'
import { sandboxProvider } from '~/services/stripe/sandbox-provider.server'
import { BANK_SIGN_IN, idOf, type PaymentProvider, setPaymentProvider } from '~/services/stripe/stripe.server'
import { addMonths, type LocalDate, monthStart, startOfDayInZone } from '~/utils/dates'
import { createSandbox, latencyOf, SANDBOX_WEBHOOK_SECRET, type Sandbox } from '../sandbox/stripe'
import { rider } from './factories'

const HOUR_MS = 60 * 60 * 1000

interface TestProvider {
  sandbox: Sandbox
  provider: PaymentProvider
  /** Sets both clocks, the school's and the provider's. The provider's only goes forward. */
  goToInstant: (instant: number) => void
  /** Sets both clocks to an hour of a day, noon by default. */
  goTo: (day: LocalDate, hours?: number) => void
  /** Sets both clocks to Jan 10, 2027, and three months later with each call: each test has months of its own. */
  goToNewQuarter: () => void
  /** Sets both clocks to the 2nd: the renewal of the 1st and its hour as a draft are over. */
  goToNextMonth: () => Promise<void>
}

/**
 * Opens a sandbox in memory for one test file; its events go to our webhook route, and each has been processed once it
 * counts as delivered. Bank payments settle on `flush`, not by the clock. `retries` is how often the SDK repeats a lost
 * call. `STIRRUP_SANDBOX_LATENCY=30-120` makes each call take that many milliseconds each way.
 */
export function openTestProvider({ retries, payouts }: { retries?: number; payouts?: 'daily' } = {}): TestProvider {
  const sandbox = createSandbox({
    baseUrl: 'http://stirrup.test/sandbox/stripe',
    webhook: { url: 'http://stirrup.test/webhooks/stripe', secret: SANDBOX_WEBHOOK_SECRET, events: EVENT_TYPES },
    achDelayMs: 60 * 60 * 1000,
    payouts,
    latency: latencyOf(process.env.STIRRUP_SANDBOX_LATENCY),
    deliver: async (request) => {
      const answer = await webhook({ request, params: {}, context: {} })
      await eventsAtRest()
      return answer
    },
  })
  const provider = sandboxProvider(sandbox, retries)
  setPaymentProvider(provider)
  afterAll(async () => {
    sandbox.close()
    // Pending work still writes, and the next file empties the tables.
    await sandbox.idle()
    setPaymentProvider(null)
    setClock(null)
  })
  let isTesting = false
  let isOfFile = false
  beforeEach(() => {
    isTesting = true
  })
  const goToInstant = (instant: number) => {
    if (isTesting && isOfFile)
      throw new Error('A test that moves the clock of its file moves it for the tests after it: set it in `beforeEach`')
    isOfFile = !isTesting
    setClock(new Date(instant))
    sandbox.clock.set(instant / 1000)
  }
  const goTo = (day: LocalDate, hours = 12) =>
    goToInstant(startOfDayInZone(day, getEnv().schoolTimezone).getTime() + hours * HOUR_MS)
  let quarter: LocalDate = '2027-01-10'
  const goToNewQuarter = () => {
    goTo(quarter)
    quarter = addMonths(quarter, 3)
  }
  const goToNextMonth = async () => {
    goTo(`${addMonths(monthStart(today()), 1).slice(0, 8)}02`)
    await sandbox.idle()
  }
  return { sandbox, provider, goToInstant, goTo, goToNewQuarter, goToNextMonth }
}

/** Pays an intent as the browser does, with one of the provider's test methods. */
export const payWith = (provider: PaymentProvider, paymentIntentId: string, method = 'pm_card_visa') =>
  provider.stripe.paymentIntents.confirm(paymentIntentId, {
    payment_method: method,
    return_url: 'http://stirrup.test/payment-success',
    mandate_data: { customer_acceptance: { type: 'offline' } },
  })

/** Ends earlier tests' subscriptions, so that a later test does not renew them over years. */
export async function endSubscriptions({ stripe }: PaymentProvider): Promise<void> {
  const running = await stripe.subscriptions.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  for (const { id, status } of running) if (status !== 'incomplete_expired') await stripe.subscriptions.cancel(id)
}

/** Saves one of the provider's test methods for a user; the first one becomes the default. Returns its ID. */
export async function saveMethod(provider: PaymentProvider, userId: string, token = 'pm_card_visa'): Promise<string> {
  const customer = await ensureCustomer(userId)
  const saved = token.startsWith('pm_us')
    ? await saveBankAccount(provider, customer, token)
    : await provider.stripe.paymentMethods.attach(token, { customer })
  const { data } = await provider.stripe.customers.listPaymentMethods(customer)
  if (data.length === 1) {
    await provider.stripe.customers.update(customer, { invoice_settings: { default_payment_method: saved.id } })
  }
  return saved.id
}

/** Saves a bank account: it may be debited later only with the mandate that a setup asks for. */
async function saveBankAccount({ stripe }: PaymentProvider, customer: string, token: string): Promise<{ id: string }> {
  const setup = await stripe.setupIntents.create({
    customer,
    payment_method: token,
    confirm: true,
    allowed_payment_method_types: ['us_bank_account'],
    payment_method_options: BANK_SIGN_IN,
    mandate_data: { customer_acceptance: { type: 'offline' } },
  })
  return { id: idOf(setup.payment_method!) }
}

/** Creates a rider who can pay, with a saved card or the method of the given test token. */
export async function payingRider(provider: PaymentProvider, token = 'pm_card_visa') {
  const user = await rider()
  await saveMethod(provider, user.id, token)
  return user
}

export const packageId = async (name = 'Package 1 - Basic') =>
  (await prisma.package.findUniqueOrThrow({ where: { name } })).id
export const addOnId = async (name = 'Hack') => (await prisma.addOn.findUniqueOrThrow({ where: { name } })).id

/** Orders Package 1 - Basic and two hacks: 309.00, by card 318.27. */
export const monthlyPurchase = async (part: Partial<OrderRequest> = {}): Promise<OrderRequest> => ({
  items: [
    { type: 'package', id: await packageId(), quantity: 1 },
    { type: 'addon', id: await addOnId(), quantity: 2 },
  ],
  startMonth: 'this-month',
  method: 'card',
  nonce: newNonce(),
  ...part,
})

/** Places an order of a new family, as `monthlyPurchase` has it, and opens its payment. */
export async function openOrder(part: Partial<OrderRequest> = {}) {
  const user = await rider()
  const purchase = await monthlyPurchase(part)
  const payment = (await buy(user.id, purchase)) as StartedPayment
  const { paymentIntentId } = payment
  const order = (await findOwnOrder(user.id, { stripePaymentIntentId: paymentIntentId }))!
  return { user, purchase, payment, paymentIntentId, order, reload: async () => (await findOrder(order.id))! }
}

/** Returns how many lessons a rider may ride this month. */
export const lessonsOf = async (userId: string) => (await allowanceOf(userId, today())).lessons.allowed

/** Returns the provider's ID of an account's latest subscription. */
export const stripeIdOf = async (userId: string) =>
  (await prisma.subscription.findFirstOrThrow({ where: { userId }, orderBy: { id: 'desc' } })).stripeSubscriptionId!
