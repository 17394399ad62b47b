import type { Context } from '../../engine/context'
import { page, whole } from '../../engine/lists'
import { type Route, route } from '../../engine/router'
import type { Charge, ParamTypes, PaymentIntent, PaymentMethod } from '../../types'
import { book } from '../balance/balance-transactions'
import { mergeMetadata } from '../metadata'
import type { Decline } from './test-numbers'

const CARD_FEE = { rate: 0.029, fixed: 30, most: Infinity }
const BANK_FEE = { rate: 0.008, fixed: 0, most: 500 }

/** Creates an intent's attempt to move money: pending (bank), succeeded or failed. */
export function createCharge(
  ctx: Context,
  intent: PaymentIntent,
  method: PaymentMethod,
  outcome: { status: 'pending' | 'succeeded' } | { status: 'failed'; decline: Decline },
): Charge {
  const charge = ctx.store.create('charge', ctx.clock.seconds(), {
    amount: intent.amount,
    billing_details: method.billing_details,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    fraud_details: {},
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(intent, method),
    receipt_email: intent.receipt_email,
    status: outcome.status,
  })
  if (outcome.status === 'failed') return failCharge(ctx, charge, outcome.decline)
  const accepted = ctx.store.update('charge', charge.id, { receipt_url: ctx.url(`/receipts/${charge.id}`) })
  return outcome.status === 'succeeded' ? succeedCharge(ctx, accepted) : accepted
}

/** Marks the charge as succeeded and books its balance transaction. */
export function succeedCharge(ctx: Context, charge: Charge): Charge {
  const { rate, fixed, most } = charge.payment_method_details?.type === 'card' ? CARD_FEE : BANK_FEE
  const fee = Math.min(Math.round(charge.amount * rate) + fixed, most)
  const transaction = book(ctx, {
    amount: charge.amount,
    type: charge.payment_method_details?.type === 'card' ? 'charge' : 'payment',
    source: charge.id,
    description: charge.description,
    fee,
    reporting_category: 'charge',
  })
  return ctx.store.update('charge', charge.id, {
    amount_captured: charge.amount,
    balance_transaction: transaction.id,
    captured: true,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    status: 'succeeded',
  })
}

export function failCharge(ctx: Context, charge: Charge, decline: Decline): Charge {
  return ctx.store.update('charge', charge.id, {
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'declined_by_network',
      reason: decline.declineCode ?? decline.code,
      risk_level: 'normal',
      seller_message: decline.message,
      type: 'issuer_declined',
    },
    receipt_url: null,
    status: 'failed',
  })
}

function methodDetails(intent: PaymentIntent, method: PaymentMethod): Charge['payment_method_details'] {
  if (method.card) {
    const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status } = method.card
    return {
      type: 'card',
      card: {
        amount_authorized: intent.amount,
        authorization_code: '123456',
        brand,
        checks,
        country,
        electronic_commerce_indicator: null,
        exp_month,
        exp_year,
        fingerprint,
        funding,
        installments: null,
        last4,
        mandate: null,
        network: brand,
        network_transaction_id: null,
        regulated_status,
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
    }
  }
  if (!method.us_bank_account) return null
  const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } = method.us_bank_account
  return {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type,
      account_type,
      bank_name,
      fingerprint,
      last4,
      payment_reference: null,
      routing_number,
    },
  }
}

function updateCharge(ctx: Context, id: string, params: ParamTypes['ChargeUpdate']): Charge {
  const { description, metadata } = ctx.store.get('charge', id)
  const updated = ctx.store.update('charge', id, {
    description: params.description ?? description,
    metadata: mergeMetadata(metadata, params.metadata),
  })
  ctx.events.emit('charge.updated', updated)
  return updated
}

/** Returns `charge.refunds`, newest first. */
export function refundsOf(ctx: Context, charge: string) {
  const rows = ctx.store.all('refund').filter((refund) => refund.charge === charge)
  return whole(rows.reverse(), `/v1/charges/${charge}/refunds`)
}

export const chargeRoutes: Route[] = [
  route('GET', 'charges', 'ChargeList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('charge')
      .filter(
        (charge) =>
          (!params.customer || charge.customer === params.customer) &&
          (!params.payment_intent || charge.payment_intent === params.payment_intent),
      )
    return page(rows, params, url)
  }),
  route('GET', 'charges/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('charge', id)),
  route('POST', 'charges/:id', 'ChargeUpdate', (ctx, { id, params }) => updateCharge(ctx, id, params)),
]
