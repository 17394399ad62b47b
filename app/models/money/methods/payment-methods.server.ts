import type Stripe from 'stripe'
import { t } from '#text'
import {
  cacheMethods,
  type KnownMethods,
  knownMethodLists,
  type ProviderMethod,
  stillKnown,
} from '~/models/money/payments/methods/known-methods.server'
import { sayMethod } from '~/models/money/payments/payment-transaction'
import { ensureCustomer, ofCustomer } from '~/models/money/payments/provider/customer.server'
import type { MethodType } from '~/models/vocabulary/fee'
import { RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import type { Viewer } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { limitTries } from '~/platform/rate-limit.server'
import { Refused } from '~/platform/refused'
import { listStatement, queryLists } from '~/platform/row-lists.server'
import { labelOfCard } from '~/services/stripe/payment-intents.server'
import {
  BANK_SIGN_IN,
  idOf,
  paymentProvider,
  requireProvider,
  translateProviderErrors,
} from '~/services/stripe/stripe.server'

export interface SavedMethod extends Omit<ProviderMethod, 'copyOf'> {
  /** Whether it pays a running subscription, so it cannot be deleted. */
  inUse: boolean
}

/** Returns the user's customer; null until the user first needs one. */
export const customerOf = async (userId: string) => {
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { stripeCustomerId: true } })
  return user.stripeCustomerId
}

/** Finds the running subscriptions that a user pays, for each of its riders. */
export const runningSubscriptions = (userId: string) =>
  prisma.subscription.findMany({
    where: { userId, status: { in: RUNNING_STATUSES } },
    orderBy: { id: 'asc' },
    select: { stripeSubscriptionId: true, defaultPaymentMethodId: true },
  })

const EXPIRES = 'Expires '

const supported = (method: Stripe.PaymentMethod) => method.type === 'card' || method.type === 'us_bank_account'

/** Lists a user's saved methods, the default first. Does not create a customer. */
export async function listPaymentMethods(userId: string): Promise<SavedMethod[]> {
  const customerId = await customerOf(userId)
  if (!customerId) return []
  const [methods, running] = await Promise.all([askForMethods(userId, customerId), runningSubscriptions(userId)])
  const usedIds = running.map(({ defaultPaymentMethodId }) => defaultPaymentMethodId)
  return withUse(methods, usedIds)
}

/** Marks methods in use. A method saved twice is shown once, as the one that is used. */
function withUse(methods: ProviderMethod[], usedIds: (string | null)[]): SavedMethod[] {
  const isUsed = ({ id }: ProviderMethod) => usedIds.includes(id)
  const isShown = (method: ProviderMethod) =>
    isUsed(method) ||
    method.isDefault ||
    (!method.copyOf && !methods.some((other) => other.copyOf === method.id && isUsed(other)))
  return methods.filter(isShown).map(({ copyOf: _, label, detail, ...method }) => ({
    ...method,
    label: sayMethod(label) ?? '',
    detail: sayDetail(detail),
    inUse: usedIds.includes(method.id),
  }))
}

/** A method's detail is stored in English. */
const sayDetail = (detail: string): string =>
  detail.startsWith(EXPIRES) ? t('Expires {month}', { month: detail.slice(EXPIRES.length) }) : t(detail)

const askForMethods = (userId: string, customerId: string): Promise<ProviderMethod[]> =>
  translateProviderErrors(async () => {
    const { stripe } = requireProvider()
    const answers = await ofCustomer(userId, customerId, () =>
      Promise.all([
        stripe.customers.retrieve(customerId),
        stripe.customers.listPaymentMethods(customerId, { limit: 20 }),
      ]),
    )
    if (!answers) return []
    const [customer, { data }] = answers
    const preferred = customer.deleted ? null : customer.invoice_settings.default_payment_method
    const defaultId = preferred ? idOf(preferred) : null
    const methods = data.filter(supported).sort((a, b) => Number(b.id === defaultId) - Number(a.id === defaultId))
    return methods.map((method, i) => ({
      ...providerMethod(method, defaultId),
      copyOf: methods.slice(0, i).find((other) => isCopy(method, other))?.id ?? null,
    }))
  }, 'look')

