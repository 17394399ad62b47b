import Stripe from 'stripe'
import type { Order } from '~/models/payments/order.server'
import { type BasisPoints, convenienceFee, type PayingMethod, percentOf, rateFor } from '~/models/payments/pricing'
import { getSchool } from '~/models/school/current-school.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type PaymentProvider, requireProvider } from '~/services/stripe/stripe.server'
import { type Cents, centsOf } from '~/utils/money'

export interface MonthlyChoice {
  packageId: number | null
  addOns: { addOnId: number; quantity: number }[]
}

/** At the prices it was bought for, in cents a month. */
export interface PricedChoice extends MonthlyChoice {
  packagePrice: Cents
  addOns: { addOnId: number; quantity: number; unitPrice: Cents }[]
  fee: Cents
}

interface MonthlyItem {
  productId: string
  name: string
  price: Cents
  quantity: number
  active: boolean
}

/** One product per rate: a subscription keeps the name that it was sold under. */
const feeProduct = (rate: BasisPoints) => `stirrup_fee_${rate}`
const productOf = (type: 'package' | 'addon', id: number) => `stirrup_${type}_${id}`

/** Reads what a product stands for; null if it is not ours. */
export function readProduct(
  productId: string,
): { type: 'package' | 'addon'; id: number } | { type: 'fee'; rate: BasisPoints } | null {
  const [, type, number] = /^stirrup_(package|addon|fee)_(\d+)$/.exec(productId) ?? []
  if (type === 'fee') return { type, rate: Number(number) }
  return type ? { type: type as 'package' | 'addon', id: Number(number) } : null
}

const noLongerForSale = () => new Refused('Something you chose is no longer for sale. Please choose again.', 'items')

async function monthlyItems(choice: MonthlyChoice): Promise<MonthlyItem[]> {
  const packages = choice.packageId ? await prisma.package.findMany({ where: { id: choice.packageId } }) : []
  const addOns = await prisma.addOn.findMany({ where: { id: { in: choice.addOns.map(({ addOnId }) => addOnId) } } })
  if ((choice.packageId && !packages.length) || addOns.length < choice.addOns.length) throw noLongerForSale()
  return [
    ...packages.map(({ id, name, price, active }) => ({
      productId: productOf('package', id),
      name,
      price: centsOf(price),
      active,
      quantity: 1,
    })),
    ...addOns.map(({ id, name, price, active }) => ({
      productId: productOf('addon', id),
      name,
      price: centsOf(price),
      active,
      quantity: choice.addOns.find(({ addOnId }) => addOnId === id)?.quantity ?? 0,
    })),
  ].filter(({ quantity }) => quantity > 0)
}

async function createProduct({ stripe }: PaymentProvider, id: string, name: string): Promise<void> {
  try {
    await stripe.products.create({ id, name })
  } catch (error) {
    const exists = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists'
    if (!exists) throw error
  }
}

/** The products that this process knows to exist at a provider, or is creating: they are asked for once. */
const knownProducts = new WeakMap<PaymentProvider, Map<string, Promise<void>>>()

/** Creates the product of an item at the provider, if it is not there yet. */
function ensureProduct(id: string, name: string): Promise<void> {
  const provider = requireProvider()
  const known = knownProducts.get(provider) ?? new Map<string, Promise<void>>()
  knownProducts.set(provider, known)
  const found = known.get(id)
  if (found) return found
  const created = createProduct(provider, id, name)
  known.set(id, created)
  created.catch(() => known.delete(id))
  return created
}

const ensureProducts = async (items: Pick<MonthlyItem, 'productId' | 'name'>[], rate: BasisPoints) => {
  const fee = rate ? [ensureProduct(feeProduct(rate), `Convenience fee (${percentOf(rate)})`)] : []
  await Promise.all([...items.map(({ productId, name }) => ensureProduct(productId, name)), ...fee])
}

