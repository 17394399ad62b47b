import type Stripe from 'stripe'

/** How the card with a test number behaves (docs.stripe.com/testing). */
export interface CardBehaviour {
  brand: string
  funding: 'credit' | 'debit' | 'prepaid'
  decline?: Decline
  /** Whether the card is accepted when saved and declined when charged. */
  declinesOnlyCharges?: boolean
  /** When 3-D Secure is required: every time, or until a setup has been completed. */
  authentication?: 'always' | 'until_set_up'
  /** The decline that follows a completed 3-D Secure. */
  declineAfterAuthentication?: Decline
  dispute?: Stripe.Dispute['reason']
  refund?: 'fails_later' | 'succeeds_later'
}

export interface Decline {
  code: string
  declineCode?: string
  message: string
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})
const visa = { brand: 'visa', funding: 'credit' } as const
const INSUFFICIENT = declined('insufficient_funds', 'Your card has insufficient funds.')

/** Declined because it has expired. */
export const EXPIRED_CARD = '4000000000000069'

export const CARDS: Record<string, CardBehaviour> = {
  '4242424242424242': visa,
  '4000056655665556': { brand: 'visa', funding: 'debit' },
  '5555555555554444': { brand: 'mastercard', funding: 'credit' },
  '2223003122003222': { brand: 'mastercard', funding: 'credit' },
  '5200828282828210': { brand: 'mastercard', funding: 'debit' },
  '5105105105105100': { brand: 'mastercard', funding: 'prepaid' },
  '378282246310005': { brand: 'amex', funding: 'credit' },
  '371449635398431': { brand: 'amex', funding: 'credit' },
  '6011111111111117': { brand: 'discover', funding: 'credit' },
  '6011981111111113': { brand: 'discover', funding: 'debit' },
  '3056930009020004': { brand: 'diners', funding: 'credit' },
  '3566002020360505': { brand: 'jcb', funding: 'credit' },
  '6200000000000005': { brand: 'unionpay', funding: 'credit' },
  '4000000000000002': { ...visa, decline: declined('generic_decline') },
  '4000000000009995': { ...visa, decline: INSUFFICIENT },
  '4000000000009987': { ...visa, decline: declined('lost_card') },
  '4000000000009979': { ...visa, decline: declined('stolen_card') },
  '4000000000006975': { ...visa, decline: declined('card_velocity_exceeded') },
  [EXPIRED_CARD]: { ...visa, decline: { code: 'expired_card', message: 'Your card has expired.' } },
  '4000000000000127': {
    ...visa,
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  '4000000000000119': {
    ...visa,
    decline: { code: 'processing_error', message: 'An error occurred while processing your card. Try again later.' },
  },
  '4000000000000341': { ...visa, decline: declined('generic_decline'), declinesOnlyCharges: true },
  '4000002500003155': { ...visa, authentication: 'until_set_up' },
  '4000002760003184': { ...visa, authentication: 'always' },
  '4000000000003220': { ...visa, authentication: 'always' },
  '4000008400001629': {
    ...visa,
    authentication: 'always',
    declineAfterAuthentication: declined('generic_decline'),
  },
  '4000008260003178': { ...visa, authentication: 'until_set_up', declineAfterAuthentication: INSUFFICIENT },
  '4000000000000259': { ...visa, dispute: 'fraudulent' },
  '4000000000002685': { ...visa, dispute: 'product_not_received' },
  '4000000000007726': { ...visa, refund: 'succeeds_later' },
  '4000000000005126': { ...visa, refund: 'fails_later' },
}

export interface BankBehaviour {
  /** The failure after a few days; without one the payment arrives. */
  failure?: Decline
  dispute?: Stripe.Dispute['reason']
  /** Whether the payment stays pending forever. */
  neverSettles?: boolean
}

export const ROUTING_NUMBER = '110000000'

/** docs.stripe.com/payments/ach-direct-debit/accept-a-payment, "Test account numbers". */
export const BANK_ACCOUNTS: Record<string, BankBehaviour> = {
  '000123456789': {},
  '000111111113': { failure: { code: 'account_closed', message: 'The bank account has been closed.' } },
  '000111111116': { failure: { code: 'no_account', message: 'The bank account could not be found.' } },
  '000222222227': {
    failure: { code: 'insufficient_funds', message: 'The bank account has insufficient funds.' },
  },
  '000333333335': {
    failure: {
      code: 'debit_not_authorized',
      message: 'The customer has told the bank that this debit was not authorized.',
    },
  },
  '000555555559': { dispute: 'debit_not_authorized' },
  '000000000009': { neverSettles: true },
}

const CARD_TOKENS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_us: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_mastercard_debit: '5200828282828210',
  pm_card_mastercard_prepaid: '5105105105105100',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedLostCard: '4000000000009987',
  pm_card_visa_chargeDeclinedStolenCard: '4000000000009979',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  pm_card_threeDSecureRequiredChargeDeclined: '4000008400001629',
  pm_card_createDispute: '4000000000000259',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
}

const BANK_TOKENS: Record<string, string> = {
  pm_usBankAccount_success: '000123456789',
  pm_usBankAccount_accountClosed: '000111111113',
  pm_usBankAccount_noAccount: '000111111116',
  pm_usBankAccount_insufficientFunds: '000222222227',
  pm_usBankAccount_debitNotAuthorized: '000333333335',
  pm_usBankAccount_dispute: '000555555559',
  pm_usBankAccount_processing: '000000000009',
}

/** Returns the payment method of one of Stripe's ready-made test tokens. */
export function paymentMethodOfToken(token: string): Stripe.PaymentMethodCreateParams | undefined {
  const card = CARD_TOKENS[token]
  if (card) return { type: 'card', card: { number: card, exp_month: 12, exp_year: 2034, cvc: '123' } }
  const account = BANK_TOKENS[token]
  if (!account) return undefined
  return {
    type: 'us_bank_account',
    us_bank_account: { routing_number: ROUTING_NUMBER, account_number: account },
    billing_details: { name: 'Test Account Holder' },
  }
}
