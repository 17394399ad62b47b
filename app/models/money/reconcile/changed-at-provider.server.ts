import type Stripe from 'stripe'
import { subscriptionOfInvoice } from '~/models/money/sync/bought-month.server'
import { chargesMonth } from '~/models/money/sync/invoice-lines.server'
import type { PaymentSource } from '~/models/money/sync/sync-payment.server'
import { prisma } from '~/platform/db.server'
import { idOf, requireProvider } from '~/services/stripe/stripe.server'
import { centsOf } from '~/utils/money'

export const PAGE = 100
const CHUNK = 500

/** Reads all pages of a list. */
export async function gather<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of pages) items.push(item)
  return items
}

/**
 * Lists the payments since an instant, in seconds, that differ between the provider and our books: by charges, of which
 * each try makes a new one, refunds and disputes, and by invoices, which can be settled without a charge.
 */
export async function paymentsChangedSince(since: number): Promise<PaymentSource[]> {
  const { stripe } = requireProvider()
  const list = { created: { gte: since }, limit: PAGE }
  const [charges, refunds, disputes, invoices] = await Promise.all([
    gather(stripe.charges.list(list)),
    gather(stripe.refunds.list(list)),
    gather(stripe.disputes.list(list)),
    gather(stripe.invoices.list(list)),
  ])
  const back = [...refunds, ...disputes].flatMap(({ payment_intent }) => (payment_intent ? [idOf(payment_intent)] : []))
  const intents = new Set([...(await chargedOtherwise(charges)), ...back])
  const months = await ungranted(invoices)
  return [...intents, ...months.map((invoice) => ({ invoice }))]
}

/** Lists running, ended and unknown subscriptions: an unknown one is a matter for the office. */
export async function subscriptionsMadeSince(since: number): Promise<string[]> {
  const { stripe } = requireProvider()
  const made = await gather(stripe.subscriptions.list({ created: { gte: since }, status: 'all', limit: PAGE }))
  return made.map(({ id }) => id)
}

async function inChunks<Item, Row>(items: Item[], find: (chunk: Item[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for (let i = 0; i < items.length; i += CHUNK) rows.push(...(await find(items.slice(i, i + CHUNK))))
  return rows
}

/** Filters charges that differ from the books. A failed charge doesn't count if a later one is in the books. */
async function chargedOtherwise(charges: Stripe.Charge[]): Promise<string[]> {
  const byIntent = new Map<string, Stripe.Charge[]>()
  for (const charge of charges) {
    if (!charge.payment_intent) continue
    const intent = idOf(charge.payment_intent)
    byIntent.set(intent, [...(byIntent.get(intent) ?? []), charge])
  }
  const rows = await inChunks([...byIntent.keys()], (ids) =>
    prisma.paymentTransaction.findMany({
      where: { stripePaymentIntentId: { in: ids } },
      select: { stripePaymentIntentId: true, status: true, rawStatus: true, amountRefunded: true },
    }),
  )
  const known = new Map(rows.map((row) => [row.stripePaymentIntentId, row]))
  const agrees = (intent: string, made: Stripe.Charge[]) => {
    const row = known.get(intent)
    if (!row) return false
    const taken = made.find(({ status }) => status === 'succeeded')
    if (taken) {
      return row.rawStatus === 'succeeded' && !taken.disputed && centsOf(row.amountRefunded) === taken.amount_refunded
    }
    return made.every(({ status }) => status === 'failed')
      ? row.rawStatus !== 'processing'
      : row.rawStatus === 'processing'
  }
  return [...byIntent].filter(([intent, made]) => !agrees(intent, made)).map(([intent]) => intent)
}

/** Filters months that are due or paid and not granted. */
async function ungranted(invoices: Stripe.Invoice[]): Promise<string[]> {
  const months = invoices.filter(
    (invoice) =>
      subscriptionOfInvoice(invoice) && invoice.status !== 'draft' && (invoice.total > 0 || chargesMonth(invoice)),
  )
  const grants = await inChunks(
    months.map(({ id }) => id),
    (ids) =>
      prisma.grant.findMany({
        where: { stripeInvoiceId: { in: ids }, status: 'active' },
        select: { stripeInvoiceId: true },
      }),
  )
  const granted = new Set(grants.map(({ stripeInvoiceId }) => stripeInvoiceId))
  return months.filter(({ id, status }) => !(status === 'paid' && granted.has(id))).map(({ id }) => id)
}
