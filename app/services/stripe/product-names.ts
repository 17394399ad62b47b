import type Stripe from 'stripe'
import type { BasisPoints } from '~/models/vocabulary/fee'

/** Returns the product of a fee. There is one per rate: a subscription keeps the name under which it was sold. */
export const feeProduct = (rate: BasisPoints) => `stirrup_fee_${rate}`
export const productOf = (type: 'package' | 'addon', id: number) => `stirrup_${type}_${id}`

/** Returns what a product stands for; null if it is not ours. */
export function readProduct(
  productId: string,
): { type: 'package' | 'addon'; id: number } | { type: 'fee'; rate: BasisPoints } | null {
  const [, type, number] = /^stirrup_(package|addon|fee)_(\d+)$/.exec(productId) ?? []
  if (type === 'fee') return { type, rate: Number(number) }
  return type ? { type: type as 'package' | 'addon', id: Number(number) } : null
}

export const productIdOf = ({ price }: Pick<Stripe.SubscriptionItem, 'price'>): string =>
  typeof price.product === 'string' ? price.product : price.product.id

export const readItem = (item: Pick<Stripe.SubscriptionItem, 'price'>) => readProduct(productIdOf(item))
