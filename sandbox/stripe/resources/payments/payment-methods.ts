import type { Context } from '../../engine/context'
import { cardError, invalidRequest, missingParam, noSuch } from '../../engine/errors'
import { page } from '../../engine/lists'
import { type Route, route } from '../../engine/router'
import type { ParamTypes, PaymentMethod } from '../../types'
import { mergeMetadata } from '../metadata'
import { bankStateOf, setBankState } from './bank-accounts'
import { detailsOf, type PaymentMethodData } from './payment-method-details'
import {
  BANK_ACCOUNTS,
  type BankBehaviour,
  CARDS,
  type CardBehaviour,
  EXPIRED_CARD,
  paymentMethodOfToken,
} from './test-numbers'

/**
 * Creates a payment method from a documented test number.
 * @throws ApiError 402 `incorrect_number`, `invalid_expiry_…`, `invalid_cvc`; 400 for a bank account that is not a test
 * account.
 */
export function createPaymentMethod(ctx: Context, data: PaymentMethodData): PaymentMethod {
  const { details, number } = detailsOf(ctx, data)
  const billing = data.billing_details || {}
  const address = billing.address || {}
  const method = ctx.store.create('payment_method', ctx.clock.seconds(), {
    ...details,
    allow_redisplay: (data.allow_redisplay as PaymentMethod['allow_redisplay']) ?? 'unspecified',
    billing_details: {
      address: {
        city: address.city || null,
        country: address.country || null,
        line1: address.line1 || null,
        line2: address.line2 || null,
        postal_code: address.postal_code || null,
        state: address.state || null,
      },
      email: billing.email || null,
      name: billing.name || null,
      phone: billing.phone || null,
      tax_id: billing.tax_id || null,
    },
    metadata: mergeMetadata({}, data.metadata),
  })
  ctx.store.put('sandbox.test_number', { id: method.id, number, authenticated: false })
  return method
}

/** Returns the payment method with this ID, or a new one for a ready-made test payment method such as `pm_card_visa`. */
export function resolvePaymentMethod(ctx: Context, id: string): PaymentMethod {
  const found = ctx.store.find('payment_method', id)
  if (found) return found
  const data = paymentMethodOfToken(id)
  if (!data) throw noSuch('PaymentMethod', id, 'payment_method')
  const made = createPaymentMethod(ctx, data as PaymentMethodData)
  // Stripe's ready-made bank accounts are verified.
  if (made.type === 'us_bank_account') setBankState(ctx, made.id, { verified: true })
  return made
}

/** What the payment method's test number makes happen. */
/** Returns how a card behaves now: one that has expired is declined, whatever its number. */
export function cardBehaviour(ctx: Context, method: PaymentMethod): CardBehaviour & { authenticated: boolean } {
  const { number, authenticated } = ctx.store.get('sandbox.test_number', method.id)
  const behaviour = CARDS[isExpired(ctx, method) ? EXPIRED_CARD : number] as CardBehaviour
  return { ...behaviour, authenticated }
}

function isExpired(ctx: Context, { card }: PaymentMethod): boolean {
  const now = new Date(ctx.clock.milliseconds())
  return card ? card.exp_year * 12 + card.exp_month - 1 < now.getUTCFullYear() * 12 + now.getUTCMonth() : false
}

export function bankBehaviour(ctx: Context, method: PaymentMethod): BankBehaviour {
  return BANK_ACCOUNTS[ctx.store.get('sandbox.test_number', method.id).number] as BankBehaviour
}

/** Attaches the payment method to the customer. @throws ApiError when another customer has it or the card is declined. */
export function attach(ctx: Context, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method
  if (method.customer) {
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer.',
      'payment_method',
      'payment_method_unexpected_state',
    )
  }
  ctx.store.get('customer', customer, 'customer')
  if (method.type === 'us_bank_account' && !bankStateOf(ctx, method.id).verified) {
    throw invalidRequest(
      'A bank account must be verified before it can be attached to a customer. Use a SetupIntent or a PaymentIntent.',
      'payment_method',
      'payment_method_unexpected_state',
    )
  }
  if (method.type === 'card') {
    const { decline, declinesOnlyCharges } = cardBehaviour(ctx, method)
    if (decline && !declinesOnlyCharges) {
      throw cardError(decline.message, {
        code: decline.code,
        ...(decline.declineCode && { decline_code: decline.declineCode }),
      })
    }
  }
  const attached = ctx.store.update('payment_method', method.id, { customer })
  ctx.events.emit('payment_method.attached', attached)
  return attached
}

/** Detaches the payment method from its customer, whose default it then no longer is. */
export function detach(ctx: Context, method: PaymentMethod): PaymentMethod {
  const customer = ctx.store.find('customer', method.customer)
  if (!method.customer) {
    throw invalidRequest('The payment method you provided is not attached to a customer.', 'payment_method')
  }
  if (customer?.invoice_settings.default_payment_method === method.id) {
    const invoice_settings = { ...customer.invoice_settings, default_payment_method: null }
    ctx.events.emit('customer.updated', ctx.store.update('customer', customer.id, { invoice_settings }))
  }
  for (const subscription of ctx.store.all('subscription')) {
    if (subscription.default_payment_method === method.id) {
      ctx.store.update('subscription', subscription.id, { default_payment_method: null })
    }
  }
  const detached = ctx.store.update('payment_method', method.id, { customer: null })
  ctx.events.emit('payment_method.detached', detached, { customer: method.customer })
  return detached
}

/** Returns the payment methods of a customer, oldest first. */
export function methodsOf(ctx: Context, customer: string): PaymentMethod[] {
  return ctx.store.all('payment_method').filter((method) => method.customer === customer)
}

function updatePaymentMethod(ctx: Context, id: string, params: ParamTypes['PaymentMethodUpdate']): PaymentMethod {
  const method = ctx.store.get('payment_method', id)
  const { address: _, ...billing } = params.billing_details || {}
  const { exp_month = method.card?.exp_month, exp_year = method.card?.exp_year } = params.card ?? {}
  const updated = ctx.store.update('payment_method', id, {
    billing_details: { ...method.billing_details, ...billing },
    metadata: mergeMetadata(method.metadata, params.metadata),
    ...(method.card && { card: { ...method.card, exp_month: exp_month!, exp_year: exp_year! } }),
  })
  ctx.events.emit('payment_method.updated', updated)
  return updated
}

export const paymentMethodRoutes: Route[] = [
  route(
    'POST',
    'payment_methods',
    'PaymentMethodCreate',
    (ctx, { params }) => createPaymentMethod(ctx, params as PaymentMethodData),
    { publishable: true },
  ),
  route('GET', 'payment_methods', 'PaymentMethodList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('payment_method')
      .filter((method) => method.customer && method.customer === params.customer)
    return page(params.type ? rows.filter((method) => method.type === params.type) : rows, params, url)
  }),
  route('GET', 'payment_methods/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('payment_method', id)),
  route('POST', 'payment_methods/:id', 'PaymentMethodUpdate', (ctx, { id, params }) =>
    updatePaymentMethod(ctx, id, params),
  ),
  route('POST', 'payment_methods/:id/attach', 'PaymentMethodAttach', (ctx, { id, params }) => {
    if (!params.customer) throw missingParam('customer')
    return attach(ctx, resolvePaymentMethod(ctx, id), params.customer)
  }),
  route('POST', 'payment_methods/:id/detach', 'PaymentMethodDetach', (ctx, { id }) =>
    detach(ctx, ctx.store.get('payment_method', id)),
  ),
]
