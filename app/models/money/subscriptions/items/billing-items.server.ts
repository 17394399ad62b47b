import type Stripe from 'stripe'
import { t } from '#text'
import type { Order } from '~/models/money/payments/order.server'
import { refuseTooMany, soldOnce } from '~/models/money/payments/orders/order-lines.server'
import { convenienceFee } from '~/models/money/payments/pricing'
import type { BasisPoints } from '~/models/vocabulary/fee'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { feeProduct, productIdOf, productOf, readItem } from '~/services/stripe/product-names'
import { ensureProducts } from '~/services/stripe/products.server'
import { type Cents, centsOf } from '~/utils/money'

export interface MonthlyChoice {
  packageId: number | null
  addOns: { addOnId: number; quantity: number }[]
}

/** A choice at the prices it was bought for, in cents a month. */
interface PricedChoice extends MonthlyChoice {
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
  isRecurring: boolean
}

type Priced = Pick<MonthlyItem, 'productId' | 'price' | 'quantity'>
type Items = Pick<Stripe.Subscription, 'items'>
type ItemChange = Stripe.SubscriptionUpdateParams.Item

const noLongerForSale = () =>
  new Refused('not_for_sale', t('Something you chose is no longer for sale. Please start over.'), 'items')

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
      isRecurring: true,
      quantity: 1,
    })),
    ...addOns.map(({ id, name, price, active, isRecurring }) => ({
      productId: productOf('addon', id),
      name,
      price: centsOf(price),
      active,
      isRecurring,
      quantity: choice.addOns.find(({ addOnId }) => addOnId === id)?.quantity ?? 0,
    })),
  ].filter(({ quantity }) => quantity > 0)
}

const priceData = (product: string, unitAmount: Cents) => ({ currency: 'usd', product, unit_amount: unitAmount })
const monthly = (product: string, unitAmount: Cents) => ({
  ...priceData(product, unitAmount),
  recurring: { interval: 'month' as const },
})

/** Returns the current catalog names by product: an order from before a renaming has the old one. */
async function namesToday(items: Order['items']): Promise<Map<string, string>> {
  const select = { id: true, name: true }
  const [packages, addOns] = await Promise.all([
    prisma.package.findMany({ where: { id: { in: items.flatMap(({ packageId }) => packageId ?? []) } }, select }),
    prisma.addOn.findMany({ where: { id: { in: items.flatMap(({ addOnId }) => addOnId ?? []) } }, select }),
  ])
  return new Map([
    ...packages.map(({ id, name }) => [productOf('package', id), name] as const),
    ...addOns.map(({ id, name }) => [productOf('addon', id), name] as const),
  ])
}

/**
 * Returns the items of a new subscription. `recurring` is charged every month with its fee; `oneOff`, as single charges
 * for the month that has begun, is the whole order with its fee.
 */
export async function newItems({ items, fee, feeRate, methodType }: Order) {
  const ordered = items.map(({ packageId, addOnId, unitPrice, quantity, paymentType }) => ({
    productId: packageId ? productOf('package', packageId) : productOf('addon', addOnId!),
    price: unitPrice,
    quantity,
    monthly: paymentType === 'recurring',
  }))
  const names = await namesToday(items)
  await ensureProducts(
    ordered.map(({ productId }) => ({ productId, name: names.get(productId)! })),
    feeRate,
  )
  const recurring = ordered.filter((item) => item.monthly)
  const subtotal = recurring.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const withFee = (priced: Priced[], amount: Cents): Priced[] =>
    amount ? [...priced, { productId: feeProduct(feeRate), price: amount, quantity: 1 }] : priced
  return {
    recurring: withFee(recurring, convenienceFee(subtotal, methodType, feeRate)).map(
      ({ productId, price, quantity }) => ({ price_data: monthly(productId, price), quantity }),
    ),
    oneOff: withFee(ordered, fee).map(({ productId, price, quantity }) => ({
      price_data: priceData(productId, price),
      quantity,
    })),
  }
}

/**
 * Returns the changes that bring our items to a choice and to a fee: what stays keeps its price, duplicates are merged,
 * and foreign items stay.
 * @throws Refused if something new is not for sale, or not every month.
 */
