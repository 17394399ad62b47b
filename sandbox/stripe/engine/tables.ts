import type { ObjectName, Objects, ParamTypes } from '../types'

/** The kinds of scheduled work. */
export type JobKind =
  | 'settle_bank_payment'
  | 'settle_refund'
  | 'follow_intent'
  | 'open_dispute'
  | 'expire_checkout'
  | 'finalize_invoice'
  | 'retry_invoice'
  | 'end_period'
  | 'expire_incomplete'
  | 'pay_out'
  | 'settle_payout'

/** What the sandbox must remember besides the provider's objects. */
export interface PrivateRows {
  /** By payment method: the test number it was made from, and whether a 3-D Secure setup has been completed. */
  'sandbox.test_number': { id: string; number: string; authenticated: boolean }
  /** By intent: where the 3-D Secure page sends the person afterwards. */
  'sandbox.return_url': { id: string; url: string | null }
  /** By confirmation token: the payment method behind it. */
  'sandbox.token_method': { id: string; method: string }
  /** By Checkout Session: what it sells and what it hands on to the objects it makes. */
  'sandbox.checkout': { id: string; params: ParamTypes['CheckoutSessionCreate']; lines: CheckoutLine[] }
  /** By invoice: the intent that pays it. By intent: the invoice it pays. */
  'sandbox.invoice_intent': { id: string; other: string }
  /** By customer: that it was deleted. */
  'sandbox.deleted_customer': { id: string }
  'sandbox.job': { id: string; kind: JobKind; ref: string; due: number }
  /** By payment method: whether it is known to be the person's, and may be debited. */
  'sandbox.bank_account': { id: string; verified: boolean; mandate: 'active' | 'void' | null }
  /** By refund: that it will not arrive. */
  'sandbox.failing_refund': { id: string }
  /** By balance transaction: the payout that it is part of. */
  'sandbox.paid_out': { id: string; payout: string }
  'sandbox.delivery': { id: string; event: string; endpoint: string; attempts: number }
  'sandbox.request': { id: string; signature: string; status: number; body: unknown; created: number }
  'sandbox.clock': { id: string; offset: number; frozen: number | null }
}

interface CheckoutLine {
  price: string
  quantity: number
}

export type Tables = Objects & PrivateRows
export type TableName = keyof Tables

/** The beginning of each object's ids, as Stripe writes them. */
export const ID_PREFIX: Record<ObjectName, string> = {
  customer: 'cus',
  payment_method: 'pm',
  payment_intent: 'pi',
  setup_intent: 'seti',
  confirmation_token: 'ctoken',
  charge: 'ch',
  refund: 're',
  dispute: 'du',
  'radar.early_fraud_warning': 'issfr',
  balance_transaction: 'txn',
  payout: 'po',
  product: 'prod',
  price: 'price',
  plan: 'plan',
  subscription: 'sub',
  subscription_item: 'si',
  invoice: 'in',
  line_item: 'il',
  invoiceitem: 'ii',
  invoice_payment: 'inpay',
  'checkout.session': 'cs_test',
  'billing_portal.session': 'bps',
  'billing_portal.configuration': 'bpc',
  payment_method_domain: 'pmd',
  event: 'evt',
  webhook_endpoint: 'we',
  'test_helpers.test_clock': 'clock',
}

const NAME_BY_PREFIX = new Map(
  (Object.entries(ID_PREFIX) as [ObjectName, string][]).map(([name, prefix]) => [prefix.split('_')[0], name]),
)

/** Returns the type of the object with this ID; undefined if it is not one of the sandbox's. */
export function objectNameOf(id: string): ObjectName | undefined {
  return NAME_BY_PREFIX.get(id.split('_')[0])
}
