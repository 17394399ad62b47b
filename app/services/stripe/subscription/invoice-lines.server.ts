import type Stripe from 'stripe'
import type { BasisPoints } from '~/models/payments/pricing'
import type { Db } from '~/platform/tx.server'
import { idOf, requireProvider } from '~/services/stripe/stripe.server'
import type { Cents } from '~/utils/money'
import { readProduct } from './billing-items.server'

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
      sold.push({ ...ours, name, quantity: line.quantity ?? 1, amount: line.amount })
    }
  }
  return { sold: await named(db, sold), fee, feeRate }
}

const isFreeBeginning = ({ amount, pricing }: Stripe.InvoiceLineItem) =>
  amount === 0 && Number(pricing?.unit_amount_decimal ?? 0) > 0

/** The provider's descriptions repeat quantity and price. */
async function named(db: Db, lines: SoldLine[]): Promise<SoldLine[]> {
  const idsOf = (type: SoldLine['type']) => lines.filter((line) => line.type === type).map(({ id }) => id)
  const select = { id: true, name: true }
  const packages = await db.package.findMany({ where: { id: { in: idsOf('package') } }, select })
  const addOns = await db.addOn.findMany({ where: { id: { in: idsOf('addon') } }, select })
  return lines.map((line) => {
    const known = (line.type === 'package' ? packages : addOns).find(({ id }) => id === line.id)
    return { ...line, name: known?.name ?? line.name }
  })
}