export async function itemChanges(
  subscription: Items,
  choice: MonthlyChoice,
  feeRate: BasisPoints | null,
): Promise<ItemChange[]> {
  const wanted = await monthlyItems(choice)
  refuseTooMany(
    wanted.map(({ productId }) => ({ type: productId, id: 0 })),
    'subscription',
  )
  await ensureProducts(wanted, feeRate)
  const ours = subscription.items.data.filter((item) => {
    const product = readItem(item)
    return product !== null && product.type !== 'fee'
  })
  const changes: ItemChange[] = []
  const kept = new Set<string>()
  let subtotal = 0
  for (const item of wanted) {
    const there = ours.find((candidate) => productIdOf(candidate) === item.productId)
    subtotal += (there?.price.unit_amount ?? item.price) * item.quantity
    if (there) kept.add(there.id)
    if (!there && !item.active) throw noLongerForSale()
    if (!there && !item.isRecurring) throw soldOnce(item.name)
    if (!there) changes.push({ price_data: monthly(item.productId, item.price), quantity: item.quantity })
    else if (there.quantity !== item.quantity) changes.push({ id: there.id, quantity: item.quantity })
  }
  for (const { id } of ours) if (!kept.has(id)) changes.push({ id, deleted: true })
  return [...changes, ...feeItemChanges(subscription, subtotal, feeRate)]
}

/** Returns the changes that bring the present items' fee to a rate; null is no fee. */
export async function feeChanges(subscription: Items, rate: BasisPoints | null): Promise<ItemChange[]> {
  await ensureProducts([], rate)
  return feeItemChanges(subscription, subtotalOf(subscription), rate)
}

function feeItemChanges(subscription: Items, subtotal: Cents, rate: BasisPoints | null): ItemChange[] {
  const [present, ...surplus] = feeItems(subscription)
  const changes: ItemChange[] = surplus.map(({ id }) => ({ id, deleted: true }))
  const fee = rate ? convenienceFee(subtotal, 'card', rate) : 0
  if (!rate || !fee) return present ? [...changes, { id: present.id, deleted: true }] : changes
  const price_data = monthly(feeProduct(rate), fee)
  if (!present) return [...changes, { price_data, quantity: 1 }]
  const isRight =
    present.price.unit_amount === fee && present.quantity === 1 && productIdOf(present) === feeProduct(rate)
  return isRight ? changes : [...changes, { id: present.id, price_data, quantity: 1 }]
}

const feeItems = ({ items }: Items) => items.data.filter((item) => readItem(item)?.type === 'fee')
const amountOf = ({ price, quantity }: Stripe.SubscriptionItem): Cents => (price.unit_amount ?? 0) * (quantity ?? 1)

/** Returns the monthly price of our items without the fee, in cents. */
export function subtotalOf({ items }: Items): Cents {
  const ours = items.data.filter((item) => ['package', 'addon'].includes(readItem(item)?.type ?? ''))
  return ours.reduce((sum, item) => sum + amountOf(item), 0)
}

/** Returns the rate in the fee item's name; null if there is none. */
export function presentFeeRate(subscription: Items): BasisPoints | null {
  const [product] = feeItems(subscription).map(readItem)
  return product?.type === 'fee' ? product.rate : null
}

/** Returns the choice that the items make up; duplicates are added up. */
export function choiceOf(subscription: Items): PricedChoice {
  const choice: PricedChoice = { packageId: null, packagePrice: 0, addOns: [], fee: 0 }
  for (const item of subscription.items.data) {
    const product = readItem(item)
    const quantity = item.quantity ?? 1
    if (product?.type === 'package') {
      choice.packageId ??= product.id
      choice.packagePrice += amountOf(item)
    }
    if (product?.type === 'fee') choice.fee += amountOf(item)
    if (product?.type !== 'addon' || !quantity) continue
    const there = choice.addOns.find(({ addOnId }) => addOnId === product.id)
    if (!there) {
      choice.addOns.push({ addOnId: product.id, quantity, unitPrice: item.price.unit_amount ?? 0 })
      continue
    }
    const amount = there.unitPrice * there.quantity + amountOf(item)
    there.quantity += quantity
    there.unitPrice = Math.round(amount / there.quantity)
  }
  return choice
}
