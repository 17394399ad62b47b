import type Stripe from 'stripe'
import { t } from '#text'
import { refuseBankPayment } from '~/models/money/payments/bank-return.server'
import { methodsMayChange } from '~/models/money/payments/methods/known-methods.server'
import { ofCustomer } from '~/models/money/payments/provider/customer.server'
import { notFound, Refused } from '~/platform/refused'
import { orRefused, requireProvider, translateProviderErrors } from '~/services/stripe/stripe.server'
import { followDefaultMethod } from './follow-method.server'
import { customerOf, isCopy, listPaymentMethods, runningSubscriptions } from './payment-methods.server'

interface OwnMethod {
  customerId: string
  method: Stripe.PaymentMethod
  /** The same card or account, saved again: the family sees one. */
  copies: Stripe.PaymentMethod[]
}

async function ownMethod(userId: string, methodId: string): Promise<OwnMethod> {
  const own = await findOwnMethod(userId, methodId)
  if (!own) throw noSuchMethod()
  return own
}

const noSuchMethod = () => notFound(t('No such payment method'))

async function findOwnMethod(userId: string, methodId: string): Promise<OwnMethod | null> {
  const customerId = await customerOf(userId)
  const methods = customerId
    ? await ofCustomer(userId, customerId, () =>
        requireProvider().stripe.customers.listPaymentMethods(customerId, { limit: 100 }),
      )
    : null
  const method = methods?.data.find(({ id }) => id === methodId)
  const copies = methods?.data.filter((other) => method && other.id !== method.id && isCopy(other, method)) ?? []
  return customerId && method ? { customerId, method, copies } : null
}

/** Makes a saved method the default, also of the running subscriptions, whose fee follows it. @throws Refused 404 */
export const setDefaultMethod = (userId: string, methodId: string): Promise<void> =>
  translateProviderErrors(async () => {
    await methodsMayChange(userId)
    const { customerId, method } = await ownMethod(userId, methodId)
    if (method.type === 'us_bank_account') await refuseBankPayment(userId)
    await requireProvider().stripe.customers.update(customerId, {
      invoice_settings: { default_payment_method: method.id },
    })
    for (const { stripeSubscriptionId } of await runningSubscriptions(userId)) {
      if (stripeSubscriptionId) await followDefaultMethod(stripeSubscriptionId, method)
    }
  }, 'change')

/**
 * Deletes a saved method. One that the family already deleted is no error.
 * @throws Refused 404 for an unknown method, 409 for the one that pays a running subscription.
 */
export const deleteMethod = (userId: string, methodId: string): Promise<void> =>
  translateProviderErrors(async () => {
    await methodsMayChange(userId)
    const own = await findOwnMethod(userId, methodId)
    if (!own && (await isDeletedBy(userId, methodId))) return
    if (!own) throw noSuchMethod()
    const { method, copies } = own
    const running = await runningSubscriptions(userId)
    const isUsed = ({ id }: Stripe.PaymentMethod) => running.some((one) => one.defaultPaymentMethodId === id)
    if (isUsed(method)) {
      throw new Refused('in_use', t('This is used for your subscription. Choose another default first.'))
    }
    for (const { id } of [...copies.filter((copy) => !isUsed(copy)), method]) await detach(userId, id)
  }, 'change')

async function detach(userId: string, id: string): Promise<void> {
  const { paymentMethods } = requireProvider().stripe
  try {
    // Once detached, it no longer says whose it was.
    await paymentMethods.update(id, { metadata: { deletedBy: userId } })
    await paymentMethods.detach(id)
  } catch (error) {
    // A second click was faster.
    if (!(await isDeletedBy(userId, id))) throw error
  }
}

async function isDeletedBy(userId: string, methodId: string): Promise<boolean> {
  const method = await orRefused(() => requireProvider().stripe.paymentMethods.retrieve(methodId))
  return method !== null && method.customer === null && method.metadata?.deletedBy === userId
}

/** Makes a method the default of a user who has none. */
export async function adoptFirstMethod(userId: string, methodId: string): Promise<void> {
  const methods = await listPaymentMethods(userId)
  if (!methods.some(({ isDefault }) => isDefault)) await setDefaultMethod(userId, methodId)
}
