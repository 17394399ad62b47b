import type Stripe from 'stripe'
import type { MethodType } from '~/models/payments/pricing'
import { RUNNING_STATUSES } from '~/models/subscriptions/subscription'
import { prisma } from '~/platform/db.server'
import { limitTries } from '~/platform/rate-limit.server'
import { Refused } from '~/platform/refused'
import { ensureCustomer, ofCustomer } from './customer.server'
import { BANK_SIGN_IN, idOf, paymentProvider, requireProvider, translateProviderErrors } from './stripe.server'

export interface SavedMethod {
  id: string
  type: MethodType
  /** `credit`, `debit`, `prepaid` or `unknown`; null for a bank account. */
  funding: string | null
  label: string
  detail: string
  isDefault: boolean
  /** It pays a running subscription, so it cannot be deleted. */
  inUse: boolean
}

/** Null until the user first needs one. */
export const customerOf = async (userId: string) => {
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { stripeCustomerId: true } })
  return user.stripeCustomerId
}

/** Those that a user pays, for each of its riders. */
export const runningSubscriptions = (userId: string) =>
  prisma.subscription.findMany({
    where: { userId, status: { in: RUNNING_STATUSES } },
    orderBy: { id: 'asc' },
    select: { stripeSubscriptionId: true, defaultPaymentMethodId: true },
  })

const supported = (method: Stripe.PaymentMethod) => method.type === 'card' || method.type === 'us_bank_account'

/** The customer of a user, and the saved methods that pay its running subscriptions. */
interface Known {
  customerId: string | null
  usedIds: Promise<(string | null)[]>
}

async function findKnown(userId: string): Promise<Known> {
  const customerId = await customerOf(userId)
  const usedIds = async () => (await runningSubscriptions(userId)).map((one) => one.defaultPaymentMethodId)
  return { customerId, usedIds: customerId ? usedIds() : Promise.resolve([]) }
}

/** Lists a user's saved methods, the default first. Makes no customer. */
export const listPaymentMethods = async (userId: string): Promise<SavedMethod[]> =>
  askForMethods(userId, await findKnown(userId))

async function askForMethods(userId: string, { customerId, usedIds }: Known): Promise<SavedMethod[]> {
  if (!customerId) return []
  return translateProviderErrors(async () => {
    const { stripe } = requireProvider()
    const answers = await ofCustomer(userId, customerId, () =>
      Promise.all([
        stripe.customers.retrieve(customerId),
        stripe.customers.listPaymentMethods(customerId, { limit: 20 }),
        usedIds,
      ]),
    )
    if (!answers) return []
    const [customer, { data }, used] = answers
    const preferred = customer.deleted ? null : customer.invoice_settings.default_payment_method
    const defaultId = preferred ? idOf(preferred) : null
    return data
      .filter(supported)
      .map((method) => savedMethod(method, defaultId, used))
      .sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
  }, 'look')
}

/** Lists saved methods for a screen that can do without them: null if the provider does not answer. */
export async function methodsToShow(userId: string, known?: Known): Promise<SavedMethod[] | null> {
  if (!paymentProvider()) return null
  try {
    return await askForMethods(userId, known ?? (await findKnown(userId)))
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

function savedMethod(method: Stripe.PaymentMethod, defaultId: string | null, usedIds: (string | null)[]): SavedMethod {
  const { card, us_bank_account: bank } = method
  const brand = card ? card.brand.charAt(0).toUpperCase() + card.brand.slice(1) : (bank?.bank_name ?? 'Bank account')
  const expiry = card ? `Expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` : 'US bank account'
  return {
    id: method.id,
    type: card ? 'card' : 'us_bank_account',
    funding: card?.funding ?? null,
    label: `${brand} •••• ${card?.last4 ?? bank?.last4 ?? ''}`,
    detail: expiry,
    isDefault: method.id === defaultId,
    inUse: usedIds.includes(method.id),
  }
}

const SETUPS = { max: 20, seconds: 60 * 60 }

/** Stolen card numbers could be tried here, for nothing is charged. @throws Refused 429 after 20 an hour. */
export const limitSetups = (userId: string): Promise<void> => limitTries(`setup:${userId}`, SETUPS)

/** Returns the client secret of a new setup intent. @throws Refused 429, see `limitSetups`. */
export const startSetup = (userId: string, type: MethodType): Promise<string> =>
  translateProviderErrors(async () => {
    await limitSetups(userId)
    const { client_secret } = await requireProvider().stripe.setupIntents.create({
      customer: await ensureCustomer(userId),
      allowed_payment_method_types: [type],
      ...(type === 'us_bank_account' && { payment_method_options: BANK_SIGN_IN }),
      usage: 'off_session',
      metadata: { userId },
    })
    return client_secret!
  }, 'look')

/** Returns the address of the provider's page for methods and invoices. */
export const openPortal = (userId: string, returnUrl: string): Promise<string> =>
  translateProviderErrors(async () => {
    const { url } = await requireProvider().stripe.billingPortal.sessions.create({
      customer: await ensureCustomer(userId),
      return_url: returnUrl,
    })
    return url
  }, 'look')
