import type { Context } from '../../engine/context'
import { whole } from '../../engine/lists'
import type { Invoice, InvoiceItem, InvoiceLine, Price, SubscriptionItem } from '../../types'
import { amountOf, productName } from '../prices'
import type { Period } from './billing-periods'

/** An invoice line. Amounts are in cents. */
export interface LineDraft {
  amount: number
  description: string | null
  quantity: number
  period: Period
  price?: Price
  item?: SubscriptionItem
  invoiceItem?: InvoiceItem
}

/** Returns the line for an item over a period; `share` is the part of the full price that is owed. */
export function itemLine(ctx: Context, item: SubscriptionItem, period: Period, share = 1, label = ''): LineDraft {
  const quantity = item.quantity ?? 1
  const price = item.price as unknown as Price
  return {
    amount: Math.round(amountOf(price, quantity) * share),
    description: `${label}${quantity} × ${productName(ctx, price)}`,
    quantity,
    period,
    price,
    item,
  }
}

export function invoiceItemLine(invoiceItem: InvoiceItem): LineDraft {
  const { amount, description, quantity, period } = invoiceItem
  return { amount, description, quantity, period, invoiceItem }
}

/** Returns the pending items for the next invoice: the customer's own, and those of the subscription. */
export function pendingItems(ctx: Context, customer: string, subscription: string | null): InvoiceItem[] {
  return ctx.store.all('invoiceitem').filter((item) => {
    const of = item.parent?.subscription_details?.subscription
    return item.customer === customer && !item.invoice && (of === undefined || of === subscription)
  })
}

/** Adds lines to a draft and brings its totals up to date. */
export function addLines(ctx: Context, id: string, drafts: LineDraft[]): Invoice {
  const invoice = ctx.store.get('invoice', id)
  const lines = [...invoice.lines.data, ...drafts.map((draft) => createLine(ctx, invoice, draft))]
  for (const { invoiceItem } of drafts) {
    if (invoiceItem) ctx.store.update('invoiceitem', invoiceItem.id, { invoice: id })
  }
  return setLines(ctx, id, lines)
}

/** Replaces the lines of a draft. */
function setLines(ctx: Context, id: string, lines: InvoiceLine[]): Invoice {
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const due = Math.max(0, total)
  return ctx.store.update('invoice', id, {
    amount_due: due,
    amount_remaining: due,
    lines: whole(lines, `/v1/invoices/${id}/lines`) as Invoice['lines'],
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  })
}

function createLine(ctx: Context, invoice: Invoice, draft: LineDraft): InvoiceLine {
  const { amount, description, quantity, period, price, item, invoiceItem } = draft
  return ctx.store.create('line_item', ctx.clock.seconds(), {
    amount,
    currency: invoice.currency,
    description,
    invoice: invoice.id,
    parent: item
      ? {
          type: 'subscription_item_details',
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: false,
            proration_details: { credited_items: null },
            subscription: item.subscription,
            subscription_item: item.id,
          },
        }
      : {
          type: 'invoice_item_details',
          subscription_item_details: null,
          invoice_item_details: {
            invoice_item: invoiceItem?.id ?? '',
            proration: invoiceItem?.proration ?? false,
            proration_details: { credited_items: null },
            subscription: invoiceItem?.parent?.subscription_details?.subscription ?? null,
          },
        },
    period,
    pricing: price
      ? {
          type: 'price_details',
          price_details: { price: price.id, product: price.product },
          unit_amount_decimal: price.unit_amount_decimal,
        }
      : (invoiceItem?.pricing ?? null),
    quantity,
    quantity_decimal: String(quantity),
    subscription: item?.subscription ?? null,
    subtotal: amount,
  })
}
