import type Stripe from 'stripe'
import { type BasisPoints, onceName } from '~/models/payments/pricing'
import type { Db } from '~/platform/tx.server'
import { markedOrder, orderNumber } from '~/services/stripe/our-mark.server'
import { idOf, requireProvider } from '~/services/stripe/stripe.server'
import type { Cents } from '~/utils/money'
import { readProduct } from './product-names'

/** `amount` is that of the whole line. */
export interface SoldLine {
  type: 'package' | 'addon'
  id: number
  name: string
  quantity: number
  amount: Cents
}

/** The provider sends only the first ten lines with an invoice. */
export async function fetchInvoice(id: string): Promise<Stripe.Invoice> {
  const { invoices } = requireProvider().stripe
  const invoice = await invoices.retrieve(id)
  if (!invoice.lines.has_more) return invoice
  return { ...invoice, lines: await invoices.listLineItems(id, { limit: 100 }) }
}

/** Skips products that are not ours and the zero lines of a trial. */
export async function readInvoiceLines(
  db: Db,
  invoice: Stripe.Invoice,
): Promise<{ sold: SoldLine[]; fee: Cents; feeRate: BasisPoints }> {
  const sold: SoldLine[] = []
  // What a subscription holds twice is paid twice, and one line here.
  const whole = new Map<string, SoldLine>()
  let fee = 0
  let feeRate = 0
  for (const line of invoice.lines.data) {
    const product = line.pricing?.price_details?.product
    const ours = product ? readProduct(idOf(product)) : null
    if (!ours || isFreeBeginning(line)) continue
    if (ours.type === 'fee') {
      fee += line.amount
      feeRate = ours.rate
    } else {
      const name = line.description ?? 'Lessons'
      const there = isWhole(line) ? whole.get(idOf(product!)) : undefined
      const quantity = line.quantity ?? 1
      if (there) {
        there.quantity += quantity
        there.amount += line.amount
        continue
      }
      const entry = { ...ours, name, quantity, amount: line.amount }
      if (isWhole(line)) whole.set(idOf(product!), entry)
      sold.push(entry)
    }
  }
  return { sold: await named(db, invoice, sold), fee, feeRate }
}

const isFreeBeginning = ({ amount, pricing }: Stripe.InvoiceLineItem) =>
  amount === 0 && Number(pricing?.unit_amount_decimal ?? 0) > 0

/** Not a part of a month that a change at the provider's dashboard billed. */
const isWhole = ({ parent }: Stripe.InvoiceLineItem) =>
  !(parent?.subscription_item_details?.proration || parent?.invoice_item_details?.proration)

/** The add-ons that the order of a subscription bought once: only its first invoice has them. */
async function boughtOnce(db: Db, { billing_reason, parent }: Stripe.Invoice): Promise<number[]> {
  if (billing_reason !== 'subscription_create') return []
  const orderId = orderNumber(await markedOrder(db, parent?.subscription_details?.metadata))
  if (!orderId) return []
  const where = { orderId, order: { kind: 'subscription' }, type: 'addon', paymentType: 'one-time' }
  const items = await db.orderItem.findMany({ where, select: { addOnId: true } })
  return items.flatMap(({ addOnId }) => addOnId ?? [])
}

/** The provider's descriptions repeat quantity and price. */
async function named(db: Db, invoice: Stripe.Invoice, lines: SoldLine[]): Promise<SoldLine[]> {
  const idsOf = (type: SoldLine['type']) => lines.filter((line) => line.type === type).map(({ id }) => id)
  const select = { id: true, name: true }
  const packages = await db.package.findMany({ where: { id: { in: idsOf('package') } }, select })
  const addOns = await db.addOn.findMany({ where: { id: { in: idsOf('addon') } }, select })
  const once = await boughtOnce(db, invoice)
  return lines.map((line) => {
    const known = (line.type === 'package' ? packages : addOns).find(({ id }) => id === line.id)
    const name = known?.name ?? line.name
    return { ...line, name: line.type === 'addon' && once.includes(line.id) ? onceName(name) : name }
  })
}
