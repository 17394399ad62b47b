import type Stripe from 'stripe'
import type { Context } from '../../engine/context'
import { invalidRequest } from '../../engine/errors'
import { page } from '../../engine/lists'
import { type Route, route } from '../../engine/router'
import type { Dispute } from '../../types'
import { book } from '../balance/balance-transactions'
import { mergeMetadata } from '../metadata'
import { setBankState } from './bank-accounts'
import { settleWarnings } from './fraud-warnings'
import { bankBehaviour, cardBehaviour } from './payment-methods'

const ANSWER_SECONDS = 7 * 24 * 60 * 60
const DISPUTE_FEE = 1_500
const NO_EVIDENCE = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** Opens a dispute of a paid charge, or of `part` of it, in cents. */
export function openDispute(
  ctx: Context,
  charge: string,
  reason: Stripe.Dispute['reason'] = 'fraudulent',
  part?: number,
): Dispute {
  const { amount, amount_refunded, currency, disputed, payment_intent, payment_method, status } = ctx.store.get(
    'charge',
    charge,
  )
  if (status !== 'succeeded' || disputed) throw invalidRequest(`Charge ${charge} cannot be disputed.`, 'charge')
  const dispute = ctx.store.create('dispute', ctx.clock.seconds(), {
    amount: part ?? amount - amount_refunded,
    charge,
    currency,
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: ctx.clock.seconds() + ANSWER_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: { method: null, status: null } as unknown as Dispute['evidence_details']['submission_method'],
    },
    payment_intent,
    reason,
    status: 'needs_response',
  })
  const withdrawn = book(ctx, {
    amount: -dispute.amount,
    type: 'adjustment',
    source: dispute.id,
    description: `Chargeback withdrawal for ${charge}`,
    fee: DISPUTE_FEE,
    reporting_category: 'dispute',
  })
  const taken = ctx.store.update('dispute', dispute.id, { balance_transactions: [withdrawn] })
  ctx.store.update('charge', charge, { disputed: true })
  settleWarnings(ctx, charge)
  // Disputing a debit also revokes the permission for later ones.
  if (payment_method && ctx.store.find('payment_method', payment_method)?.type === 'us_bank_account') {
    setBankState(ctx, payment_method, { mandate: 'void' })
  }
  ctx.events.emit('charge.dispute.created', taken)
  ctx.events.emit('charge.dispute.funds_withdrawn', taken)
  return taken
}

/** Opens the dispute that a test number stands for. */
export function openTestDispute(ctx: Context, charge: string): void {
  const method = ctx.store.find('payment_method', ctx.store.get('charge', charge).payment_method)
  if (!method) return
  openDispute(ctx, charge, (method.type === 'card' ? cardBehaviour(ctx, method) : bankBehaviour(ctx, method)).dispute)
}

/** Closes a dispute. `won` returns the money to the merchant. */
function closeDispute(ctx: Context, id: string, status: 'won' | 'lost'): Dispute {
  if (['won', 'lost'].includes(ctx.store.get('dispute', id).status)) {
    throw invalidRequest('This dispute is already closed.')
  }
  const closed = ctx.store.update('dispute', id, { status, ...(status === 'won' && reinstate(ctx, id)) })
  ctx.events.emit('charge.dispute.closed', closed)
  if (status === 'won') ctx.events.emit('charge.dispute.funds_reinstated', closed)
  return closed
}

/** Returns the money to the school, but not the dispute fee. */
function reinstate(ctx: Context, id: string): Pick<Dispute, 'balance_transactions'> {
  const { amount, charge, balance_transactions } = ctx.store.get('dispute', id)
  const back = book(ctx, {
    amount,
    type: 'adjustment',
    source: id,
    description: `Chargeback reversal for ${charge}`,
    reporting_category: 'dispute_reversal',
  })
  return { balance_transactions: [...balance_transactions, back] }
}

export const disputeRoutes: Route[] = [
  route('GET', 'disputes', 'DisputeList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('dispute')
      .filter(
        (dispute) =>
          (!params.charge || dispute.charge === params.charge) &&
          (!params.payment_intent || dispute.payment_intent === params.payment_intent),
      )
    return page(rows, params, url)
  }),
  route('GET', 'disputes/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('dispute', id)),
  route('POST', 'disputes/:id', 'DisputeUpdate', (ctx, { id, params }) => {
    const { metadata } = ctx.store.get('dispute', id)
    const updated = ctx.store.update('dispute', id, { metadata: mergeMetadata(metadata, params.metadata) })
    if (params.evidence?.uncategorized_text === 'winning_evidence') return closeDispute(ctx, id, 'won')
    if (params.evidence?.uncategorized_text === 'losing_evidence') return closeDispute(ctx, id, 'lost')
    ctx.events.emit('charge.dispute.updated', updated)
    return updated
  }),
  route('POST', 'disputes/:id/close', 'None', (ctx, { id }) => closeDispute(ctx, id, 'lost')),
]
