import type { Context } from '../engine/context'
import { invalidRequest, missingParam } from '../engine/errors'
import { page, whole } from '../engine/lists'
import { refuse } from '../engine/not-implemented'
import { type Route, route } from '../engine/router'
import { randomText } from '../engine/store'
import type { CheckoutSession, ParamTypes } from '../types'
import { mergeMetadata } from './metadata'
import { allowedTypes, cancelPaymentIntent } from './payments/payment-intents'
import { cancelSetupIntent } from './payments/setup-intents'
import { amountOf, type PriceData, productName, resolvePrice } from './prices'
import { requireWebUrl } from './urls'

type CreateParams = ParamTypes['CheckoutSessionCreate']

const OPEN_SECONDS = 24 * 60 * 60
const SHORTEST_SECONDS = 30 * 60

/** Makes a hosted page to pay, to save a payment method or to subscribe. */
function createCheckoutSession(ctx: Context, params: CreateParams): CheckoutSession {
  refuse(params, ['discounts', 'optional_items', 'shipping_options', 'custom_fields'])
  if (params.automatic_tax?.enabled) refuse(params, ['automatic_tax'])
  const { mode, success_url } = params
  if (!mode) throw missingParam('mode')
  if (params.ui_mode && params.ui_mode !== 'hosted_page') refuse(params, ['ui_mode'])
  if (!success_url) throw missingParam('success_url')
  requireWebUrl(success_url, 'success_url')
  if (params.cancel_url) requireWebUrl(params.cancel_url, 'cancel_url')
  const until = (params.expires_at ?? ctx.clock.seconds() + OPEN_SECONDS) - ctx.clock.seconds()
  if (until < SHORTEST_SECONDS || until > OPEN_SECONDS) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
      'expires_at',
    )
  }
  if ((params.line_items ?? []).length > 100)
    throw invalidRequest('You can only have up to 100 line items.', 'line_items')
  const customer = params.customer ? ctx.store.get('customer', params.customer, 'customer') : undefined
  const lines = (params.line_items ?? []).map((line, index) => {
    const param = `line_items[${index}]`
    const price = resolvePrice(ctx, line as { price?: string; price_data?: PriceData }, param)
    if (mode === 'payment' && price.recurring) {
      throw invalidRequest('You specified `payment` mode but passed a recurring price.', param)
    }
    const quantity = line.quantity ?? 1
    if (quantity < 1) throw invalidRequest('This value must be greater than or equal to 1.', `${param}[quantity]`)
    return { price, quantity }
  })
  if (mode !== 'setup' && lines.length === 0) throw missingParam('line_items')
  if (mode === 'subscription' && !lines.some(({ price }) => price.recurring)) {
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode.', 'line_items')
  }
  const total = lines.reduce((sum, { price, quantity }) => sum + amountOf(price, quantity), 0)
  const id = `cs_test_${randomText(48)}`
  const session = ctx.store.create('checkout.session', ctx.clock.seconds(), {
    id,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: mode === 'setup' ? null : total,
    amount_total: mode === 'setup' ? null : total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    currency: lines[0]?.price.currency ?? params.currency ?? 'usd',
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: customer?.id ?? null,
    customer_email: params.customer_email ?? null,
    expires_at: params.expires_at ?? ctx.clock.seconds() + OPEN_SECONDS,
    metadata: mergeMetadata({}, params.metadata),
    mode,
    payment_method_types: allowedTypes(params),
    payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
    status: 'open',
    success_url,
    total_details: mode === 'setup' ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: ctx.url(`/c/pay/${id}`),
  })
  ctx.store.put('sandbox.checkout', {
    id,
    params,
    lines: lines.map(({ price, quantity }) => ({ price: price.id, quantity })),
  })
  ctx.jobs.schedule('expire_checkout', id, session.expires_at * 1000)
  return session
}

/** Closes an open session; nobody can pay it anymore. */
export function expireCheckoutSession(ctx: Context, id: string): CheckoutSession {
  const session = ctx.store.get('checkout.session', id)
  if (session.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  }
  ctx.jobs.cancel('expire_checkout', id)
  if (session.payment_intent) cancelPaymentIntent(ctx, session.payment_intent, 'automatic')
  if (session.setup_intent) cancelSetupIntent(ctx, session.setup_intent)
  const expired = ctx.store.update('checkout.session', id, { status: 'expired', url: null })
  ctx.events.emit('checkout.session.expired', expired)
  return expired
}

/** Returns `session.line_items`. */
export function lineItemsOf(ctx: Context, session: string) {
  const { lines } = ctx.store.get('sandbox.checkout', session)
  const items = lines.map(({ price: id, quantity }, index) => {
    const price = ctx.store.get('price', id)
    const amount = amountOf(price, quantity)
    return {
      id: `li_${session.slice(-20)}${index}`,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: productName(ctx, price),
      metadata: {},
      price,
      quantity,
    }
  })
  return whole(items, `/v1/checkout/sessions/${session}/line_items`)
}

export const checkoutRoutes: Route[] = [
  route('POST', 'checkout/sessions', 'CheckoutSessionCreate', (ctx, { params }) => createCheckoutSession(ctx, params)),
  route('GET', 'checkout/sessions', 'CheckoutSessionList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('checkout.session')
      .filter(
        (session) =>
          (!params.customer || session.customer === params.customer) &&
          (!params.payment_intent || session.payment_intent === params.payment_intent) &&
          (!params.subscription || session.subscription === params.subscription) &&
          (!params.status || session.status === params.status),
      )
    return page(rows, params, url)
  }),
  route('GET', 'checkout/sessions/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('checkout.session', id)),
  route('POST', 'checkout/sessions/:id', 'CheckoutSessionUpdate', (ctx, { id, params }) => {
    const { metadata } = ctx.store.get('checkout.session', id)
    return ctx.store.update('checkout.session', id, { metadata: mergeMetadata(metadata, params.metadata) })
  }),
  route('POST', 'checkout/sessions/:id/expire', 'CheckoutSessionExpire', (ctx, { id }) =>
    expireCheckoutSession(ctx, id),
  ),
  route('GET', 'checkout/sessions/:id/line_items', 'CheckoutSessionListLineItems', (ctx, { id }) =>
    lineItemsOf(ctx, id),
  ),
]
