import type Stripe from 'stripe'
import { refuseBankPayment } from '~/models/payments/bank-return.server'
import { notFound, Refused } from '~/platform/refused'
import { ofCustomer } from './customer.server'
import { customerOf, listPaymentMethods, runningSubscription } from './payment-methods.server'
import { requireProvider, translateProviderErrors } from './stripe.server'
import { followDefaultMethod } from './subscription/follow-method.server'

async function ownMethod(
  userId: string,
  methodId: string,
): Promise<{ customerId: string; method: Stripe.PaymentMethod }> {
  const customerId = await customerOf(userId)
  const methods = customerId
    ? await ofCustomer(userId, customerId, () =>
        requireProvider().stripe.customers.listPaymentMethods(customerId, { limit: 100 }),
      )
    : null
  const method = methods?.data.find(({ id }) => id === methodId)
  if (!customerId || !method) throw notFound('No such payment method')
  return { customerId, method }
}

/** Makes a saved method the default, also of a running subscription, whose fee follows it. @throws Refused 404 */
export const setDefaultMethod = (userId: string, methodId: string): Promise<void> =>
  translateProviderErrors(async () => {
    const { customerId, method } = await ownMethod(userId, methodId)
    if (method.type === 'us_bank_account') await refuseBankPayment(userId)
    await requireProvider().stripe.customers.update(customerId, {
      invoice_settings: { default_payment_method: method.id },
    })
    const subscription = await runningSubscription(userId)
    if (subscription?.stripeSubscriptionId) {
      await followDefaultMethod(subscription.stripeSubscriptionId, method)
    }
  }, 'change')

/** @throws Refused 404 for an unknown method, 409 for the one that pays a running subscription. */
export const deleteMethod = (userId: string, methodId: string): Promise<void> =>
  translateProviderErrors(async () => {
    const { method } = await ownMethod(userId, methodId)
    const subscription = await runningSubscription(userId)
    if (subscription?.defaultPaymentMethodId === method.id) {
      throw new Refused('This pays your subscription. Make another one the default first.', undefined, 409)
    }
    await requireProvider().stripe.paymentMethods.detach(method.id)
  }, 'change')

export async function adoptFirstMethod(userId: string, methodId: string): Promise<void> {
  const methods = await listPaymentMethods(userId)
  if (!methods.some(({ isDefault }) => isDefault)) await setDefaultMethod(userId, methodId)
}
