import type { Context } from '../../engine/context'
import { missingParam } from '../../engine/errors'
import type { Invoice, ParamTypes, Subscription } from '../../types'
import { renew } from '../subscriptions/subscription-cycle'
import { updateSubscription } from '../subscriptions/subscription-updates'
import { createSubscription } from '../subscriptions/subscriptions'
import { addLines, type LineDraft } from './invoice-lines'

type PreviewParams = ParamTypes['InvoiceCreatePreview']

/**
 * Returns the next invoice: of a new subscription, of a running one, or of a running one after a change. The real
 * operation runs and is rolled back, so a preview cannot differ from it.
 */
export function previewInvoice(ctx: Context, params: PreviewParams): Invoice {
  return ctx.store.dryRun(() => {
    const invoice = addLines(ctx, nextInvoice(ctx, params).id, extraLines(ctx, params))
    const due = Math.max(0, invoice.total + invoice.starting_balance)
    return {
      ...invoice,
      id: `upcoming_${invoice.id}`,
      amount_due: due,
      amount_paid: 0,
      amount_remaining: due,
      attempted: false,
      hosted_invoice_url: null,
      invoice_pdf: null,
      number: null,
      status: 'draft',
    }
  })
}

function nextInvoice(ctx: Context, params: PreviewParams): Invoice {
  const details = params.subscription_details ?? {}
  if (!params.subscription) {
    if (!params.customer) throw missingParam('customer')
    const { id } = firstInvoiceOf(ctx, params.customer, details)
    return ctx.store.get('invoice', id)
  }
  const present = ctx.store.get('subscription', params.subscription, 'subscription')
  const changed = updateSubscription(ctx, present.id, {
    items: details.items,
    payment_behavior: 'default_incomplete',
    proration_behavior: details.proration_behavior,
    trial_end: details.trial_end,
  })
  if (details.proration_behavior === 'always_invoice' && changed.latest_invoice !== present.latest_invoice) {
    return ctx.store.get('invoice', changed.latest_invoice ?? '')
  }
  return renew(ctx, changed).invoice
}

function firstInvoiceOf(
  ctx: Context,
  customer: string,
  details: NonNullable<PreviewParams['subscription_details']>,
): { id: string } {
  const anchor = details.billing_cycle_anchor
  const subscription: Subscription = createSubscription(ctx, {
    customer,
    items: details.items?.map(({ price, price_data, quantity }) => ({ price, price_data, quantity })),
    payment_behavior: 'default_incomplete',
    proration_behavior: details.proration_behavior,
    trial_end: details.trial_end,
    ...(anchor?.type === 'timestamp' && { billing_cycle_anchor: anchor.timestamp }),
  })
  return { id: subscription.latest_invoice ?? '' }
}

function extraLines(ctx: Context, params: PreviewParams): LineDraft[] {
  const now = ctx.clock.seconds()
  return (params.invoice_items ?? []).map((item) => ({
    amount: item.amount ?? (item.unit_amount ?? 0) * (item.quantity ?? 1),
    description: item.description ?? null,
    quantity: item.quantity ?? 1,
    period: item.period ?? { start: now, end: now },
  }))
}
