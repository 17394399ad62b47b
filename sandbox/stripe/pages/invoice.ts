import type { Context } from '../engine/context'
import { ApiError } from '../engine/errors'
import { confirmPaymentIntent } from '../resources/payments/payment-attempts'
import { createPaymentMethod } from '../resources/payments/payment-methods'
import type { Invoice } from '../types'
import { html } from './html'
import { alert, day, document, money, seeOther } from './layout'
import type { Page } from './page'
import { paymentFields, paymentMethodFrom } from './payment-form'

const HEADINGS: Record<string, string> = { draft: 'Draft invoice', void: 'Canceled invoice' }

/** An invoice, fit to print, and the form that pays it while it is open. */
export const invoicePage: Page = (ctx, { id, query, form }) => {
  const invoice = ctx.store.get('invoice', id)
  const failed = query.get('redirect_status') === 'failed'
  if (!form) return show(ctx, invoice, failed ? 'The payment was not authenticated.' : undefined)
  if (invoice.status !== 'open') return seeOther(ctx.path(`/invoices/${id}`))
  try {
    const { other } = ctx.store.get('sandbox.invoice_intent', id)
    const payment_method = createPaymentMethod(ctx, paymentMethodFrom(form)).id
    const confirmation = { payment_method, return_url: ctx.url(`/invoices/${id}`) }
    const intent = confirmPaymentIntent(ctx, other, confirmation, { present: true })
    return seeOther(intent.next_action?.redirect_to_url?.url ?? ctx.path(`/invoices/${id}`))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return show(ctx, ctx.store.get('invoice', id), error.message, form)
  }
}

function show(ctx: Context, invoice: Invoice, message: string | undefined, entered?: URLSearchParams): Response {
  const rows = invoice.lines.data.map(
    (line) => html`<tr><td>${line.description}</td><td>${money(line.amount, line.currency)}</td></tr>`,
  )
  const intent = ctx.store.find('payment_intent', ctx.store.find('sandbox.invoice_intent', invoice.id)?.other)
  const isPayable = invoice.status === 'open' && intent?.status !== 'processing'
  const state = intent?.status === 'processing' ? 'payment on its way' : invoice.status
  const title = `${HEADINGS[invoice.status ?? ''] ?? 'Invoice'} ${invoice.number ?? ''}`
  const body = html`<h1>${title}</h1><p class="soft">${day(invoice.created)} · ${state}</p>
<p class="amount">${money(invoice.amount_due, invoice.currency)}</p>
<div class="card"><table class="rows"><tbody>${rows}</tbody><tfoot><tr><th scope="row">Total</th><td>${money(invoice.total, invoice.currency)}</td></tr></tfoot></table></div>
${alert(message)}
${
  isPayable &&
  html`<form method="post" action="${ctx.path(`/invoices/${invoice.id}`)}" class="card noprint">
${paymentFields(intent?.payment_method_types ?? ['card'], entered)}
<button class="primary">Pay ${money(invoice.amount_remaining, invoice.currency)}</button></form>`
}`
  return document(title, body, { status: message ? 402 : 200, testNumbers: isPayable })
}
