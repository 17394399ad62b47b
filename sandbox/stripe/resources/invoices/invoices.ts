import type { Context } from '../../engine/context'
import { ApiError, invalidRequest, missingParam } from '../../engine/errors'
import { page } from '../../engine/lists'
import { refuse } from '../../engine/not-implemented'
import { type Route, route } from '../../engine/router'
import type { Invoice, ParamTypes } from '../../types'
import { mergeMetadata } from '../metadata'
import {
  closeInvoice,
  draftInvoice,
  finalizeInvoice,
  markPaidOutOfBand,
  payInvoice,
  scheduleFinalization,
  subscriptionOf,
} from './invoice-lifecycle'
import { invoiceItemLine, pendingItems } from './invoice-lines'
import { previewInvoice } from './invoice-preview'

/** Makes an empty draft, or one of the customer's pending items. */
function createInvoice(ctx: Context, params: ParamTypes['InvoiceCreate']): Invoice {
  refuse(params, ['discounts', 'from_invoice', 'shipping_cost', 'transfer_data'])
  if (params.collection_method === 'send_invoice') refuse(params, ['collection_method'])
  if (!params.customer) throw missingParam('customer')
  const customer = ctx.store.get('customer', params.customer, 'customer')
  const subscription = params.subscription
    ? ctx.store.get('subscription', params.subscription, 'subscription')
    : undefined
  const items =
    params.pending_invoice_items_behavior === 'include' ? pendingItems(ctx, customer.id, subscription?.id ?? null) : []
  const draft = draftInvoice(
    ctx,
    { customer: customer.id, currency: params.currency ?? 'usd', reason: 'manual', subscription },
    items.map(invoiceItemLine),
  )
  const invoice = ctx.store.update('invoice', draft.id, {
    auto_advance: params.auto_advance ?? false,
    default_payment_method: params.default_payment_method ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    payment_settings: {
      ...draft.payment_settings,
      payment_method_types:
        params.payment_settings?.payment_method_types || draft.payment_settings.payment_method_types,
    },
  })
  return invoice.auto_advance ? scheduleFinalization(ctx, invoice.id) : invoice
}

function updateInvoice(ctx: Context, id: string, params: ParamTypes['InvoiceUpdate']): Invoice {
  const before = ctx.store.get('invoice', id)
  const updated = ctx.store.update('invoice', id, {
    default_payment_method: params.default_payment_method ?? before.default_payment_method,
    description: params.description ?? before.description,
    metadata: mergeMetadata(before.metadata, params.metadata),
  })
  ctx.events.emit('invoice.updated', updated)
  if (params.auto_advance === undefined || updated.status !== 'draft') return updated
  if (params.auto_advance) return scheduleFinalization(ctx, id)
  ctx.jobs.cancel('finalize_invoice', id)
  return ctx.store.update('invoice', id, { auto_advance: false, automatically_finalizes_at: null })
}

function deleteDraft(ctx: Context, id: string) {
  const invoice = ctx.store.get('invoice', id)
  if (invoice.status !== 'draft')
    throw invalidRequest('Only draft invoices can be deleted.', 'id', 'invoice_not_editable')
  for (const item of ctx.store.all('invoiceitem').filter((each) => each.invoice === id)) {
    ctx.store.update('invoiceitem', item.id, { invoice: null })
  }
  ctx.jobs.cancel('finalize_invoice', id)
  ctx.store.remove('invoice', id)
  ctx.events.emit('invoice.deleted', invoice)
  return { id, object: 'invoice', deleted: true }
}

/** @throws ApiError 402 if the person has to confirm the payment first. What the attempt changed stays. */
function refuseIfActionRequired(ctx: Context, id: string): void {
  const intent = ctx.store.find('payment_intent', ctx.store.find('sandbox.invoice_intent', id)?.other)
  if (intent?.status !== 'requires_action') return
  throw new ApiError(
    402,
    'card_error',
    'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
    { code: 'invoice_payment_intent_requires_action', payment_intent: intent },
    true,
  )
}

export const invoiceRoutes: Route[] = [
  route('POST', 'invoices', 'InvoiceCreate', (ctx, { params }) => createInvoice(ctx, params)),
  route('POST', 'invoices/create_preview', 'InvoiceCreatePreview', (ctx, { params }) => previewInvoice(ctx, params)),
  route('GET', 'invoices', 'InvoiceList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('invoice')
      .filter(
        (invoice) =>
          (!params.customer || invoice.customer === params.customer) &&
          (!params.status || invoice.status === params.status) &&
          (!params.subscription || subscriptionOf(invoice) === params.subscription),
      )
    return page(rows, params, url)
  }),
  route('GET', 'invoices/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('invoice', id)),
  route('POST', 'invoices/:id', 'InvoiceUpdate', (ctx, { id, params }) => updateInvoice(ctx, id, params)),
  route('DELETE', 'invoices/:id', 'None', (ctx, { id }) => deleteDraft(ctx, id)),
  route('GET', 'invoices/:id/lines', 'InvoiceListLineItems', (ctx, { id }) => ctx.store.get('invoice', id).lines),
  route('POST', 'invoices/:id/finalize', 'InvoiceFinalize', (ctx, { id }) => finalizeInvoice(ctx, id)),
  route('POST', 'invoices/:id/pay', 'InvoicePay', (ctx, { id, params }) => {
    if (ctx.store.get('invoice', id).status === 'draft') finalizeInvoice(ctx, id)
    if (params.paid_out_of_band) return markPaidOutOfBand(ctx, id)
    const invoice = payInvoice(ctx, id, params.payment_method)
    refuseIfActionRequired(ctx, id)
    return invoice
  }),
  route('POST', 'invoices/:id/void', 'InvoiceVoid', (ctx, { id }) => closeInvoice(ctx, id, 'void')),
  route('POST', 'invoices/:id/mark_uncollectible', 'InvoiceMarkUncollectible', (ctx, { id }) =>
    closeInvoice(ctx, id, 'uncollectible'),
  ),
  route('GET', 'invoice_payments', 'InvoicePaymentList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('invoice_payment')
      .filter(
        (payment) =>
          (!params.invoice || payment.invoice === params.invoice) &&
          (!params.status || payment.status === params.status) &&
          (!params.payment?.payment_intent || payment.payment.payment_intent === params.payment.payment_intent),
      )
    return page(rows, params, url)
  }),
  route('GET', 'invoice_payments/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('invoice_payment', id)),
]
