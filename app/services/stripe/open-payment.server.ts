import { timingSafeEqual } from 'node:crypto'
import Stripe from 'stripe'
import {
  type BasisPoints,
  isMethodType,
  type MethodType,
  type PriceBreakdown,
  type SummaryLine,
} from '~/models/payments/pricing'
import { prisma } from '~/platform/db.server'
import { ensureCustomer } from './customer.server'
import { limitSetups } from './payment-methods.server'
import { idOf, requireProvider, translateProviderErrors } from './stripe.server'
import { fetchInvoice, readInvoiceLines } from './subscription/invoice-lines.server'
import { invoiceOfIntent, syncInvoice } from './sync/sync-invoice.server'

interface Owner {
  id: string
  stripeCustomerId: string | null
}

/** What a client secret of `/subscribe` opens: the provider's own word, whatever else the address says. */
export type OpenPayment =
  | { kind: 'setup'; intentId: string; status: Stripe.SetupIntent.Status; type: MethodType }
  | {
      kind: 'invoice'
      intentId: string
      status: Stripe.PaymentIntent.Status
      type: MethodType
      hostedUrl: string | null
      lines: SummaryLine[]
      price: PriceBreakdown
      feeRate: BasisPoints
    }
  | { kind: 'order'; intentId: string; clientSecret: string }

/** Null where the secret is none, or not this family's: the two look the same from outside. */
export const findOpenPayment = (owner: Owner, secret: string): Promise<OpenPayment | null> =>
  translateProviderErrors(async () => {
    const [, id, kind] = /^((pi|seti)_\w{1,200}?)_secret_\w{1,200}$/.exec(secret) ?? []
    if (!id || !owner.stripeCustomerId) return null
    const intent = await orNull(() => retrieve(id, kind === 'seti'))
    if (!intent?.customer || idOf(intent.customer) !== owner.stripeCustomerId) return null
    if (!sameText(secret, intent.client_secret ?? '')) return null
    const [first] = intent.payment_method_types
    const type = isMethodType(first) ? first : 'card'
    if (intent.object === 'setup_intent') return { kind: 'setup', intentId: intent.id, status: intent.status, type }
    if (intent.metadata.orderId) return { kind: 'order', intentId: intent.id, clientSecret: secret }
    const invoiceId = await invoiceOfIntent(intent.id)
    if (!invoiceId) return null
    const invoice = await fetchInvoice(invoiceId)
    return {
      kind: 'invoice',
      intentId: intent.id,
      status: intent.status,
      type,
      hostedUrl: invoice.hosted_invoice_url ?? null,
      ...(await pricesOf(invoice, intent.amount)),
    }
  })

const retrieve = (id: string, setup: boolean): Promise<Stripe.PaymentIntent | Stripe.SetupIntent> => {
  const { stripe } = requireProvider()
  return setup ? stripe.setupIntents.retrieve(id) : stripe.paymentIntents.retrieve(id)
}

async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw error
  }
}

/** Compares without telling by its time how much of it was right. */
export const sameText = (a: string, b: string): boolean =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** An invoice's lines with the fee on its own, in cents. The total is what the intent will take. */
async function pricesOf(invoice: Stripe.Invoice, total: number) {
  const { sold, fee, feeRate } = await readInvoiceLines(prisma, invoice)
  const lines = sold.map(({ name, quantity, amount }) => ({ name, quantity, unitPrice: amount / (quantity || 1) }))
  return { lines, price: { subtotal: total - fee, convenienceFee: fee, total }, feeRate }
}

/** What became of the payment of a month of one's own subscription. Amount in cents. */
export interface MonthPayment {
  status: Stripe.PaymentIntent.Status
  total: number
  message: string | null
  validity: { from: Date; to: Date } | null
}

/** Settles the payment of an invoice of the family's own; null for anything else. */
export const syncOwnInvoice = (owner: Owner, paymentIntentId: string): Promise<MonthPayment | null> =>
  translateProviderErrors(async () => {
    if (!owner.stripeCustomerId || !/^pi_\w{1,200}$/.test(paymentIntentId)) return null
    const intent = await orNull(() => requireProvider().stripe.paymentIntents.retrieve(paymentIntentId))
    if (!intent?.customer || idOf(intent.customer) !== owner.stripeCustomerId) return null
    const stripeInvoiceId = await invoiceOfIntent(intent.id)
    if (!stripeInvoiceId) return null
    await syncInvoice(stripeInvoiceId)
    const grant = await prisma.grant.findUnique({
      where: { stripeInvoiceId },
      select: { validFrom: true, validTo: true },
    })
    return {
      status: intent.status,
      total: intent.amount,
      message: intent.last_payment_error?.message ?? null,
      validity: grant && { from: grant.validFrom, to: grant.validTo },
    }
  })

/** Saving a method without scripts: the provider's own page. Returns its address. @throws Refused 429, see `limitSetups`. */
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
      success_url: urls.success,
      cancel_url: urls.cancel,
    })
    return url!
  })

/**
 * The method that a setup intent, or a finished Checkout page, of the family's own has saved.
 * @returns the method's id, or what the provider said against it; null where it is not the family's.
 */
export const savedBy = (
  owner: Owner,
  by: { setupIntentId: string | null; sessionId: string | null },
): Promise<{ methodId: string } | { message: string | null } | null> =>
  translateProviderErrors(async () => {
    const { stripe } = requireProvider()
    const intent = await orNull(async () => {
      if (!by.sessionId) return by.setupIntentId ? stripe.setupIntents.retrieve(by.setupIntentId) : null
      const { setup_intent } = await stripe.checkout.sessions.retrieve(by.sessionId)
      return setup_intent ? stripe.setupIntents.retrieve(idOf(setup_intent)) : null
    })
    if (!intent?.customer || idOf(intent.customer) !== owner.stripeCustomerId) return null
    if (intent.status !== 'succeeded' || !intent.payment_method) {
      return { message: intent.last_setup_error?.message ?? null }
    }
    return { methodId: idOf(intent.payment_method) }
  })
