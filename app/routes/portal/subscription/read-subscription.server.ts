import { t } from '#text'
import { methodsOf } from '~/models/money/methods/payment-methods.server'
import { rateFor } from '~/models/money/payments/pricing'
import { subscriptionRider } from '~/models/money/subscriptions/subscribed-riders.server'
import { type SubscriptionView, subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { subscriptionCatalog } from '~/models/money/subscriptions/subscription-catalog.server'
import { getSchool } from '~/models/school/current-school.server'
import type { BasisPoints } from '~/models/vocabulary/fee'
import type { Viewer } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { readSelection } from '~/routes/portal/purchase/read-selection'
import type { Selection } from '~/routes/portal/purchase/selection'
import { paymentProvider } from '~/services/stripe/stripe.server'

/** @throws Response 404 for a rider of another family */
async function riderOfPage(userId: string, query: URLSearchParams) {
  try {
    return await subscriptionRider(userId, query.get('rider'))
  } catch (error) {
    if (error instanceof Refused && error.status === 404) throw new Response(t('Rider not found.'), { status: 404 })
    throw error
  }
}

/** What the page shows of a rider's subscription. @throws Response 404 for a rider of another family */
export async function readSubscription(viewer: Viewer, query: URLSearchParams) {
  const userId = viewer.id
  const { rider, riders } = await riderOfPage(userId, query)
  const subscription = await subscriptionOf(userId, today(), rider.id)
  const elsewhere = riders.some(({ id, subscribed, paysFor }) => id === rider.id && subscribed && !paysFor)
  const isOffered = !elsewhere && paymentProvider() !== null
  const family = { rider, riders: riders.length > 1 ? riders : [], elsewhere, isOffered }
  if (!subscription) return { ...family, subscription: null }
  const [catalog, school] = await Promise.all([subscriptionCatalog(subscription), getSchool()])
  const feeRate = rateFor(school, subscription.cardFunding)
  const asked = { ...readSelection(query, catalog), method: subscription.methodType }
  return {
    ...family,
    subscription,
    paidWith: await paidWith(viewer, subscription),
    catalog,
    selection: query.has('preview') ? asked : heldSelection(subscription),
    feeRate,
    prices: pricesOf(catalog, feeRate),
  }
}

/** The saved method that pays, as `Visa •••• 4242`; its kind if the provider does not say. */
async function paidWith(viewer: Viewer, { id, methodType }: SubscriptionView): Promise<string> {
  const select = { defaultPaymentMethodId: true }
  const { defaultPaymentMethodId } = await prisma.subscription.findUniqueOrThrow({ where: { id }, select })
  const methods = await methodsOf(viewer, [defaultPaymentMethodId])
  const method = methods?.find((one) => one.id === defaultPaymentMethodId)
  return method?.label ?? (methodType === 'card' ? t('Card') : t('US bank account'))
}

/** Another method pays another fee, and the office may change prices while the form is open. */
const pricesOf = ({ version }: { version: number }, feeRate: BasisPoints) => `${version}-${feeRate}`

export async function pricesNow(subscription: SubscriptionView): Promise<string> {
  const [catalog, school] = await Promise.all([subscriptionCatalog(subscription), getSchool()])
  return pricesOf(catalog, rateFor(school, subscription.cardFunding))
}

const heldSelection = ({ package: bought, addOns, methodType }: SubscriptionView): Selection => ({
  riderId: null,
  others: {},
  packageId: bought?.id ?? null,
  quantities: Object.fromEntries(addOns.map(({ addOnId, quantity }) => [addOnId, quantity])),
  once: [],
  startMonth: 'next-month',
  method: methodType,
  paymentType: 'recurring',
})
