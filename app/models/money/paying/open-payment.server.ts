import { timingSafeEqual } from 'node:crypto'
import type Stripe from 'stripe'
import { limitSetups } from '~/models/money/methods/payment-methods.server'
import type { PriceBreakdown, SummaryLine } from '~/models/money/payments/pricing'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { markedOrder } from '~/models/money/payments/provider/our-mark.server'
import { readInvoiceLines } from '~/models/money/sync/invoice-lines.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { type BasisPoints, isMethodType, type MethodType } from '~/models/vocabulary/fee'
import { prisma } from '~/platform/db.server'
import { awaitsDeposits, verifyUrlOf } from '~/services/stripe/microdeposits'
import { fetchInvoice, invoiceOfIntent } from '~/services/stripe/payment-intents.server'
import {
  BANK_SIGN_IN,
  idOf,
  orRefused,
  requireProvider,
  translateProviderErrors,
} from '~/services/stripe/stripe.server'
import type { Cents } from '~/utils/money'

interface Owner {
  id: string
  stripeCustomerId: string | null
}

/** The setup or payment that a client secret opens, as the provider describes it. */
type OpenPayment =
  | { kind: 'setup'; intentId: string; clientSecret: string; status: Stripe.SetupIntent.Status; type: MethodType }
  | {
      kind: 'invoice'
      intentId: string
      clientSecret: string
      status: Stripe.PaymentIntent.Status
      type: MethodType
      hostedUrl: string | null
      lines: SummaryLine[]
      price: PriceBreakdown
      feeRate: BasisPoints
    }
  | { kind: 'order'; intentId: string; clientSecret: string }

/**
 * Finds a setup or payment by its client secret, or by its ID alone, because the viewer is known anyway. Returns null
 * for an unknown one and for another family's: from outside the two look the same.
 */
export const findOpenPayment = (owner: Owner, secretOrId: string): Promise<OpenPayment | null> =>
  translateProviderErrors(async () => {
    const [, id, kind] = /^((pi|seti)_\w{1,200}?)(?:_secret_\w{1,200})?$/.exec(secretOrId) ?? []
    if (!id || !owner.stripeCustomerId) return null
    const intent = await orRefused(() => retrieve(id, kind === 'seti'))
    if (!intent?.customer || idOf(intent.customer) !== owner.stripeCustomerId) return null
    const clientSecret = intent.client_secret ?? ''
    if (secretOrId !== id && !sameText(secretOrId, clientSecret)) return null
    const [first] = intent.payment_method_types
    const type = isMethodType(first) ? first : 'card'
    if (intent.object === 'setup_intent') {
      const { id: intentId, status } = intent
      return { kind: 'setup', intentId, clientSecret, status, type }
    }
    if (await markedOrder(prisma, intent.metadata)) return { kind: 'order', intentId: intent.id, clientSecret }
    const invoiceId = await invoiceOfIntent(intent.id)
    if (!invoiceId) return null
    const invoice = await fetchInvoice(invoiceId)
    return {
      kind: 'invoice',
      intentId: intent.id,
      clientSecret,
      status: intent.status,
      type,
      hostedUrl: invoice.hosted_invoice_url ?? null,
      ...(await pricesOf(invoice, intent.amount)),
    }
  }, 'look')

const retrieve = (id: string, setup: boolean): Promise<Stripe.PaymentIntent | Stripe.SetupIntent> => {
  const { stripe } = requireProvider()
  return setup ? stripe.setupIntents.retrieve(id) : stripe.paymentIntents.retrieve(id)
}

/** Compares in constant time. */
export const sameText = (a: string, b: string): boolean =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b))

async function pricesOf(invoice: Stripe.Invoice, total: Cents) {
  const { sold, others, fee, feeRate } = await readInvoiceLines(prisma, invoice)
  const lines = [...sold, ...others].map(({ name, quantity, amount }) => ({
    name,
    quantity,
    unitPrice: amount / (quantity || 1),
  }))
  return { lines, price: { subtotal: total - fee, convenienceFee: fee, total }, feeRate }
}

