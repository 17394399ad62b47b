import Stripe from 'stripe'
import { type BasisPoints, percentOf } from '~/models/vocabulary/fee'
import { logError } from '~/platform/log.server'
import { feeProduct } from './product-names'
import { type PaymentProvider, paymentProvider, requireProvider } from './stripe.server'

interface Product {
  id: string
  name: string
}

/** Creates a product. Another process may create the same one at the same moment. */
async function createProduct({ stripe }: PaymentProvider, product: Product): Promise<void> {
  try {
    await stripe.products.create({ ...product })
  } catch (error) {
    const exists = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists'
    if (!exists) throw error
  }
}

async function bringUpToDate(provider: PaymentProvider, products: Product[]): Promise<void> {
  const { data } = await provider.stripe.products.list({ ids: products.map(({ id }) => id), limit: 100 })
  const missing = products.filter(({ id }) => !data.some((found) => found.id === id))
  await Promise.all(missing.map((product) => createProduct(provider, product)))
  // An archived product accepts no price, and a renamed one would keep its old name on invoices.
  const changed = products.filter(({ id, name }) =>
    data.some((found) => found.id === id && !(found.active && found.name === name)),
  )
  await Promise.all(changed.map(({ id, name }) => provider.stripe.products.update(id, { name, active: true })))
}

/** The products that this process has checked at a provider, or is checking, by ID, with their names. */
const knownProducts = new WeakMap<PaymentProvider, Map<string, { name: string; asked: Promise<void> }>>()

/** Forgets them after a refusal: someone may have archived or renamed one at the provider since. */
export const forgetProducts = (): boolean => knownProducts.delete(requireProvider())

/** Brings the products of items and of the fee at the provider up to date: existing, not archived, and named as in the catalog. */
export async function ensureProducts(
  items: { productId: string; name: string }[],
  rate: BasisPoints | null,
): Promise<void> {
  const provider = requireProvider()
  const known = knownProducts.get(provider) ?? new Map<string, { name: string; asked: Promise<void> }>()
  knownProducts.set(provider, known)
  const products = items.map(({ productId, name }) => ({ id: productId, name }))
  if (rate) products.push({ id: feeProduct(rate), name: `Convenience fee (${percentOf(rate)})` })
  const unknown = products.filter(({ id, name }) => known.get(id)?.name !== name)
  if (unknown.length) {
    const asked = bringUpToDate(provider, unknown)
    for (const { id, name } of unknown) known.set(id, { name, asked })
    asked.catch(() => {
      for (const { id } of unknown) known.delete(id)
    })
  }
  await Promise.all(products.map(({ id }) => known.get(id)?.asked))
}

/**
 * Renames a product, so that the next invoices of running subscriptions have the new name. If the provider is away, the
 * next sale does it.
 */
export async function renameProduct(id: string, name: string): Promise<void> {
  const provider = paymentProvider()
  if (!provider) return
  knownProducts.get(provider)?.delete(id)
  try {
    const { data } = await provider.stripe.products.list({ ids: [id], limit: 1 })
    if (data.length) await provider.stripe.products.update(id, { name })
  } catch (error) {
    logError(error, { product: id })
  }
}
