import { requireClientSecret } from '../../engine/client-secret'
import type { Context } from '../../engine/context'
import { declined, invalidRequest } from '../../engine/errors'
import { page } from '../../engine/lists'
import { type Route, route } from '../../engine/router'
import { randomText } from '../../engine/store'
import type { ParamTypes, PaymentMethod, SetupIntent } from '../../types'
import { mergeMetadata } from '../metadata'
import { requireWebUrl } from '../urls'
import {
  areRightDeposits,
  isAwaitingDeposits,
  microdepositAction,
  needsMicrodeposits,
  setBankState,
  type Verification,
  verificationOf,
} from './bank-accounts'
import { methodOfToken } from './confirmation-tokens'
import { refuseIfOfCheckout } from './intent-owners'
import { DEPOSITS_EXHAUSTED, unexpectedState } from './payment-attempts'
import { allowedTypes } from './payment-intents'
import { attach, cardBehaviour, createPaymentMethod, resolvePaymentMethod } from './payment-methods'
import type { Decline } from './test-numbers'

const AUTHENTICATION_FAILED: Decline = {
  code: 'setup_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** Makes an intent to save a payment method for later. */
export function createSetupIntent(ctx: Context, params: ParamTypes['SetupIntentCreate']): SetupIntent {
  if (params.customer) ctx.store.get('customer', params.customer, 'customer')
  const method = params.payment_method ? resolvePaymentMethod(ctx, params.payment_method) : undefined
  const draft = ctx.store.create('setup_intent', ctx.clock.seconds(), {
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true, ...params.automatic_payment_methods },
    customer: params.customer ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    payment_method: method?.id ?? null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
      us_bank_account: { verification_method: verificationOf(params) ?? 'automatic' },
    },
    payment_method_types: allowedTypes(params),
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  })
  const intent = ctx.store.update('setup_intent', draft.id, { client_secret: `${draft.id}_secret_${randomText()}` })
  ctx.events.emit('setup_intent.created', intent)
  return intent
}

/**
 * Saves the payment method: attaches it to the intent's customer.
 *
 * @throws ApiError 402 when the card is declined; 400 when it cannot be tried.
 */
