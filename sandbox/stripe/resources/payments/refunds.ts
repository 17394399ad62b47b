import type { Context } from '../../engine/context'
import { invalidRequest, missingParam } from '../../engine/errors'
import { page } from '../../engine/lists'
import { type Route, route } from '../../engine/router'
import type { Charge, ParamTypes, Refund } from '../../types'
import { book } from '../balance/balance-transactions'
import { mergeMetadata } from '../metadata'
import { settleWarnings } from './fraud-warnings'
import { cardBehaviour } from './payment-methods'

/** Refunds `amount` cents, or what is left: cards at once, banks later. */
function createRefund(ctx: Context, params: ParamTypes['RefundCreate']): Refund {
  const charge = chargeToRefund(ctx, params)
  if (charge.status !== 'succeeded') {
    throw invalidRequest(
      `Charge ${charge.id} has not been paid, so it cannot be refunded.`,
      undefined,
      'charge_not_refundable',
    )
  }
  if (charge.disputed) {
    throw invalidRequest(`Charge ${charge.id} has been charged back.`, undefined, 'charge_disputed')
  }
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  }
  const amount = params.amount ?? left
  if (amount < 1) throw invalidRequest('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > left) {
    throw invalidRequest('Refund amount is greater than unrefunded amount on charge', 'amount', 'amount_too_large')
  }
  const failsAfter = ctx.refunds.failing.shift()
  const fate = failsAfter === undefined ? fateOf(ctx, charge) : 'fails_later'
  const isPending = failsAfter !== undefined || fate === 'succeeds_later'
  const refund = ctx.store.create('refund', ctx.clock.seconds(), {
    amount,
    charge: charge.id,
    currency: charge.currency,
    customer: charge.customer,
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    status: isPending ? 'pending' : 'succeeded',
  })
  const booked = book(ctx, {
    amount: -amount,
    type: charge.payment_method_details?.type === 'card' ? 'refund' : 'payment_refund',
    source: refund.id,
    description: `REFUND FOR ${charge.description ?? charge.id}`,
    reporting_category: 'refund',
  })
  const made = ctx.store.update('refund', refund.id, { balance_transaction: booked.id })
  if (fate === 'fails_later') ctx.store.put('sandbox.failing_refund', { id: refund.id })
  if (fate)
    ctx.jobs.schedule('settle_refund', refund.id, ctx.clock.milliseconds() + (failsAfter ?? ctx.refunds.delayMs))
  ctx.events.emit('refund.created', made)
  if (amount === left) settleWarnings(ctx, charge.id)
  ctx.events.emit('charge.refunded', setRefunded(ctx, charge, charge.amount_refunded + amount))
  return made
}

/** Lets a pending refund succeed, or fail and be owed again. */
export function settleRefund(ctx: Context, id: string): void {
  const refund = ctx.store.get('refund', id)
  if (ctx.store.find('sandbox.failing_refund', id)) {
    failRefund(ctx, id)
    return
  }
  if (refund.status !== 'pending') return
  ctx.events.emit('refund.updated', ctx.store.update('refund', id, { status: 'succeeded' }), { status: refund.status })
}

/** Lets the bank return a refund, however long ago it was made: the money is the merchant's again. */
export function failRefund(ctx: Context, id: string): Refund {
  const refund = ctx.store.get('refund', id)
  if (refund.status !== 'pending' && refund.status !== 'succeeded') {
    throw invalidRequest(`This refund is ${refund.status}.`, 'id')
  }
  const charge = ctx.store.get('charge', refund.charge ?? '')
  ctx.jobs.cancel('settle_refund', id)
  const back = book(ctx, {
    amount: refund.amount,
    type: 'refund_failure',
    source: id,
    description: 'REFUND FAILURE',
    reporting_category: 'refund_failure',
  })
  const failed = ctx.store.update('refund', id, {
    status: 'failed',
    failure_balance_transaction: back.id,
    failure_reason: 'expired_or_canceled_card',
  })
  setRefunded(ctx, charge, charge.amount_refunded - refund.amount)
  ctx.events.emit('refund.updated', failed, { status: refund.status })
  ctx.events.emit('refund.failed', failed, { status: refund.status })
  return failed
}

function chargeToRefund(ctx: Context, params: ParamTypes['RefundCreate']): Charge {
  if (params.charge) return ctx.store.get('charge', params.charge, 'charge')
  if (!params.payment_intent) throw missingParam('payment_intent')
  const intent = ctx.store.get('payment_intent', params.payment_intent, 'payment_intent')
  const charge = ctx.store.find('charge', intent.latest_charge)
  if (charge) return charge
  throw invalidRequest('This PaymentIntent does not have a successful charge to refund.', 'payment_intent')
}

function fateOf(ctx: Context, charge: Charge): 'fails_later' | 'succeeds_later' | undefined {
  const method = ctx.store.find('payment_method', charge.payment_method)
  if (!method) return undefined
  return method.type === 'us_bank_account' ? 'succeeds_later' : cardBehaviour(ctx, method).refund
}

function setRefunded(ctx: Context, charge: Charge, amount_refunded: number): Charge {
  return ctx.store.update('charge', charge.id, { amount_refunded, refunded: amount_refunded === charge.amount })
}

export const refundRoutes: Route[] = [
  route('POST', 'refunds', 'RefundCreate', (ctx, { params }) => createRefund(ctx, params)),
  route('GET', 'refunds', 'RefundList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('refund')
      .filter(
        (refund) =>
          (!params.charge || refund.charge === params.charge) &&
          (!params.payment_intent || refund.payment_intent === params.payment_intent),
      )
    return page(rows, params, url)
  }),
  route('GET', 'refunds/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('refund', id)),
  route('POST', 'refunds/:id', 'RefundUpdate', (ctx, { id, params }) => {
    const { metadata } = ctx.store.get('refund', id)
    return ctx.store.update('refund', id, { metadata: mergeMetadata(metadata, params.metadata) })
  }),
]
