import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { Context } from '../../engine/context'
import { cardError, invalidRequest, missingParam } from '../../engine/errors'
import type { PaymentMethod } from '../../types'
import type { MetadataChange } from '../metadata'
import { BANK_ACCOUNTS, CARDS, ROUTING_NUMBER } from './test-numbers'

/** A payment method as Stripe.js, the hosted pages and the API send it. */
export interface PaymentMethodData {
  type?: string
  card?: Stripe.PaymentMethodCreateParams.Card
  us_bank_account?: Stripe.PaymentMethodCreateParams.UsBankAccount
  billing_details?: Stripe.PaymentMethodCreateParams['billing_details']
  metadata?: MetadataChange
  allow_redisplay?: string
}

/**
 * Returns the fields of the card or bank account behind a test number.
 * @throws ApiError 402 or 400 for a number that Stripe does not document, a date that has passed or a malformed
 * security code.
 */
export function detailsOf(ctx: Context, data: PaymentMethodData): { details: Partial<PaymentMethod>; number: string } {
  if (data.type === 'card') return cardDetails(ctx, data.card ?? {})
  if (data.type === 'us_bank_account') return bankDetails(data.us_bank_account ?? {})
  if (!data.type) throw missingParam('type')
  throw invalidRequest(`The sandbox knows cards and US bank accounts, not ${data.type}.`, 'type')
}

function cardDetails(ctx: Context, card: Stripe.PaymentMethodCreateParams.Card) {
  const number = (card.number ?? '').replace(/[\s-]/g, '')
  const behaviour = CARDS[number]
  if (!behaviour) {
    throw cardError('Your card number is incorrect.', { code: 'incorrect_number', param: 'number' })
  }
  const month = Number(card.exp_month ?? 0)
  const givenYear = Number(card.exp_year ?? 0)
  const year = givenYear < 100 ? givenYear + 2000 : givenYear
  if (month < 1 || month > 12) {
    throw cardError("Your card's expiration month is invalid.", { code: 'invalid_expiry_month', param: 'exp_month' })
  }
  const now = new Date(ctx.clock.milliseconds())
  if (year * 12 + month - 1 < now.getUTCFullYear() * 12 + now.getUTCMonth()) {
    throw cardError("Your card's expiration year is invalid.", { code: 'invalid_expiry_year', param: 'exp_year' })
  }
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    throw cardError("Your card's security code is invalid.", { code: 'invalid_cvc', param: 'cvc' })
  }
  const { brand, funding } = behaviour
  const details: Partial<PaymentMethod> = {
    type: 'card',
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: card.cvc ? 'pass' : null },
      country: 'US',
      display_brand: brand,
      exp_month: month,
      exp_year: year,
      fingerprint: fingerprint(number),
      funding,
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  }
  return { details, number }
}

function bankDetails(account: Stripe.PaymentMethodCreateParams.UsBankAccount) {
  const number = (account.account_number ?? '').trim()
  if (account.routing_number?.trim() !== ROUTING_NUMBER) {
    throw invalidRequest(
      `The routing number is not valid. The sandbox knows ${ROUTING_NUMBER}.`,
      'us_bank_account[routing_number]',
      'routing_number_invalid',
    )
  }
  if (!BANK_ACCOUNTS[number]) {
    throw invalidRequest(
      'The account number is not valid. Use one of the test account numbers.',
      'us_bank_account[account_number]',
      'account_number_invalid',
    )
  }
  const details: Partial<PaymentMethod> = {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: account.account_holder_type ?? 'individual',
      account_type: account.account_type ?? 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint: fingerprint(number),
      last4: number.slice(-4),
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: ROUTING_NUMBER,
      status_details: {},
    },
  }
  return { details, number }
}

function fingerprint(number: string): string {
  return createHash('sha256').update(number).digest('hex').slice(0, 16)
}