const priceData = (product: string, unitAmount: Cents) => ({ currency: 'usd', product, unit_amount: unitAmount })
const monthly = (product: string, unitAmount: Cents) => ({
  ...priceData(product, unitAmount),
  recurring: { interval: 'month' as const },
})

/** `oneOff` is the same as single charges, for the month that has begun. */
export async function newItems({ items, fee, feeRate }: Order) {
  const ordered = items.map(({ packageId, addOnId, name, unitPrice, quantity }) => ({
    productId: packageId ? productOf('package', packageId) : productOf('addon', addOnId!),
    name,
    price: unitPrice,
    quantity,
  }))
  await ensureProducts(ordered, feeRate)
  const priced = [...ordered, ...(fee ? [{ productId: feeProduct(feeRate), price: fee, quantity: 1 }] : [])]
  return {
    recurring: priced.map(({ productId, price, quantity }) => ({ price_data: monthly(productId, price), quantity })),
    oneOff: priced.map(({ productId, price, quantity }) => ({ price_data: priceData(productId, price), quantity })),
  }
}

const productIdOf = (item: Stripe.SubscriptionItem) =>
  typeof item.price.product === 'string' ? item.price.product : item.price.product.id
const isFee = (item: Stripe.SubscriptionItem) => readProduct(productIdOf(item))?.type === 'fee'

/**
 * Brings items to a choice and to the fee of the method, at the rate of the day; what stays keeps its price.
 * @throws Refused if something new is not for sale.
 */
export async function itemChanges(
  subscription: Stripe.Subscription,
  choice: MonthlyChoice,
  method: PayingMethod,
): Promise<Stripe.SubscriptionUpdateParams.Item[]> {
  const wanted = await monthlyItems(choice)
  const rate = rateFor(await getSchool(), method.funding)
  await ensureProducts(wanted, rate)
  const present = subscription.items.data
  const changes: Stripe.SubscriptionUpdateParams.Item[] = []
  let subtotal = 0
  for (const item of wanted) {
    const there = present.find((candidate) => productIdOf(candidate) === item.productId)
    subtotal += (there?.price.unit_amount ?? item.price) * item.quantity
    if (!there && !item.active) throw noLongerForSale()
    if (!there) changes.push({ price_data: monthly(item.productId, item.price), quantity: item.quantity })
    else if (there.quantity !== item.quantity) changes.push({ id: there.id, quantity: item.quantity })
  }
  const kept = new Set(wanted.map(({ productId }) => productId))
  for (const item of present) {
    if (!isFee(item) && !kept.has(productIdOf(item))) changes.push({ id: item.id, deleted: true })
  }
  const fee = convenienceFee(subtotal, method.type, rate)
  const feeItem = present.find(isFee)
  const asItIs = feeItem?.price.unit_amount === fee && productIdOf(feeItem) === feeProduct(rate)
  if (feeItem && !fee) changes.push({ id: feeItem.id, deleted: true })
  else if (feeItem && !asItIs) changes.push({ id: feeItem.id, price_data: monthly(feeProduct(rate), fee) })
  else if (!feeItem && fee) changes.push({ price_data: monthly(feeProduct(rate), fee), quantity: 1 })
  return changes
}

export function choiceOf(subscription: Stripe.Subscription): PricedChoice {
  const choice: PricedChoice = { packageId: null, packagePrice: 0, addOns: [], fee: 0 }
  for (const item of subscription.items.data) {
    const product = readProduct(productIdOf(item))
    const quantity = item.quantity ?? 1
    const unitPrice = item.price.unit_amount ?? 0
    if (product?.type === 'package')
      Object.assign(choice, { packageId: product.id, packagePrice: unitPrice * quantity })
    if (product?.type === 'addon') choice.addOns.push({ addOnId: product.id, quantity, unitPrice })
    if (product?.type === 'fee') choice.fee += unitPrice * quantity
  }
  return choice
}
