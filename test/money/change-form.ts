import { priceOf, rateFor } from '~/models/money/payments/pricing'
import { changeSubscription } from '~/models/money/subscribing/subscriptions.server'
import type { MonthlyChoice } from '~/models/money/subscriptions/items/billing-items.server'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { subscriptionCatalog } from '~/models/money/subscriptions/subscription-catalog.server'
import { getSchool } from '~/models/school/current-school.server'
import { today } from '~/platform/clock.server'
import { selectedLines } from '~/routes/portal/purchase/selection'
import type { World } from './world'

/**
 * Sends the form that changes a subscription, and notes the monthly price on it: if the answer is lost, the provider
 * may charge that price before anything here reads the subscription again.
 */
export async function sendChange({ userId, shown }: World, choice: MonthlyChoice, riderId: string): Promise<unknown> {
  const held = await subscriptionOf(userId, today(), riderId)
  if (held) {
    const [catalog, school] = await Promise.all([subscriptionCatalog(held), getSchool()])
    const quantities = Object.fromEntries(choice.addOns.map(({ addOnId, quantity }) => [addOnId, quantity]))
    const { lines } = selectedLines({ ...WHOLE, packageId: choice.packageId, quantities }, catalog, true)
    shown.add(priceOf(lines, held.methodType, rateFor(school, held.cardFunding)).total)
  }
  return changeSubscription(userId, choice, { riderId })
}

/** The rest of a selection, which is not chosen on this form. */
const WHOLE = {
  riderId: null,
  others: {},
  once: [],
  startMonth: 'next-month',
  method: 'card',
  paymentType: 'recurring',
} as const satisfies Partial<Parameters<typeof selectedLines>[0]>
