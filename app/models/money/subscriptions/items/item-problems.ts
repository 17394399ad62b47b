import type Stripe from 'stripe'
import type { ItemProblem } from '~/models/money/issues/payment-issue'
import { convenienceFee } from '~/models/money/payments/pricing'
import type { BasisPoints } from '~/models/vocabulary/fee'
import { productIdOf, readItem } from '~/services/stripe/product-names'
import { formatCents } from '~/utils/money'
import { choiceOf, subtotalOf } from './billing-items.server'

/** Something in a subscription at the provider that no form of ours added. */
interface FoundProblem {
  kind: ItemProblem
  detail: string
}

/** @param feeRate the rate for the method that pays; null is no fee. */
export function itemProblems(
  subscription: Pick<Stripe.Subscription, 'items'>,
  feeRate: BasisPoints | null,
): FoundProblem[] {
  const items = subscription.items.data
  const problems: FoundProblem[] = []
  const seen = new Map<string, Stripe.SubscriptionItem[]>()
  for (const item of items) {
    const product = readItem(item)
    if (!product) problems.push({ kind: 'foreign-item', detail: `${productIdOf(item)}: ${priceOf(item)} a month` })
    // There may be only one package and one fee, whichever they are.
    else add(seen, product.type === 'addon' ? productIdOf(item) : product.type, item)
  }
  for (const doubled of seen.values()) {
    if (doubled.length < 2) continue
    const detail = doubled.map((item) => `${productIdOf(item)}: ${priceOf(item)}`).join(', ')
    problems.push({ kind: 'doubled-item', detail: `${detail} a month` })
  }
  const fee = feeRate ? convenienceFee(subtotalOf(subscription), 'card', feeRate) : 0
  const present = choiceOf(subscription).fee
  if (present !== fee)
    problems.push({ kind: 'fee-differs', detail: `${formatCents(present)} instead of ${formatCents(fee)}` })
  return problems
}

const add = (map: Map<string, Stripe.SubscriptionItem[]>, key: string, item: Stripe.SubscriptionItem) =>
  map.set(key, [...(map.get(key) ?? []), item])

const priceOf = ({ price, quantity }: Stripe.SubscriptionItem) =>
  `${formatCents(price.unit_amount ?? 0)}${(quantity ?? 1) === 1 ? '' : ` × ${quantity}`}`
