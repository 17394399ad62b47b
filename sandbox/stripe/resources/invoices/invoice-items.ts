import type { Context } from '../../engine/context'
import { invalidRequest, missingParam } from '../../engine/errors'
import { page } from '../../engine/lists'
import { type Route, route } from '../../engine/router'
import type { InvoiceItem, ParamTypes } from '../../types'
import { mergeMetadata } from '../metadata'
import { amountOf, type PriceData, productName, resolvePrice } from '../prices'
import { addLines, invoiceItemLine } from './invoice-lines'

/** Creates an item for the customer's next invoice. The amount is in cents, negative for a credit. */
export function createPendingItem(
  ctx: Context,
  draft: Pick<InvoiceItem, 'amount' | 'currency' | 'customer' | 'description'> & Partial<InvoiceItem>,
): InvoiceItem {
  const now = ctx.clock.seconds()
  const item = ctx.store.create('invoiceitem', now, {
    date: now,
    discountable: !draft.proration,
    metadata: {},
    net_amount: draft.amount,
    period: { start: now, end: now },
    quantity: 1,
    quantity_decimal: '1',
    ...draft,
  })
  ctx.events.emit('invoiceitem.created', item)
  return item
}

function createInvoiceItem(ctx: Context, params: ParamTypes['InvoiceItemCreate']): InvoiceItem {
  if (!params.customer) throw missingParam('customer')
  const customer = ctx.store.get('customer', params.customer, 'customer')
  const invoice = params.invoice ? ctx.store.get('invoice', params.invoice, 'invoice') : undefined
  if (invoice && invoice.status !== 'draft') {
    throw invalidRequest('Items can only be added to draft invoices.', 'invoice', 'invoice_not_editable')
  }
  const item = createPendingItem(ctx, {
    ...priced(ctx, params),
    customer: customer.id,
    metadata: mergeMetadata({}, params.metadata),
    ...(params.period && { period: params.period }),
    ...(params.subscription && {
      parent: { type: 'subscription_details', subscription_details: { subscription: params.subscription } },
    }),
  })
  if (!invoice) return item
  addLines(ctx, invoice.id, [invoiceItemLine(item)])
  return ctx.store.get('invoiceitem', item.id)
}

function priced(
  ctx: Context,
  params: ParamTypes['InvoiceItemCreate'],
): Pick<InvoiceItem, 'amount' | 'currency' | 'description'> & Partial<InvoiceItem> {
  const { amount, currency, description, pricing, price_data } = params
  if (amount !== undefined) return { amount, currency: currency ?? 'usd', description: description ?? null }
  if (!pricing?.price && !price_data) throw missingParam('amount')
  const price = resolvePrice(ctx, { price: pricing?.price, price_data: price_data as PriceData | undefined }, 'pricing')
  const quantity = params.quantity ?? 1
  return {
    amount: amountOf(price, quantity),
    currency: price.currency,
    description: description ?? productName(ctx, price),
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
  }
}

function pendingItem(ctx: Context, id: string): InvoiceItem {
  const item = ctx.store.get('invoiceitem', id)
  if (item.invoice) throw invalidRequest('This item is on an invoice already.', 'id', 'invoice_not_editable')
  return item
}

export const invoiceItemRoutes: Route[] = [
  route('POST', 'invoiceitems', 'InvoiceItemCreate', (ctx, { params }) => createInvoiceItem(ctx, params)),
  route('GET', 'invoiceitems', 'InvoiceItemList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('invoiceitem')
      .filter(
        (item) =>
          (!params.customer || item.customer === params.customer) &&
          (!params.invoice || item.invoice === params.invoice) &&
          (params.pending === undefined || (item.invoice === null) === params.pending),
      )
    return page(rows, params, url)
  }),
  route('GET', 'invoiceitems/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('invoiceitem', id)),
  route('POST', 'invoiceitems/:id', 'InvoiceItemUpdate', (ctx, { id, params }) => {
    const item = pendingItem(ctx, id)
    const amount = params.amount ?? item.amount
    return ctx.store.update('invoiceitem', id, {
      amount,
      description: params.description ?? item.description,
      metadata: mergeMetadata(item.metadata, params.metadata),
      net_amount: amount,
    })
  }),
  route('DELETE', 'invoiceitems/:id', 'None', (ctx, { id }) => {
    pendingItem(ctx, id)
    ctx.store.remove('invoiceitem', id)
    return { id, object: 'invoiceitem', deleted: true }
  }),
]
