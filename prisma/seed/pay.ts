import type { StartMonth } from '~/models/money/catalog/order-choice'
import { startPayment } from '~/models/money/paying/payments.server'
import type { PurchaseLine } from '~/models/money/payments/order.schema'
import { newNonce, placeOrder } from '~/models/money/payments/order.server'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { getSchool } from '~/models/school/current-school.server'
import type { MethodType } from '~/models/vocabulary/fee'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { paymentProvider, translateProviderErrors } from '~/services/stripe/stripe.server'
import { type Basket, type Habit, subscribedBasket } from './habits'

export type OnlineHabit = Habit & { method: MethodType }

/** A moment at which a family pays, or its bank has sent the money. */
export interface Occasion {
  at: Date
  byBank?: boolean
  run: () => Promise<unknown>
}

/** Starts the subscription that pays from then on. */
export async function subscribe(habit: OnlineHabit): Promise<void> {
  const { studentId, method } = habit
  await methodOf(studentId, method)
  await createSubscription(studentId, {
    items: await itemsOf(subscribedBasket(habit)),
    startMonth: 'this-month',
    method,
    nonce: newNonce(),
  })
}

/** Buys a basket at the time of the clock. */
export async function payOnce(
  { studentId, method }: OnlineHabit,
  basket: Basket,
  startMonth: StartMonth,
): Promise<void> {
  await pay(studentId, await itemsOf(basket), startMonth, method)
}

/** Makes one payment with a line for each child, for the month after the clock's. */
export async function payForFamily({
  payerId,
  riderIds,
  packageName,
}: {
  payerId: string
  riderIds: string[]
  packageName: string
}): Promise<void> {
  const { id } = await prisma.package.findUniqueOrThrow({ where: { name: packageName } })
  const items = riderIds.map((riderId) => ({ type: 'package' as const, id, quantity: 1, riderId }))
  await pay(payerId, items, 'next-month', 'card')
}

async function pay(payerId: string, items: PurchaseLine[], startMonth: StartMonth, method: MethodType): Promise<void> {
  await payIntent(payerId, await openPayment(payerId, items, startMonth, method), method)
}

/** Opens the payment page of an order, and returns its intent. */
export async function openPayment(
  payerId: string,
  items: PurchaseLine[],
  startMonth: StartMonth,
  method: MethodType,
): Promise<string> {
  const order = await placeOrder(
    payerId,
    { items, startMonth, method, nonce: newNonce() },
    { today: today(), ...(await getSchool()) },
  )
  return (await translateProviderErrors(() => startPayment(order)))!.paymentIntentId
}

/** Submits the form of a payment page. */
export async function payIntent(payerId: string, intentId: string, method: MethodType): Promise<void> {
  await paymentProvider()!.stripe.paymentIntents.confirm(intentId, {
    payment_method: await methodOf(payerId, method),
    mandate_data: { customer_acceptance: { type: 'offline' } },
  })
  await syncPayment(intentId)
}

export async function itemsOf({ packageName, addOns }: Basket) {
  const chosen = packageName ? await prisma.package.findUniqueOrThrow({ where: { name: packageName } }) : null
  const extras = await prisma.addOn.findMany({ where: { name: { in: addOns.map(([name]) => name) } } })
  return [
    ...(chosen ? [{ type: 'package' as const, id: chosen.id, quantity: 1 }] : []),
    ...extras.map(({ id, name }) => ({
      type: 'addon' as const,
      id,
      quantity: addOns.find(([wanted]) => wanted === name)![1],
    })),
  ]
}

async function methodOf(studentId: string, method: MethodType): Promise<string> {
  const { stripe } = paymentProvider()!
  const customer = await ensureCustomer(studentId)
  const saved = await stripe.paymentMethods.list({ customer, type: method, limit: 1 })
  if (saved.data[0]) return saved.data[0].id
  const token = method === 'card' ? 'pm_card_visa' : 'pm_usBankAccount_success'
  const attached = await stripe.paymentMethods.attach(token, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: attached.id } })
  return attached.id
}