/** Whether both are the same card or account, saved twice. */
export const isCopy = (a: Stripe.PaymentMethod, b: Stripe.PaymentMethod): boolean => {
  const [print, other] = [a, b].map(({ card, us_bank_account: bank }) => (card ?? bank)?.fingerprint)
  return (
    Boolean(print) &&
    print === other &&
    a.card?.exp_year === b.card?.exp_year &&
    a.card?.exp_month === b.card?.exp_month
  )
}

/** Lists saved methods for a screen that can do without them: null if the provider does not answer. */
export const methodsToShow = (userId: string): Promise<SavedMethod[] | null> =>
  orWithout(() => listPaymentMethods(userId))

/** The account's data that the portal has read along with the rest. */
interface OfAccount {
  customerId: string | null
  known: KnownMethods | undefined
  /** The methods that pay its running subscriptions. */
  usedIds: (string | null)[]
}

/** Works like `methodsToShow`, for a screen that is opened often: it asks the provider only if something may have changed. */
export const knownOrAsked = (
  userId: string,
  { customerId, known, usedIds }: OfAccount,
): Promise<SavedMethod[] | null> =>
  orWithout(async () => {
    if (!customerId) return []
    const kept = stillKnown(known, customerId)
    if (kept) return withUse(kept, usedIds)
    const methods = await askForMethods(userId, customerId)
    await cacheMethods(userId, { customerId, methods }, known)
    return withUse(methods, usedIds)
  })

const KNOWN = listStatement(knownMethodLists('$1'))

/** Works like `knownOrAsked`, for a screen that has read nothing else of the account; `usedIds` are the methods that it names. */
export async function methodsOf(
  { id, stripeCustomerId }: Pick<Viewer, 'id' | 'stripeCustomerId'>,
  usedIds: (string | null)[] = [],
) {
  if (!stripeCustomerId) return []
  const [known] = (await queryLists(KNOWN, [id])).knownMethods
  return knownOrAsked(id, { customerId: stripeCustomerId, known, usedIds })
}

async function orWithout(methods: () => Promise<SavedMethod[]>): Promise<SavedMethod[] | null> {
  if (!paymentProvider()) return null
  try {
    return await methods()
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

function providerMethod(method: Stripe.PaymentMethod, defaultId: string | null): Omit<ProviderMethod, 'copyOf'> {
  const { card, us_bank_account: bank } = method
  const expiry = card ? `${EXPIRES}${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` : 'US bank account'
  return {
    id: method.id,
    type: card ? 'card' : 'us_bank_account',
    funding: card?.funding ?? null,
    label: card ? labelOfCard(card) : `${bank?.bank_name ?? 'Bank account'} •••• ${bank?.last4 ?? ''}`,
    detail: expiry,
    isDefault: method.id === defaultId,
  }
}

const SETUPS = { max: 20, seconds: 60 * 60 }

/** Limits setups: stolen card numbers could be tested with them, because nothing is charged. @throws Refused 429 after 20 an hour. */
export const limitSetups = (userId: string): Promise<void> => limitTries(`setup:${userId}`, SETUPS)

/** Returns the client secret of a new setup intent. @throws Refused 429, see `limitSetups`; 503 if the provider gives none. */
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
    if (!client_secret) throw new Refused('provider_unavailable', t('Setup intent client secret not available'))
    return client_secret
  }, 'look')

/** Returns the address of the provider's page for methods and invoices. */
export const openPortal = (userId: string, returnUrl: string): Promise<string> =>
  translateProviderErrors(async () => {
    const { stripe, portalConfiguration } = requireProvider()
    const { url } = await stripe.billingPortal.sessions.create({
      customer: await ensureCustomer(userId),
      return_url: returnUrl,
      // Otherwise the one that the school saved at the provider.
      ...(portalConfiguration && { configuration: portalConfiguration }),
    })
    return url
  }, 'look')
