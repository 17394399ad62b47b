import type { Context } from '../engine/context'
import { page } from '../engine/lists'
import { type Route, route } from '../engine/router'
import type { Objects, ParamTypes } from '../types'
import { mergeMetadata } from './metadata'

type Product = Objects['product']

/** Creates a product. */
export function createProduct(ctx: Context, params: ParamTypes['ProductCreate']): Product {
  const product = ctx.store.create('product', ctx.clock.seconds(), {
    ...(params.id && { id: params.id }),
    active: params.active ?? true,
    description: params.description ?? null,
    images: params.images ?? [],
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
    type: 'service',
    updated: ctx.clock.seconds(),
  })
  ctx.events.emit('product.created', product)
  return product
}

function updateProduct(ctx: Context, id: string, params: ParamTypes['ProductUpdate']): Product {
  const before = ctx.store.get('product', id)
  const after = ctx.store.update('product', id, {
    active: params.active ?? before.active,
    default_price: params.default_price ?? before.default_price,
    description: params.description === undefined ? before.description : params.description || null,
    metadata: mergeMetadata(before.metadata, params.metadata),
    name: params.name ?? before.name,
    updated: ctx.clock.seconds(),
  })
  ctx.events.emit('product.updated', after, { name: before.name, active: before.active })
  return after
}

export const productRoutes: Route[] = [
  route('POST', 'products', 'ProductCreate', (ctx, { params }) => createProduct(ctx, params)),
  route('GET', 'products', 'ProductList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('product')
      .filter(
        (product) =>
          (params.active === undefined || product.active === params.active) &&
          (!params.ids || params.ids.includes(product.id)),
      )
    return page(rows, params, url)
  }),
  route('GET', 'products/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('product', id)),
  route('POST', 'products/:id', 'ProductUpdate', (ctx, { id, params }) => updateProduct(ctx, id, params)),
]