/** The payment of a subscription's month. The amount is in cents. */
export interface MonthPayment {
  /** The rider of the month; null if its subscription is not in the books. */
  riderId: string | null
  status: Stripe.PaymentIntent.Status
  /** Whether it is unmatched and the office has to review it. */
  needsReview: boolean
  /** Whether all of it was refunded or returned. */
  returned: boolean
  total: Cents
  message: string | null
  /** Where the family enters the amounts, while the payment waits for two small deposits. */
  verifyUrl: string | null
  validity: { from: Date; to: Date } | null
}

/** Syncs an invoice of this family; null for other payments. */
export const syncOwnInvoice = (owner: Owner, paymentIntentId: string): Promise<MonthPayment | null> =>
  translateProviderErrors(async () => {
    if (!owner.stripeCustomerId || !/^pi_\w{1,200}$/.test(paymentIntentId)) return null
    const intent = await orRefused(() => requireProvider().stripe.paymentIntents.retrieve(paymentIntentId))
    if (!intent?.customer || idOf(intent.customer) !== owner.stripeCustomerId) return null
    const stripeInvoiceId = await invoiceOfIntent(intent.id)
    if (!stripeInvoiceId) return null
    const { outcome } = await syncPayment({ invoice: stripeInvoiceId })
    const entry = await prisma.paymentTransaction.findUnique({
      where: { stripeInvoiceId },
      select: { status: true, subscription: { select: { riderId: true } } },
    })
    const grant = await prisma.grant.findUnique({
      where: { stripeInvoiceId },
      select: { validFrom: true, validTo: true },
    })
    return {
      riderId: entry?.subscription?.riderId ?? null,
      status: intent.status,
      needsReview: outcome === 'needs-review',
      returned: entry?.status === 'refunded' || entry?.status === 'disputed',
      total: intent.amount,
      message: intent.last_payment_error?.message ?? null,
      verifyUrl: verifyUrlOf(intent),
      validity: grant && { from: grant.validFrom, to: grant.validTo },
    }
  })

/** Starts saving a method without scripts. Returns the address of the provider's page. @throws Refused 429 */
export const startSetupCheckout = (
  userId: string,
  type: MethodType,
  urls: { success: string; cancel: string },
): Promise<string> =>
  translateProviderErrors(async () => {
    await limitSetups(userId)
    const { url } = await requireProvider().stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      customer: await ensureCustomer(userId),
      allowed_payment_method_types: [type],
      ...(type === 'us_bank_account' && { payment_method_options: BANK_SIGN_IN }),
      success_url: urls.success,
      cancel_url: urls.cancel,
    })
    return url!
  }, 'look')

/** Returns the method that a setup saved, or the provider's message; null if it is not the family's. */
export const savedBy = (
  owner: Owner,
  by: { setupIntentId: string | null; sessionId: string | null },
): Promise<{ methodId: string } | { message: string | null } | { waits: true } | null> =>
  translateProviderErrors(async () => {
    const { stripe } = requireProvider()
    const intent = await orRefused(async () => {
      if (!by.sessionId) return by.setupIntentId ? stripe.setupIntents.retrieve(by.setupIntentId) : null
      const { setup_intent } = await stripe.checkout.sessions.retrieve(by.sessionId)
      return setup_intent ? stripe.setupIntents.retrieve(idOf(setup_intent)) : null
    })
    if (!intent?.customer || idOf(intent.customer) !== owner.stripeCustomerId) return null
    if (awaitsDeposits(intent)) return { waits: true }
    if (intent.status !== 'succeeded' || !intent.payment_method) {
      return { message: intent.last_setup_error?.message ?? null }
    }
    return { methodId: idOf(intent.payment_method) }
  }, 'look')
