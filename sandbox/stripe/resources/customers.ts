import type { Context } from '../engine/context'
import { invalidRequest } from '../engine/errors'
import { page } from '../engine/lists'
import { type Route, route } from '../engine/router'
import { randomText } from '../engine/store'
import type { Customer, ParamTypes } from '../types'
import { mergeMetadata } from './metadata'
import { attach, methodsOf, resolvePaymentMethod } from './payments/payment-methods'
import { ENDED, endSubscription } from './subscriptions/subscription-status'

/** Creates a customer, and attaches the given payment method. */
export function createCustomer(ctx: Context, params: ParamTypes['CustomerCreate']): Customer {
  const customer = ctx.store.create('customer', ctx.clock.seconds(), {
    currency: null,
    delinquent: false,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    preferred_locales: [],
    tax_exempt: 'none',
    ...contactOf(params),
    metadata: mergeMetadata({}, params.metadata),
  })
  ctx.events.emit('customer.created', customer)
  if (params.payment_method) attach(ctx, resolvePaymentMethod(ctx, params.payment_method), customer.id)
  const chosen = params.invoice_settings?.default_payment_method
  return chosen ? setDefaultMethod(ctx, customer.id, chosen) : customer
}

/** Returns the customer with `chosen` (or none, for an empty text) as the method that pays invoices. */
export function setDefaultMethod(ctx: Context, id: string, chosen: string): Customer {
  if (chosen && ctx.store.get('payment_method', chosen, 'invoice_settings[default_payment_method]').customer !== id) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${chosen}. The payment method must be attached to the customer.`,
      'invoice_settings[default_payment_method]',
      'resource_missing',
    )
  }
  const { invoice_settings } = ctx.store.get('customer', id)
  return ctx.store.update('customer', id, {
    invoice_settings: { ...invoice_settings, default_payment_method: chosen || null },
  })
}

function updateCustomer(ctx: Context, id: string, params: ParamTypes['CustomerUpdate']): Customer {
  const before = ctx.store.get('customer', id)
  ctx.store.update('customer', id, {
    ...contactOf(params),
    ...(params.balance !== undefined && { balance: params.balance }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  })
  const chosen = params.invoice_settings?.default_payment_method
  if (chosen !== undefined) setDefaultMethod(ctx, id, chosen)
  const after = ctx.store.get('customer', id)
  ctx.events.emit('customer.updated', after, {
    email: before.email,
    name: before.name,
    phone: before.phone,
    invoice_settings: before.invoice_settings,
  })
  return after
}

function deleteCustomer(ctx: Context, id: string) {
  const customer = ctx.store.get('customer', id)
  for (const subscription of ctx.store.all('subscription')) {
    if (subscription.customer === id && !ENDED.includes(subscription.status)) {
      endSubscription(ctx, subscription.id, 'cancellation_requested')
    }
  }
  for (const method of methodsOf(ctx, id)) ctx.store.update('payment_method', method.id, { customer: null })
  ctx.store.remove('customer', id)
  ctx.store.put('sandbox.deleted_customer', { id })
  ctx.events.emit('customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}

function contactOf(params: ParamTypes['CustomerCreate'] | ParamTypes['CustomerUpdate']): Partial<Customer> {
  const contact: Partial<Customer> = {}
  for (const field of ['email', 'name', 'phone', 'description'] as const) {
    if (params[field] !== undefined) contact[field] = params[field] || null
  }
  return contact
}

export const customerRoutes: Route[] = [
  route('POST', 'customers', 'CustomerCreate', (ctx, { params }) => createCustomer(ctx, params)),
  route('GET', 'customers', 'CustomerList', (ctx, { params, url }) => {
    const rows = ctx.store.all('customer')
    return page(params.email ? rows.filter((customer) => customer.email === params.email) : rows, params, url)
  }),
  route('GET', 'customers/:id', 'Retrieve', (ctx, { id }) =>
    ctx.store.find('sandbox.deleted_customer', id)
      ? { id, object: 'customer', deleted: true }
      : ctx.store.get('customer', id),
  ),
  route('POST', 'customers/:id', 'CustomerUpdate', (ctx, { id, params }) => updateCustomer(ctx, id, params)),
  route('DELETE', 'customers/:id', 'None', (ctx, { id }) => deleteCustomer(ctx, id)),
  route('GET', 'customers/:id/payment_methods', 'CustomerListPaymentMethods', (ctx, { id, params, url }) => {
    ctx.store.get('customer', id)
    const rows = methodsOf(ctx, id)
    return page(params.type ? rows.filter((method) => method.type === params.type) : rows, params, url)
  }),
  route('GET', 'customers/:id/payment_methods/:id', 'Retrieve', (ctx, { otherId }) =>
    ctx.store.get('payment_method', otherId),
  ),
]
