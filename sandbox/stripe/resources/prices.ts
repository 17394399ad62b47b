import type { Context } from '../engine/context'
import { invalidRequest, missingParam } from '../engine/errors'
import { page } from '../engine/lists'
import { refuse } from '../engine/not-implemented'
import { type Route, route } from '../engine/router'
import type { ParamTypes, Price } from '../types'
import { type MetadataChange, mergeMetadata } from './metadata'
import { createProduct } from './products'

/** A price, inline as `price_data` or whole. Amounts are whole cents. */
export interface PriceData {
  currency: string
  product?: string
  product_data?: { name: string; description?: string; metadata?: MetadataChange }
  unit_amount?: number
  unit_amount_decimal?: unknown
  recurring?: { interval: string; interval_count?: number }
  lookup_key?: string
  nickname?: string
  metadata?: MetadataChange
}

function createPrice(ctx: Context, data: PriceData): Price {
  if (!data.product && !data.product_data) throw missingParam('product')
  const amount = data.unit_amount ?? Number(data.unit_amount_decimal ?? Number.NaN)
  if (Number.isNaN(amount)) throw missingParam('unit_amount')
  if (!Number.isInteger(amount) || amount < 0) {
    throw invalidRequest('The sandbox takes whole cents of zero or more.', 'unit_amount', 'parameter_invalid_integer')
  }
  const product = data.product
    ? ctx.store.get('product', data.product, 'product')
    : createProduct(ctx, { name: data.product_data?.name ?? '', metadata: data.product_data?.metadata || {} })
  if (!product.active)
    throw invalidRequest(`The product ${product.id} is not active: it takes no new price.`, 'product')
  const price = ctx.store.create('price', ctx.clock.seconds(), {
    active: true,
    billing_scheme: 'per_unit',
    currency: data.currency.toLowerCase(),
    lookup_key: data.lookup_key ?? null,
    metadata: mergeMetadata({}, data.metadata),
    nickname: data.nickname ?? null,
    product: product.id,
    recurring: data.recurring
      ? {
          interval: data.recurring.interval,
          interval_count: data.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    type: data.recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  })
  ctx.events.emit('price.created', price)
  return price
}

/** Returns the price with this ID, or a new one for inline data. */
export function resolvePrice(ctx: Context, given: { price?: string; price_data?: PriceData }, param: string): Price {
  if (given.price) return ctx.store.get('price', given.price, `${param}[price]`)
  if (given.price_data) return createPrice(ctx, given.price_data)
  throw missingParam(`${param}[price]`)
}

export function amountOf(price: Price, quantity: number): number {
  return (price.unit_amount ?? 0) * quantity
}

export function productName(ctx: Context, price: Price): string {
  return ctx.store.find('product', price.product)?.name ?? 'Item'
}

function releaseLookupKey(ctx: Context, key: string | undefined, transfer: boolean | undefined): void {
  const holder = key && ctx.store.all('price').find((price) => price.lookup_key === key)
  if (!holder) return
  if (!transfer) throw invalidRequest(`A price (${holder.id}) already uses that lookup key.`, 'lookup_key')
  ctx.store.update('price', holder.id, { lookup_key: null })
}

function updatePrice(ctx: Context, id: string, params: ParamTypes['PriceUpdate']): Price {
  const before = ctx.store.get('price', id)
  if (params.lookup_key && params.lookup_key !== before.lookup_key) {
    releaseLookupKey(ctx, params.lookup_key, params.transfer_lookup_key)
  }
  const after = ctx.store.update('price', id, {
    active: params.active ?? before.active,
    lookup_key: params.lookup_key ?? before.lookup_key,
    metadata: mergeMetadata(before.metadata, params.metadata),
    nickname: params.nickname ?? before.nickname,
  })
  ctx.events.emit('price.updated', after, { active: before.active })
  return after
}

export const priceRoutes: Route[] = [
  route('POST', 'prices', 'PriceCreate', (ctx, { params }) => {
    refuse(params, ['tiers', 'tiers_mode', 'transform_quantity', 'custom_unit_amount', 'currency_options'])
    releaseLookupKey(ctx, params.lookup_key, params.transfer_lookup_key)
    return createPrice(ctx, params as PriceData)
  }),
  route('GET', 'prices', 'PriceList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('price')
      .filter(
        (price) =>
          (params.active === undefined || price.active === params.active) &&
          (!params.product || price.product === params.product) &&
          (!params.type || price.type === params.type) &&
          (!params.lookup_keys || params.lookup_keys.includes(price.lookup_key ?? '')),
      )
    return page(rows, params, url)
  }),
  route('GET', 'prices/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('price', id)),
  route('POST', 'prices/:id', 'PriceUpdate', (ctx, { id, params }) => updatePrice(ctx, id, params)),
]
