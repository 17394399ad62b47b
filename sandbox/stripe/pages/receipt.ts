import { html } from './html'
import { day, document, money } from './layout'
import type { Page } from './page'
import { methodLabel } from './payment-form'

/** The receipt of a charge, fit to print. */
export const receiptPage: Page = (ctx, { id }) => {
  const charge = ctx.store.get('charge', id)
  const refunds = ctx.store.all('refund').filter((refund) => refund.charge === id && refund.status !== 'failed')
  const method = ctx.store.find('payment_method', charge.payment_method)
  const title = { pending: 'Payment on its way', failed: 'Payment failed' }[charge.status as string] ?? 'Receipt'
  const rows = [
    ['Description', charge.description ?? 'Payment'],
    ['Date', day(charge.created)],
    ['Paid by', methodLabel(method)],
    ...(charge.billing_details.name ? [['Name', charge.billing_details.name]] : []),
    ...(charge.receipt_email ? [['E-mail', charge.receipt_email]] : []),
    ...refunds.map((refund) => [`Refunded ${day(refund.created)}`, `−${money(refund.amount, refund.currency)}`]),
    ['Reference', charge.id],
  ].map(([label, value]) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`)
  const body = html`<h1>${title}</h1><p class="amount">${money(charge.amount, charge.currency)}</p>
<div class="card"><table class="rows"><tbody>${rows}</tbody></table></div>
${refunds.length > 0 && html`<p>Total after refunds: <strong>${money(charge.amount - charge.amount_refunded, charge.currency)}</strong></p>`}
<p class="soft noprint">To keep this receipt, print the page or save it as PDF.</p>`
  return document(`${title} ${money(charge.amount, charge.currency)}`, body)
}
