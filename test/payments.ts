import { afterAll } from 'vitest'
import type { Purchase } from '~/models/payments/order.schema'
import { newNonce } from '~/models/payments/order.server'
import { prisma } from '~/platform/db.server'
import { action as webhook } from '~/routes/webhooks/stripe'
import { ensureCustomer } from '~/services/stripe/customer.server'
import { sandboxProvider } from '~/services/stripe/sandbox-provider.server'
import { type PaymentProvider, setPaymentProvider } from '~/services/stripe/stripe.server'
import { createSandbox, SANDBOX_WEBHOOK_SECRET, type Sandbox } from '../sandbox/stripe'

/**
 * A test file's own payment provider: the sandbox in memory, whose events go to our webhook route. Bank payments clear
 * if the test says so (`flush`), not by the clock.
 */
export function openTestProvider(): { sandbox: Sandbox; provider: PaymentProvider } {
  const sandbox = createSandbox({
    baseUrl: 'http://stirrup.test/sandbox/stripe',
    webhook: { url: 'http://stirrup.test/webhooks/stripe', secret: SANDBOX_WEBHOOK_SECRET },
    achDelayMs: 60 * 60 * 1000,
    deliver: (request) => webhook({ request, params: {}, context: {} }),
  })
  const provider = sandboxProvider(sandbox)
  setPaymentProvider(provider)
  afterAll(async () => {
    sandbox.close()
    // Pending events still write: the next file empties the tables.
    await sandbox.idle()
    setPaymentProvider(null)
  })
  return { sandbox, provider }
}

/** Pays an intent as the browser does, with one of the provider's test methods. */
export const payWith = (provider: PaymentProvider, paymentIntentId: string, method = 'pm_card_visa') =>
  provider.stripe.paymentIntents.confirm(paymentIntentId, {
    payment_method: method,
    return_url: 'http://stirrup.test/payment-success',
    mandate_data: { customer_acceptance: { type: 'offline' } },
  })

/** Saves one of the provider's test methods for a user; the first one becomes the default. Returns its id. */
export async function saveMethod(provider: PaymentProvider, userId: string, token = 'pm_card_visa'): Promise<string> {
  const customer = await ensureCustomer(userId)
  const saved = await provider.stripe.paymentMethods.attach(token, { customer })
  const { data } = await provider.stripe.customers.listPaymentMethods(customer)
  if (data.length === 1) {
    await provider.stripe.customers.update(customer, { invoice_settings: { default_payment_method: saved.id } })
  }
  return saved.id
}

export const packageId = async (name = 'Package 1 - Basic') =>
  (await prisma.package.findUniqueOrThrow({ where: { name } })).id
export const addOnId = async (name = 'Hack') => (await prisma.addOn.findUniqueOrThrow({ where: { name } })).id

/** Package 1 - Basic and two hacks: 309.00, by card 318.27. */
export const monthlyPurchase = async (part: Partial<Purchase> = {}): Promise<Purchase> => ({
  items: [
    { type: 'package', id: await packageId(), quantity: 1 },
    { type: 'addon', id: await addOnId(), quantity: 2 },
  ],
  startDate: 'this-month',
  method: 'card',
  nonce: newNonce(),
  ...part,
})
