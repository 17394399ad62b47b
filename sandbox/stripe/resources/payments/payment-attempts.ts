import type { Context } from '../../engine/context'
import { declined, invalidRequest } from '../../engine/errors'
import { refuse } from '../../engine/not-implemented'
import type { Charge, ParamTypes, PaymentIntent, PaymentMethod } from '../../types'
import { book } from '../balance/balance-transactions'
import { requireWebUrl } from '../urls'
import {
  areRightDeposits,
  isAwaitingDeposits,
  microdepositAction,
  needsMicrodeposits,
  requireMandate,
  setBankState,
  type Verification,
  verificationOf,
} from './bank-accounts'
import { createCharge, failCharge, succeedCharge } from './charges'
import { methodOfToken } from './confirmation-tokens'
import { attach, bankBehaviour, cardBehaviour, createPaymentMethod, resolvePaymentMethod } from './payment-methods'
import type { Decline } from './test-numbers'

type ConfirmParams = Omit<ParamTypes['PaymentIntentConfirm'], 'off_session'> & { off_session?: unknown }

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
const AUTHENTICATION_FAILED: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

const RETURN_FEE = 400
const LATE_FAILURE: Decline = {
  code: 'insufficient_funds',
  message: 'The bank returned this payment after it had arrived.',
}

export const DEPOSITS_EXHAUSTED: Decline = {
  code: 'payment_method_microdeposit_verification_attempts_exceeded',
  message: 'You have exceeded the number of allowed verification attempts.',
}

/**
 * Tries to pay an intent. A card succeeds, is declined or asks for 3-D Secure; a bank payment is `processing` until it settles.
 *
 * @param present whether the person is there, as with Stripe.js and hosted pages; a bank payment then needs no `mandate_data`.
 * @throws ApiError 402 when declined, with the intent as it then is; 400 when it cannot be tried.
 */
