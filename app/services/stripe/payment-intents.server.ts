import type Stripe from 'stripe'
import type { Cents } from '~/utils/money'
import { type MadeRefund, madeRefund, refundsOf } from './refund-list.server'
import { idOf, requireProvider } from './stripe.server'

export interface ProviderPayment {
  intent: Stripe.PaymentIntent
  /** Refunded in full, or withdrawn by the bank; null while the money is ours. */
  back: 'refunded' | 'withdrawn' | null
  /** Whether the bank withdrew it because the account's owner says that nobody may debit it. */
  unauthorized: boolean
  /** The refunds in the order in which they were made; empty if none was ever seen. */
  refunds: MadeRefund[]
  /** Every dispute that the bank has opened, and how much money each has taken, in cents. */
  disputes: { id: string; taken: Cents }[]
}

/** Everything that the provider says about a payment: an order has no invoice, a month settled elsewhere no intent. */
export interface Fetched {
  payment: ProviderPayment | null
  invoice: Stripe.Invoice | null
}

/** Disputes that have not taken the money, or have given it back. */
const HARMLESS_DISPUTES = ['won', 'warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented']

/** The reasons that count against the family: a debit can be returned after it was paid for many others, such as an empty account. */
const UNAUTHORIZED = ['debit_not_authorized', 'customer_initiated', 'fraudulent']

/** @param refunded whether some of it was refunded before, or a refund is reported as failed. */
export async function fetchPayment(paymentIntentId: string, refunded = false): Promise<ProviderPayment> {
  const { stripe } = requireProvider()
  const { intent, refunds } = await withRefunds(paymentIntentId, refunded)
  const charge = chargeOf(intent)
  const payment = { intent, unauthorized: false, refunds, disputes: [] }
  if (charge?.refunded) return { ...payment, back: 'refunded' }
  if (!charge?.disputed) return { ...payment, back: null }
  const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 10 })
  const disputes = data.map(({ id, amount, status }) => ({
    id,
    taken: HARMLESS_DISPUTES.includes(status) ? 0 : amount,
  }))
  const unauthorized = data.some(
    ({ reason, status }) => UNAUTHORIZED.includes(reason) && !HARMLESS_DISPUTES.includes(status),
  )
  // A refund that is not listed yet may have taken everything.
  const isWhole = !data.length || takenBy(disputes) >= charge.amount - charge.amount_refunded
  return { ...payment, back: isWhole ? 'withdrawn' : null, unauthorized: isWhole && unauthorized, disputes }
}

const MAX_LOOKS = 4

/** Reads the payment and its refunds as of one moment: a refund that was made or failed between the two answers is requested again. */
async function withRefunds(id: string, refunded: boolean) {
  const { paymentIntents } = requireProvider().stripe
  for (let looks = 1; ; looks++) {
    const intent = await paymentIntents.retrieve(id, { expand: ['latest_charge', 'payment_method'] })
    const gone = chargeOf(intent)?.amount_refunded ?? 0
    if (!gone && !refunded) return { intent, refunds: [] }
    const refunds = (await refundsOf(id)).map(madeRefund)
    const sum = refunds.reduce((total, { amount, isDead }) => total + (isDead ? 0 : amount), 0)
    if (sum === gone || looks === MAX_LOOKS) return { intent, refunds }
  }
}

/** Computes how much banks have taken of a payment, in cents. */
const takenBy = (disputes: ProviderPayment['disputes']): Cents => disputes.reduce((sum, { taken }) => sum + taken, 0)

/** Returns how much of a payment was returned in part, in cents: all of it, and what a partial dispute took of that. */
export function partBack({ intent, back, disputes }: ProviderPayment): {
  amountRefunded: Cents
  amountDisputed: Cents
} {
  const amountDisputed = back ? 0 : takenBy(disputes)
  return { amountRefunded: (chargeOf(intent)?.amount_refunded ?? 0) + amountDisputed, amountDisputed }
}

/** Fetches an invoice with all of its lines: the provider includes only the first ten. */
export async function fetchInvoice(id: string): Promise<Stripe.Invoice> {
  const { invoices } = requireProvider().stripe
  const invoice = await invoices.retrieve(id)
  if (!invoice.lines.has_more) return invoice
  return { ...invoice, lines: await invoices.listLineItems(id, { limit: 100 }) }
}

/** Fetches a month's payment. The intent that paid it takes precedence over the one that was meant to. */
export async function fetchMonth(invoiceId: string, refunded = false): Promise<Fetched> {
  const invoice = await fetchInvoice(invoiceId)
  const { data } = await requireProvider().stripe.invoicePayments.list({ invoice: invoiceId, limit: 10 })
  const intents = data.filter(({ payment }) => payment.payment_intent)
  const made =
    intents.find(({ status }) => status === 'paid') ?? intents.find(({ is_default }) => is_default) ?? intents[0]
  const reference = made?.payment.payment_intent
  return { invoice, payment: reference ? await fetchPayment(idOf(reference), refunded) : null }
}

/** Returns the invoice of an intent; null if we created the intent ourselves. */
export async function invoiceOfIntent(intentId: string): Promise<string | null> {
  const { data } = await requireProvider().stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intentId },
    limit: 1,
  })
  return data[0] ? idOf(data[0].invoice) : null
}

export interface BankReturn {
  stripeChargeId: string
  /** Whether the account's owner says that nobody may debit it. */
  disputed: boolean
}

/** Returns the bank's return; null unless a bank payment was returned. */
export function bankReturnOf({ intent, back, unauthorized }: ProviderPayment): BankReturn | null {
  const charge = chargeOf(intent)
  if (charge?.payment_method_details?.type !== 'us_bank_account') return null
  const cameBack = back === 'withdrawn' || charge.status === 'failed'
  return cameBack ? { stripeChargeId: charge.id, disputed: unauthorized } : null
}

export const chargeOf = (intent: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof intent.latest_charge === 'object' ? intent.latest_charge : null

/** `Visa •••• 4242`, `Bank account •••• 6789`; null before any try. */
export function labelOfPayment(intent: Stripe.PaymentIntent): string | null {
  const method = typeof intent.payment_method === 'object' ? intent.payment_method : null
  const details = chargeOf(intent)?.payment_method_details ?? method
  if (details?.card) return labelOfCard(details.card)
  if (details?.us_bank_account) return `Bank account •••• ${details.us_bank_account.last4}`
  return null
}

/** Returns `Visa •••• 4242`. */
export const labelOfCard = ({ brand, last4 }: { brand: string | null; last4: string | null }): string => {
  const name = brand ?? 'card'
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} •••• ${last4}`
}
