import type Stripe from 'stripe'
import { inLanguage } from '#text'
import { grantInvoice } from '~/models/money/payments/grant.server'
import { endSubscriptionOrder } from '~/models/money/payments/orders/subscription-order.server'
import { lineName } from '~/models/money/payments/pricing'
import { markedOrder, orderNumber } from '~/models/money/payments/provider/our-mark.server'
import { lockPeople } from '~/models/people/accounts/buyer.server'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import type { PaymentFacts } from '~/services/mail/payment-mail.server'
import { idOf } from '~/services/stripe/stripe.server'
import { dayInZone, formatDay, formatMonth, type LocalDate, monthEnd, monthStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import type { Bought } from './bought'
import { dayCharged, lockPayer } from './bought-order.server'
import { chargesMonth, type InvoiceLines, readInvoiceLines } from './invoice-lines.server'

export const subscriptionOfInvoice = (invoice: Stripe.Invoice): string | null => {
  const reference = invoice.parent?.subscription_details?.subscription
  return reference ? idOf(reference) : null
}

/**
 * Finds and locks the subscription that an invoice belongs to. Null if there is none, or it was never sold here.
 * @param subscriptionId our row as `syncSubscription` found it; null if it is not in the books.
 * @param intent what pays it; null if nothing does.
 */
export async function monthOfInvoice(
  tx: Tx,
  invoice: Stripe.Invoice,
  subscriptionId: number | null,
  intent: Stripe.PaymentIntent | null,
): Promise<Bought | null> {
  const reference = subscriptionOfInvoice(invoice)
  if (!reference || (invoice.total <= 0 && !chargesMonth(invoice))) return null
  const owner = subscriptionId ? await lockSubscription(tx, subscriptionId) : await payerOf(tx, invoice)
  if (!owner) return null
  const read = await readInvoiceLines(tx, invoice)
  const { sold, others, fee, feeRate } = read
  const ours = sold.map(lineName)
  const names = ours.length ? ours : invoice.lines.data.map(({ description }) => description ?? 'Other')
  const month = daysOf(invoice)
  const userId = owner.id
  return {
    kind: 'month',
    userId,
    email: owner.email,
    orderId: null,
    subscriptionId,
    fee,
    feeRate,
    description: `Subscription: ${names.join(', ')}`,
    packages: names,
    lines: [
      ...sold.map(({ type, id, ...line }) => ({ ...line, [type === 'package' ? 'packageId' : 'addOnId']: id })),
      ...others,
    ].map((line) => ({ ...line, riderId: owner.riderId ?? undefined })),
    ...month,
    payPath: paths.paySubscription(),
    renewal: renewalOf(invoice),
    abandoned: false,
    others: [],
    leftOpen: false,
    problem: subscriptionId
      ? (unclear(invoice, read) ?? late(invoice, month.validTo, intent))
      : {
          kind: 'unknown-subscription',
          detail: `Invoice ${invoice.id} is of subscription ${reference}, which is not in the books.`,
        },
    orderStatus: null,
    grant:
      owner.riderId && sold.length && sold.filter(({ type }) => type === 'package').length < 2
        ? async (tx, status) => {
            await grantInvoice(tx, {
              stripeInvoiceId: invoice.id,
              subscriptionId,
              userId: owner.riderId!,
              status,
              items: sold,
              ...month,
            })
            if (subscriptionId) await endSubscriptionOrder(tx, subscriptionId)
          }
        : null,
  }
}

/**
 * Describes a change in the provider's dashboard that leaves unclear what was bought. Whole months of one package are
 * granted all the same.
 */
function unclear({ id }: Stripe.Invoice, { sold, hasParts }: InvoiceLines): Bought['problem'] {
  const packages = sold.filter(({ type }) => type === 'package')
  if (!hasParts && packages.length < 2) return null
  const what = hasParts ? 'charges parts of a month' : `holds ${packages.map(({ name }) => name).join(' and ')}`
  return { kind: 'unclear-month', detail: `Invoice ${id} ${what}.`, granted: sold.length > 0 && packages.length < 2 }
}

/** Describes a month that is paid after it is over: the family owed it, and its rider may have ridden or not. */
function late({ id }: Stripe.Invoice, lastDay: LocalDate, intent: Stripe.PaymentIntent | null): Bought['problem'] {
  const charged = intent && dayCharged(intent)
  if (!charged || charged <= lastDay) return null
  const detail = inLanguage(
    'en',
    () => `Invoice ${id} is for ${formatMonth(monthStart(lastDay))} and was charged on ${formatDay(charged)}.`,
  )
  return { kind: 'month-late', detail, granted: true }
}

interface Owner {
  id: string | null
  riderId: string | null
  email: string | null
}

async function lockSubscription(tx: Tx, id: number): Promise<Owner | null> {
  await tx.$queryRaw`SELECT id FROM subscriptions WHERE id = ${id} FOR UPDATE`
  const row = await tx.subscription.findUnique({
    where: { id },
    select: { userId: true, riderId: true, user: { select: { email: true } } },
  })
  if (!row) return null
  await lockPeople(tx, [row.userId, row.riderId])
  return { id: row.userId, riderId: row.riderId, email: row.user.email }
}

/** Returns the payer of a subscription that carries our order's ID and is not in the books; null for any other. */
async function payerOf(tx: Tx, invoice: Stripe.Invoice): Promise<Owner | null> {
  const metadata = invoice.parent?.subscription_details?.metadata
  const marked = await markedOrder(tx, metadata)
  if (!marked) return null
  const known = await lockPayer(tx, invoice.customer && idOf(invoice.customer), metadata ?? {})
  return known
    ? { ...known, riderId: await riderOfOrder(tx, orderNumber(marked), known.id) }
    : { id: null, riderId: null, email: invoice.customer_email }
}

/** Returns the rider of its order, if that is the payer's; otherwise the payer. */
async function riderOfOrder(tx: Tx, orderId: number | null, payerId: string): Promise<string> {
  if (!orderId) return payerId
  const line = await tx.orderItem.findFirst({
    where: { orderId, order: { userId: payerId } },
    select: { riderId: true },
  })
  return line?.riderId ?? payerId
}

/** Returns the renewal; null for a first month, which its family pays on a screen. */
function renewalOf(invoice: Stripe.Invoice): PaymentFacts['renewal'] {
  if (invoice.billing_reason === 'subscription_create') return null
  const nextTry = invoice.next_payment_attempt
  return {
    attempt: invoice.attempt_count,
    nextTry: nextTry ? dayInZone(getEnv().schoolTimezone, new Date(nextTry * 1000)) : null,
  }
}

/** Returns the days of a whole month; those of the first one start with the day of purchase. */
function daysOf(invoice: Stripe.Invoice) {
  const zone = getEnv().schoolTimezone
  const first = invoice.billing_reason === 'subscription_create'
  const start = first ? invoice.created : Math.max(...invoice.lines.data.map((line) => line.period.start))
  const day = dayInZone(zone, new Date(start * 1000))
  return { validFrom: first ? day : monthStart(day), validTo: monthEnd(day) }
}
