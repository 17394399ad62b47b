import { requireClientSecret } from '../../engine/client-secret'
import type { Context } from '../../engine/context'
import { invalidRequest } from '../../engine/errors'
import { page } from '../../engine/lists'
import { refuse } from '../../engine/not-implemented'
import { type Route, route } from '../../engine/router'
import { randomText } from '../../engine/store'
import type { ParamTypes, PaymentIntent } from '../../types'
import { mergeMetadata } from '../metadata'
import { verificationOf } from './bank-accounts'
import { refuseIfOfCheckout, refuseIfOfInvoice } from './intent-owners'
import { confirmPaymentIntent, unexpectedState, verifyPaymentDeposits } from './payment-attempts'
import { resolvePaymentMethod } from './payment-methods'

/** The smallest charge in US dollars, in cents. */
export const SMALLEST_AMOUNT = 50
const LARGEST_AMOUNT = 99_999_999
const METHOD_TYPES = ['card', 'us_bank_account']

type CreateParams = Pick<ParamTypes['PaymentIntentCreate'], 'amount' | 'currency'> &
  Partial<ParamTypes['PaymentIntentCreate']>

/** Creates an intent for `amount` (cents). Confirming it is another step. */
export function createPaymentIntent(ctx: Context, params: CreateParams): PaymentIntent {
  refuse(params, ['application_fee_amount', 'on_behalf_of', 'transfer_data'])
  if (params.capture_method === 'manual') refuse(params, ['capture_method'])
  checkAmount(params.amount)
  if (!/^[a-z]{3}$/i.test(params.currency)) throw invalidRequest(`Invalid currency: ${params.currency}`, 'currency')
  if (params.customer) ctx.store.get('customer', params.customer, 'customer')
  const method = params.payment_method ? resolvePaymentMethod(ctx, params.payment_method) : undefined
  const draft = ctx.store.create('payment_intent', ctx.clock.seconds(), {
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount: params.amount,
    amount_details: { tip: {} },
    automatic_payment_methods: { allow_redirects: 'always', enabled: true, ...params.automatic_payment_methods },
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    currency: params.currency.toLowerCase(),
    customer: params.customer ?? null,
    description: params.description ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types || null,
    metadata: mergeMetadata({}, params.metadata),
    payment_method: method?.id ?? null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
      us_bank_account: { verification_method: verificationOf(params) ?? 'automatic' },
    },
    payment_method_types: allowedTypes(params),
    receipt_email: params.receipt_email ?? null,
    setup_future_usage: params.setup_future_usage ?? null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  })
  const intent = ctx.store.update('payment_intent', draft.id, { client_secret: `${draft.id}_secret_${randomText()}` })
  ctx.events.emit('payment_intent.created', intent)
  return intent
}

/** Returns which of the sandbox's two payment types an intent or a session offers. */
export function allowedTypes(params: {
  allowed_payment_method_types?: string[] | null
  excluded_payment_method_types?: string[] | '' | null
}): string[] {
  const excluded = params.excluded_payment_method_types || []
  const types = (params.allowed_payment_method_types ?? METHOD_TYPES).filter((type) => !excluded.includes(type))
  const unknown = types.find((type) => !METHOD_TYPES.includes(type))
  if (unknown) throw invalidRequest(`The sandbox does not implement ${unknown}.`, 'allowed_payment_method_types')
  if (types.length === 0) throw invalidRequest('No payment method types are left.', 'allowed_payment_method_types')
  return types
}

/** Cancels an intent that is neither paid nor pending. */
export function cancelPaymentIntent(
  ctx: Context,
  id: string,
  reason?: PaymentIntent['cancellation_reason'],
): PaymentIntent {
  const intent = ctx.store.get('payment_intent', id)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpectedState('cancel', intent)
  const canceled = ctx.store.update('payment_intent', id, {
    canceled_at: ctx.clock.seconds(),
    cancellation_reason: reason ?? null,
    next_action: null,
    status: 'canceled',
  })
  ctx.events.emit('payment_intent.canceled', canceled)
  return canceled
}

function updatePaymentIntent(ctx: Context, id: string, params: ParamTypes['PaymentIntentUpdate']): PaymentIntent {
  const intent = ctx.store.get('payment_intent', id)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpectedState('update', intent)
  if (params.amount !== undefined) checkAmount(params.amount)
  if (params.customer) ctx.store.get('customer', params.customer, 'customer')
  const method = params.payment_method ? resolvePaymentMethod(ctx, params.payment_method) : undefined
  const changesTypes = params.allowed_payment_method_types || params.excluded_payment_method_types
  return ctx.store.update('payment_intent', id, {
    amount: params.amount ?? intent.amount,
    customer: params.customer ?? intent.customer,
    description: params.description ?? intent.description,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    receipt_email: params.receipt_email ?? intent.receipt_email,
    setup_future_usage:
      params.setup_future_usage === '' ? null : (params.setup_future_usage ?? intent.setup_future_usage),
    ...(changesTypes && {
      allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      payment_method_types: allowedTypes(params),
    }),
    ...(method && { payment_method: method.id, status: 'requires_confirmation' }),
  })
}

function checkAmount(amount: number): void {
  if (amount < SMALLEST_AMOUNT) {
    throw invalidRequest('Amount must be at least $0.50 usd', 'amount', 'amount_too_small')
  }
  if (amount > LARGEST_AMOUNT)
    throw invalidRequest('Amount must be no more than $999,999.99', 'amount', 'amount_too_large')
}

export const paymentIntentRoutes: Route[] = [
  route('POST', 'payment_intents', 'PaymentIntentCreate', (ctx, { params }) => {
    const intent = createPaymentIntent(ctx, params)
    return params.confirm ? confirmPaymentIntent(ctx, intent.id, params) : intent
  }),
  route('GET', 'payment_intents', 'PaymentIntentList', (ctx, { params, url }) => {
    const rows = ctx.store.all('payment_intent')
    return page(params.customer ? rows.filter((intent) => intent.customer === params.customer) : rows, params, url)
  }),
  route(
    'GET',
    'payment_intents/:id',
    'PaymentIntentRetrieve',
    (ctx, { id, params, publishable }) => {
      const intent = ctx.store.get('payment_intent', id)
      requireClientSecret(intent, params.client_secret, publishable)
      return intent
    },
    { publishable: true },
  ),
  route('POST', 'payment_intents/:id', 'PaymentIntentUpdate', (ctx, { id, params }) =>
    updatePaymentIntent(ctx, id, params),
  ),
  route(
    'POST',
    'payment_intents/:id/confirm',
    'PaymentIntentConfirm',
    (ctx, { id, params, publishable }) => {
      requireClientSecret(ctx.store.get('payment_intent', id), params.client_secret, publishable)
      refuseIfOfCheckout(ctx, id)
      return confirmPaymentIntent(ctx, id, params, { present: publishable })
    },
    { publishable: true },
  ),
  route(
    'POST',
    'payment_intents/:id/verify_microdeposits',
    'PaymentIntentVerifyMicrodeposits',
    (ctx, { id, params, publishable }) => {
      requireClientSecret(ctx.store.get('payment_intent', id), params.client_secret, publishable)
      return verifyPaymentDeposits(ctx, id, params)
    },
    { publishable: true },
  ),
  route('POST', 'payment_intents/:id/cancel', 'PaymentIntentCancel', (ctx, { id, params }) => {
    refuseIfOfCheckout(ctx, id)
    refuseIfOfInvoice(ctx, id)
    return cancelPaymentIntent(ctx, id, params.cancellation_reason)
  }),
]