export function confirmSetupIntent(ctx: Context, id: string, params: ParamTypes['SetupIntentConfirm']): SetupIntent {
  const intent = ctx.store.get('setup_intent', id)
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) throw unexpectedState('confirm', intent)
  const method = methodFor(ctx, intent, params)
  if (!intent.payment_method_types.includes(method.type)) {
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent.`,
      'payment_method',
      'setup_intent_invalid_parameter',
    )
  }
  const returnUrl = params.return_url ? requireWebUrl(params.return_url, 'return_url') : null
  ctx.store.put('sandbox.return_url', { id, url: returnUrl })
  const prepared = ctx.store.update('setup_intent', id, { payment_method: method.id, next_action: null })
  if (method.type === 'card') {
    const { decline, declinesOnlyCharges, authentication } = cardBehaviour(ctx, method)
    if (decline && !declinesOnlyCharges) throw failSetup(ctx, prepared, method, decline)
    if (authentication) return askForAuthentication(ctx, prepared, returnUrl)
  } else {
    // A setup includes the mandate.
    setBankState(ctx, method.id, { mandate: 'active' })
    const options = intent.payment_method_options?.us_bank_account as { verification_method?: Verification } | undefined
    const verification = verificationOf(params) ?? options?.verification_method ?? 'automatic'
    if (needsMicrodeposits(ctx, method, verification)) return wait(ctx, prepared, microdepositAction(ctx, prepared))
  }
  return succeed(ctx, prepared, method)
}

/** Handles the answer on the 3-D Secure page. @throws ApiError 402 when the authentication fails. */
export function authenticateSetup(ctx: Context, id: string, passed: boolean): SetupIntent {
  const intent = ctx.store.get('setup_intent', id)
  if (intent.status !== 'requires_action' || isAwaitingDeposits(intent)) throw unexpectedState('authenticate', intent)
  const method = ctx.store.get('payment_method', intent.payment_method ?? '')
  if (!passed) throw failSetup(ctx, intent, method, AUTHENTICATION_FAILED)
  const row = ctx.store.get('sandbox.test_number', method.id)
  ctx.store.put('sandbox.test_number', { ...row, authenticated: true })
  return succeed(ctx, intent, method)
}

function methodFor(ctx: Context, intent: SetupIntent, params: ParamTypes['SetupIntentConfirm']): PaymentMethod {
  if (params.payment_method) return resolvePaymentMethod(ctx, params.payment_method)
  if (params.confirmation_token) return methodOfToken(ctx, params.confirmation_token)
  if (params.payment_method_data) return createPaymentMethod(ctx, params.payment_method_data)
  if (intent.payment_method) return ctx.store.get('payment_method', intent.payment_method)
  throw invalidRequest(
    'You cannot confirm this SetupIntent because it is missing a payment method.',
    undefined,
    'setup_intent_unexpected_state',
  )
}

function askForAuthentication(ctx: Context, intent: SetupIntent, returnUrl: string | null): SetupIntent {
  const url = ctx.url(`/3ds/${intent.id}?secret=${intent.client_secret}`)
  return wait(ctx, intent, { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } })
}

function wait(ctx: Context, intent: SetupIntent, action: object): SetupIntent {
  const next_action = action as SetupIntent['next_action']
  const waiting = ctx.store.update('setup_intent', intent.id, { next_action, status: 'requires_action' })
  ctx.events.emit('setup_intent.requires_action', waiting)
  ctx.intentChanged(waiting)
  return waiting
}

/** Handles the entered deposit amounts. @throws ApiError 400 for wrong ones, 402 when no further try is left. */
export function verifySetupDeposits(
  ctx: Context,
  id: string,
  said: { amounts?: number[]; descriptor_code?: string },
): SetupIntent {
  const intent = ctx.store.get('setup_intent', id)
  const isRight = areRightDeposits(intent, said)
  const method = ctx.store.get('payment_method', intent.payment_method ?? '')
  if (!isRight) throw failSetup(ctx, intent, method, DEPOSITS_EXHAUSTED)
  setBankState(ctx, method.id, { verified: true })
  return succeed(ctx, intent, method)
}

function succeed(ctx: Context, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  if (intent.customer) attach(ctx, method, intent.customer)
  const done = ctx.store.update('setup_intent', intent.id, {
    last_setup_error: null,
    latest_attempt: `setatt_${randomText()}`,
    mandate: method.type === 'us_bank_account' ? `mandate_${randomText()}` : null,
    next_action: null,
    status: 'succeeded',
  })
  ctx.events.emit('setup_intent.succeeded', done)
  ctx.intentChanged(done)
  return done
}

function failSetup(ctx: Context, intent: SetupIntent, method: PaymentMethod, decline: Decline) {
  const error = {
    type: 'card_error',
    code: decline.code,
    ...(decline.declineCode && { decline_code: decline.declineCode }),
    message: decline.message,
    payment_method: method,
  } as NonNullable<SetupIntent['last_setup_error']>
  const failed = ctx.store.update('setup_intent', intent.id, {
    last_setup_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  ctx.events.emit('setup_intent.setup_failed', failed)
  ctx.intentChanged(failed)
  return declined(error, { setup_intent: failed })
}

function updateSetupIntent(ctx: Context, id: string, params: ParamTypes['SetupIntentUpdate']): SetupIntent {
  const intent = ctx.store.get('setup_intent', id)
  return ctx.store.update('setup_intent', id, {
    customer: params.customer ?? intent.customer,
    description: params.description ?? intent.description,
    metadata: mergeMetadata(intent.metadata, params.metadata),
  })
}

/** Cancels an intent that has saved nothing. */
export function cancelSetupIntent(ctx: Context, id: string, reason?: SetupIntent['cancellation_reason']): SetupIntent {
  const intent = ctx.store.get('setup_intent', id)
  if (['succeeded', 'canceled'].includes(intent.status)) throw unexpectedState('cancel', intent)
  const canceled = ctx.store.update('setup_intent', id, {
    cancellation_reason: reason ?? null,
    next_action: null,
    status: 'canceled',
  })
  ctx.events.emit('setup_intent.canceled', canceled)
  return canceled
}

export const setupIntentRoutes: Route[] = [
  route('POST', 'setup_intents', 'SetupIntentCreate', (ctx, { params }) => {
    const intent = createSetupIntent(ctx, params)
    return params.confirm ? confirmSetupIntent(ctx, intent.id, params) : intent
  }),
  route('GET', 'setup_intents', 'SetupIntentList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('setup_intent')
      .filter(
        (intent) =>
          (!params.customer || intent.customer === params.customer) &&
          (!params.payment_method || intent.payment_method === params.payment_method),
      )
    return page(rows, params, url)
  }),
  route(
    'GET',
    'setup_intents/:id',
    'SetupIntentRetrieve',
    (ctx, { id, params, publishable }) => {
      const intent = ctx.store.get('setup_intent', id)
      requireClientSecret(intent, params.client_secret, publishable)
      return intent
    },
    { publishable: true },
  ),
  route('POST', 'setup_intents/:id', 'SetupIntentUpdate', (ctx, { id, params }) => updateSetupIntent(ctx, id, params)),
  route(
    'POST',
    'setup_intents/:id/confirm',
    'SetupIntentConfirm',
    (ctx, { id, params, publishable }) => {
      requireClientSecret(ctx.store.get('setup_intent', id), params.client_secret, publishable)
      refuseIfOfCheckout(ctx, id)
      return confirmSetupIntent(ctx, id, params)
    },
    { publishable: true },
  ),
  route(
    'POST',
    'setup_intents/:id/verify_microdeposits',
    'SetupIntentVerifyMicrodeposits',
    (ctx, { id, params, publishable }) => {
      requireClientSecret(ctx.store.get('setup_intent', id), params.client_secret, publishable)
      return verifySetupDeposits(ctx, id, params)
    },
    { publishable: true },
  ),
  route('POST', 'setup_intents/:id/cancel', 'SetupIntentCancel', (ctx, { id, params }) => {
    refuseIfOfCheckout(ctx, id)
    return cancelSetupIntent(ctx, id, params.cancellation_reason)
  }),
]
