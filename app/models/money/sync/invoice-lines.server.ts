import type Stripe from 'stripe'
import { DEDUCTED } from '~/models/money/payments/payment-transaction'
import { onceName } from '~/models/money/payments/pricing'
import { markedOrder, orderNumber } from '~/models/money/payments/provider/our-mark.server'
import type { BasisPoints } from '~/models/vocabulary/fee'
import type { Db } from '~/platform/tx.server'
import { readProduct } from '~/services/stripe/product-names'
import { idOf } from '~/services/stripe/stripe.server'
import type { Cents } from '~/utils/money'

/** A line that we sold. `amount` is that of the whole line. */
interface SoldLine {
  type: 'package' | 'addon'
  id: number
  name: string
  quantity: number
  amount: Cents
}

/** Any other line of an invoice: the office's own lines, parts of a month, discounts and credits. */
type OtherLine = Pick<SoldLine, 'name' | 'quantity' | 'amount'>

export interface InvoiceLines {
  /** Whole months that we sold. */
  sold: SoldLine[]
  others: OtherLine[]
  fee: Cents
  feeRate: BasisPoints
  /** Whether a change in the provider's dashboard billed part of a month. */
  hasParts: boolean
}

/** Reads the lines, which add up to the charge without the fee. The zero lines of a trial are skipped. */
export async function readInvoiceLines(db: Db, invoice: Stripe.Invoice): Promise<InvoiceLines> {
  const sold: SoldLine[] = []
  const others: OtherLine[] = []
  // What a subscription has twice is paid twice, and is one line here.
  const whole = new Map<string, SoldLine>()
  let fee = 0
  let feeRate = 0
  for (const line of invoice.lines.data) {
    if (isFreeBeginning(line)) continue
    const ours = productOf(line)
    const { amount } = line
    const quantity = line.quantity ?? 1
    if (ours?.type === 'fee') {
      fee += amount
      feeRate = ours.rate
    } else if (!ours || !isWhole(line)) {
      others.push({ name: line.description ?? 'Other', quantity: 1, amount })
    } else {
      const key = `${ours.type} ${ours.id}`
      const there = whole.get(key)
      if (there) {
        there.quantity += quantity
        there.amount += amount
        continue
      }
      const entry = { ...ours, name: line.description ?? 'Lessons', quantity, amount }
      whole.set(key, entry)
      sold.push(entry)
    }
  }
  const hasParts = invoice.lines.data.some((line) => !isWhole(line))
  return { sold: await named(db, invoice, sold), others: [...others, ...taken(invoice)], fee, feeRate, hasParts }
}

/** Computes what the invoice deducts: lines are before discounts and before the family's credit at the provider. */
function taken({ total, amount_due, total_discount_amounts }: Stripe.Invoice): OtherLine[] {
  const discount = (total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const credit = total > 0 ? total - amount_due : 0
  return [
    ...(discount ? [{ name: DEDUCTED.discount, quantity: 1, amount: -discount }] : []),
    ...(credit ? [{ name: DEDUCTED.credit, quantity: 1, amount: -credit }] : []),
  ]
}

const productOf = ({ pricing }: Stripe.InvoiceLineItem) => {
  const product = pricing?.price_details?.product
  return product ? readProduct(idOf(product)) : null
}

/** Whether an invoice charges a month of ours, even at zero: a trial's invoice does not, nor one that the office wrote by hand. */
export const chargesMonth = ({ lines }: Stripe.Invoice): boolean =>
  lines.data.some((line) => {
    const ours = productOf(line)
    return ours !== null && ours.type !== 'fee' && isWhole(line) && !isFreeBeginning(line)
  })

const isFreeBeginning = ({ amount, pricing }: Stripe.InvoiceLineItem) =>
  amount === 0 && Number(pricing?.unit_amount_decimal ?? 0) > 0

/** Whether a line is a whole month, not a part billed by a change in the provider's dashboard. */
const isWhole = ({ parent }: Stripe.InvoiceLineItem) =>
  !(parent?.subscription_item_details?.proration || parent?.invoice_item_details?.proration)

/** Returns the add-ons that a subscription's order bought once: only its first invoice includes them. */
async function boughtOnce(db: Db, { billing_reason, parent }: Stripe.Invoice): Promise<number[]> {
  if (billing_reason !== 'subscription_create') return []
  const orderId = orderNumber(await markedOrder(db, parent?.subscription_details?.metadata))
  if (!orderId) return []
  const where = { orderId, order: { kind: 'subscription' }, type: 'addon', paymentType: 'one-time' }
  const items = await db.orderItem.findMany({ where, select: { addOnId: true } })
  return items.flatMap(({ addOnId }) => addOnId ?? [])
}

/** Names the lines: the provider's descriptions repeat quantity and price. */
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