export function confirmPaymentIntent(
  ctx: Context,
  id: string,
  params: ConfirmParams,
  { present = false } = {},
): PaymentIntent {
  refuse(params, ['error_on_requires_action'])
  const intent = ctx.store.get('payment_intent', id)
  if (!CONFIRMABLE.includes(intent.status)) throw unexpectedState('confirm', intent)
  const method = methodFor(ctx, intent, params)
  if (method.customer && method.customer !== intent.customer) {
    throw invalidRequest(
      'The provided PaymentMethod cannot be used: it belongs to another customer, or the PaymentIntent has none.',
      'payment_method',
      'payment_intent_invalid_parameter',
    )
  }
  if (!intent.payment_method_types.includes(method.type)) {
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent.`,
      'payment_method',
      'payment_intent_incompatible_payment_method',
    )
  }
  const returnUrl = params.return_url ? requireWebUrl(params.return_url, 'return_url') : null
  const prepared = ctx.store.update('payment_intent', id, {
    payment_method: method.id,
    receipt_email: params.receipt_email || intent.receipt_email,
    setup_future_usage: params.setup_future_usage || futureUsageOf(ctx, params) || intent.setup_future_usage,
    next_action: null,
  })
  ctx.store.put('sandbox.return_url', { id, url: returnUrl })
  if (method.type === 'us_bank_account') {
    requireMandate(ctx, method.id, present || Boolean(params.mandate_data))
    const options = intent.payment_method_options?.us_bank_account as { verification_method?: Verification } | undefined
    const verification = verificationOf(params) ?? options?.verification_method ?? 'automatic'
    return needsMicrodeposits(ctx, method, verification)
      ? awaitDeposits(ctx, prepared)
      : startBankPayment(ctx, prepared, method)
  }
  return chargeCard(ctx, prepared, method, { offSession: Boolean(params.off_session), returnUrl })
}

/** Handles the answer on the 3-D Secure page. @throws ApiError 402 when the authentication or the payment after it fails. */
export function authenticatePayment(ctx: Context, id: string, passed: boolean): PaymentIntent {
  const intent = ctx.store.get('payment_intent', id)
  if (intent.status !== 'requires_action' || isAwaitingDeposits(intent)) throw unexpectedState('authenticate', intent)
  const method = ctx.store.get('payment_method', intent.payment_method ?? '')
  if (!passed) throw failPayment(ctx, intent, method, AUTHENTICATION_FAILED)
  const { declineAfterAuthentication } = cardBehaviour(ctx, method)
  if (declineAfterAuthentication) throw failPayment(ctx, intent, method, declineAfterAuthentication)
  if (intent.setup_future_usage) {
    const row = ctx.store.get('sandbox.test_number', method.id)
    ctx.store.put('sandbox.test_number', { ...row, authenticated: true })
  }
  return succeed(ctx, intent, method)
}

/** Returns whether the method is saved, as the confirmation token says. */
const futureUsageOf = (ctx: Context, { confirmation_token }: ConfirmParams): PaymentIntent['setup_future_usage'] =>
  confirmation_token ? ctx.store.get('confirmation_token', confirmation_token).setup_future_usage : null

function awaitDeposits(ctx: Context, intent: PaymentIntent): PaymentIntent {
  const waiting = ctx.store.update('payment_intent', intent.id, {
    next_action: microdepositAction(ctx, intent),
    status: 'requires_action',
  })
  ctx.events.emit('payment_intent.requires_action', waiting)
  ctx.intentChanged(waiting)
  return waiting
}

/**
 * Handles the entered deposit amounts: the right ones start the payment.
 * @throws ApiError 400 for wrong amounts; 402 when no further try is left.
 */
export function verifyPaymentDeposits(
  ctx: Context,
  id: string,
  said: { amounts?: number[]; descriptor_code?: string },
): PaymentIntent {
  const intent = ctx.store.get('payment_intent', id)
  const isRight = areRightDeposits(intent, said)
  const method = ctx.store.get('payment_method', intent.payment_method ?? '')
  if (!isRight) throw failPayment(ctx, intent, method, DEPOSITS_EXHAUSTED)
  setBankState(ctx, method.id, { verified: true })
  return startBankPayment(ctx, ctx.store.update('payment_intent', id, { next_action: null }), method)
}

/** Lets a bank payment arrive or fail. */
export function settleBankPayment(ctx: Context, id: string): void {
  const intent = ctx.store.find('payment_intent', id)
  if (intent?.status !== 'processing') return
  const method = ctx.store.get('payment_method', intent.payment_method ?? '')
  const { failure } = bankBehaviour(ctx, method)
  if (failure) failPayment(ctx, intent, method, failure)
  else succeed(ctx, intent, method)
}

/** Lets the bank withdraw a payment that had arrived, even one that was paid out: Stripe calls it a late failure. */
export function returnBankPayment(ctx: Context, id: string): void {
  const charge = ctx.store.get('charge', id)
  const method = ctx.store.get('payment_method', charge.payment_method ?? '')
  if (charge.status !== 'succeeded' || method.type !== 'us_bank_account') {
    throw invalidRequest(`Charge ${id} is no bank payment that arrived.`, 'charge')
  }
  const back = book(ctx, {
    amount: charge.amount_refunded - charge.amount,
    type: 'payment_failure_refund',
    source: id,
    description: charge.description,
    fee: RETURN_FEE,
    reporting_category: 'charge_failure',
  })
  const failed = failCharge(ctx, charge, LATE_FAILURE)
  ctx.store.update('charge', id, { failure_balance_transaction: back.id, paid: false })
  const intent = ctx.store.update('payment_intent', charge.payment_intent ?? '', {
    amount_received: 0,
    last_payment_error: {
      type: 'invalid_request_error',
      code: LATE_FAILURE.code,
      message: LATE_FAILURE.message,
      charge: id,
      payment_method: method,
    } as NonNullable<PaymentIntent['last_payment_error']>,
    payment_method: null,
    status: 'requires_payment_method',
  })
  ctx.events.emit('charge.failed', failed)
  ctx.events.emit('payment_intent.payment_failed', intent)
}

/** Returns the 400 for a call that the intent's status does not allow. */
export function unexpectedState(verb: string, intent: { object: string; status: string }) {
  const [name, code] =
    intent.object === 'payment_intent'
      ? ['PaymentIntent', 'payment_intent_unexpected_state']
      : ['SetupIntent', 'setup_intent_unexpected_state']
  return invalidRequest(`You cannot ${verb} this ${name} because it has a status of ${intent.status}.`, undefined, code)
}

function methodFor(ctx: Context, intent: PaymentIntent, params: ConfirmParams): PaymentMethod {
  if (params.payment_method) return resolvePaymentMethod(ctx, params.payment_method)
  if (params.confirmation_token) return methodOfToken(ctx, params.confirmation_token)
  if (params.payment_method_data) return createPaymentMethod(ctx, params.payment_method_data)
  if (intent.payment_method) return ctx.store.get('payment_method', intent.payment_method)
  throw invalidRequest(
    'You cannot confirm this PaymentIntent because it is missing a payment method.',
    undefined,
    'payment_intent_unexpected_state',
  )
}

function startBankPayment(ctx: Context, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  saveForLater(ctx, intent, method)
  const charge = createCharge(ctx, intent, method, { status: 'pending' })
  const processing = ctx.store.update('payment_intent', intent.id, {
    last_payment_error: null,
    latest_charge: charge.id,
    status: 'processing',
  })
  ctx.events.emit('charge.pending', charge)
  ctx.events.emit('payment_intent.processing', processing)
  if (!bankBehaviour(ctx, method).neverSettles) {
    ctx.jobs.schedule('settle_bank_payment', intent.id, ctx.clock.milliseconds() + ctx.achDelayMs)
  }
  ctx.intentChanged(processing)
  return processing
}

function chargeCard(
  ctx: Context,
  intent: PaymentIntent,
  method: PaymentMethod,
  { offSession, returnUrl }: { offSession: boolean; returnUrl: string | null },
): PaymentIntent {
  const { decline, authentication, authenticated } = cardBehaviour(ctx, method)
  if (decline) throw failPayment(ctx, intent, method, decline)
  if (authentication === 'always' || (authentication === 'until_set_up' && !authenticated)) {
    if (offSession && !ctx.isCollecting) throw failPayment(ctx, intent, method, AUTHENTICATION_REQUIRED)
    const url = ctx.url(`/3ds/${intent.id}?secret=${intent.client_secret}`)
    const waiting = ctx.store.update('payment_intent', intent.id, {
      next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
      status: 'requires_action',
    })
    ctx.events.emit('payment_intent.requires_action', waiting)
    ctx.intentChanged(waiting)
    return waiting
  }
  return succeed(ctx, intent, method)
}

function succeed(ctx: Context, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  saveForLater(ctx, intent, method)
  const pending = pendingCharge(ctx, intent)
  const charge = pending ? succeedCharge(ctx, pending) : createCharge(ctx, intent, method, { status: 'succeeded' })
  const paid = ctx.store.update('payment_intent', intent.id, {
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'succeeded',
  })
  ctx.events.emit('charge.succeeded', charge)
  ctx.events.emit('payment_intent.succeeded', paid)
  const { dispute } = method.type === 'card' ? cardBehaviour(ctx, method) : bankBehaviour(ctx, method)
  if (dispute) ctx.jobs.schedule('open_dispute', charge.id, ctx.clock.milliseconds())
  ctx.intentChanged(paid)
  return paid
}

/** Records the failure and returns the error that reports it. */
function failPayment(ctx: Context, intent: PaymentIntent, method: PaymentMethod, decline: Decline) {
  const pending = pendingCharge(ctx, intent)
  const charge = pending
    ? failCharge(ctx, pending, decline)
    : createCharge(ctx, intent, method, { status: 'failed', decline })
  const error = {
    type: method.type === 'card' ? 'card_error' : 'invalid_request_error',
    code: decline.code,
    ...(decline.declineCode && { decline_code: decline.declineCode }),
    message: decline.message,
    charge: charge.id,
    payment_method: method,
  } as NonNullable<PaymentIntent['last_payment_error']>
  const failed = ctx.store.update('payment_intent', intent.id, {
    last_payment_error: error,
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  ctx.events.emit('charge.failed', charge)
  ctx.events.emit('payment_intent.payment_failed', failed)
  ctx.intentChanged(failed)
  return declined(error, { payment_intent: failed })
}

/** Saves the method. A pending payment still arrives if its customer was deleted in the meantime. */
function saveForLater(ctx: Context, intent: PaymentIntent, method: PaymentMethod): void {
  const customer = ctx.store.find('customer', intent.customer)
  if (intent.setup_future_usage && customer) attach(ctx, method, customer.id)
}

function pendingCharge(ctx: Context, intent: PaymentIntent): Charge | undefined {
  const charge = ctx.store.find('charge', intent.latest_charge)
  return charge?.status === 'pending' ? charge : undefined
}
