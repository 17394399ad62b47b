import Stripe from 'stripe'
import { type BasisPoints, percentOf } from '~/models/payments/pricing'
import { type PaymentProvider, requireProvider } from '~/services/stripe/stripe.server'
import { feeProduct } from './product-names'

interface Product {
  id: string
  name: string
}

/** Of a process that creates the same product at the same moment. */
async function createProduct({ stripe }: PaymentProvider, product: Product): Promise<void> {
  try {
    await stripe.products.create({ ...product })
  } catch (error) {
    const exists = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists'
    if (!exists) throw error
  }
}

async function createMissing(provider: PaymentProvider, products: Product[]): Promise<void> {
  const { data } = await provider.stripe.products.list({ ids: products.map(({ id }) => id), limit: 100 })
  const missing = products.filter(({ id }) => !data.some((found) => found.id === id))
  await Promise.all(missing.map((product) => createProduct(provider, product)))
}

/** The products that this process knows to exist at a provider, or is asking for. */
const knownProducts = new WeakMap<PaymentProvider, Map<string, Promise<void>>>()

/** Creates the products of items and of the fee at the provider, if they are not there yet. */
export async function ensureProducts(
  items: { productId: string; name: string }[],
  rate: BasisPoints | null,
): Promise<void> {
  const provider = requireProvider()
  const known = knownProducts.get(provider) ?? new Map<string, Promise<void>>()
  knownProducts.set(provider, known)
  const products = items.map(({ productId, name }) => ({ id: productId, name }))
  if (rate) products.push({ id: feeProduct(rate), name: `Convenience fee (${percentOf(rate)})` })
  const unknown = products.filter(({ id }) => !known.has(id))
  if (unknown.length) {
    const asked = createMissing(provider, unknown)
    for (const { id } of unknown) known.set(id, asked)
    asked.catch(() => {
      for (const { id } of unknown) known.delete(id)
    })
  }
  await Promise.all(products.map(({ id }) => known.get(id)))
}
