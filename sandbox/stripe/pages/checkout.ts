import type { Context } from '../engine/context'
import { ApiError } from '../engine/errors'
import { submitCheckout, successUrl } from '../resources/checkout-payment'
import { lineItemsOf } from '../resources/checkout-sessions'
import type { CheckoutSession } from '../types'
import { type Html, html } from './html'
import { alert, document, money, seeOther } from './layout'
import type { Page } from './page'
import { paymentFields, paymentMethodFrom } from './payment-form'

/** Hosted Checkout: pay, save a payment method or subscribe, then go back to the merchant. */
export const checkoutPage: Page = (ctx, { id, query, form }) => {
  const session = ctx.store.get('checkout.session', id)
  if (session.status === 'expired') return expired(session)
  if (session.status === 'complete') {
    return form || query.has('redirect_status') ? seeOther(successUrl(session)) : complete(session)
  }
  if (!form) {
    const message = query.get('redirect_status') === 'failed' ? lastError(ctx, session) : undefined
    return open(ctx, session, message)
  }
  try {
    return seeOther(submitCheckout(ctx, id, paymentMethodFrom(form), form.get('email') ?? undefined))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return open(ctx, ctx.store.get('checkout.session', id), error.message, form)
  }
}

function open(
  ctx: Context,
  session: CheckoutSession,
  message: string | undefined,
  entered?: URLSearchParams,
): Response {
  const total = session.amount_total === null ? undefined : money(session.amount_total, session.currency)
  const heading = { setup: 'Save a payment method', subscription: 'Subscribe' }[session.mode as string] ?? 'Pay'
  const button = session.mode === 'setup' ? 'Save' : session.mode === 'subscription' ? 'Subscribe' : `Pay ${total}`
  const needsEmail = !session.customer && !session.customer_email
  const body = html`<h1>${heading}</h1>${total && html`<p class="amount">${total}</p>`}
${summary(ctx, session)}${alert(message)}
<form method="post" action="${ctx.path(`/c/pay/${session.id}`)}" class="card">
${needsEmail && html`<label class="field"><span>E-mail</span><input type="email" name="email" value="${entered?.get('email') ?? ''}" autocomplete="email"></label>`}
${paymentFields(session.payment_method_types, entered)}
<button class="primary">${button}</button></form>
${session.cancel_url && html`<p><a class="link" href="${session.cancel_url}">Cancel and go back</a></p>`}`
  return document(`${heading}: sandbox checkout`, body, { status: message ? 402 : 200, testNumbers: true })
}

function summary(ctx: Context, session: CheckoutSession): Html {
  const items = lineItemsOf(ctx, session.id).data
  if (items.length === 0) return html``
  const rows = items.map(
    ({ description, quantity, amount_total, currency }) =>
      html`<tr><td>${description}${quantity > 1 && ` × ${quantity}`}</td><td>${money(amount_total, currency)}</td></tr>`,
  )
  const total = money(session.amount_total ?? 0, session.currency)
  return html`<div class="card"><table class="rows"><tbody>${rows}</tbody><tfoot><tr><th scope="row">Total</th><td>${total}</td></tr></tfoot></table></div>`
}

function complete(session: CheckoutSession): Response {
  const isOnItsWay = session.mode !== 'setup' && session.payment_status === 'unpaid'
  const text = isOnItsWay
    ? 'Thank you. The bank payment is on its way.'
    : 'Thank you. There is nothing more to do here, and nothing is charged twice.'
  const body = html`<h1>This is done</h1><p>${text}</p><p><a class="button" href="${successUrl(session)}">Continue</a></p>`
  return document('Done: sandbox checkout', body)
}

function expired(session: CheckoutSession): Response {
  const body = html`<h1>This page has expired</h1><p>Nothing was charged. Please start again.</p>
${session.cancel_url && html`<p><a class="button" href="${session.cancel_url}">Go back</a></p>`}`
  return document('Expired: sandbox checkout', body, { status: 410 })
}

function lastError(ctx: Context, session: CheckoutSession): string {
  const intent = ctx.store.find('payment_intent', session.payment_intent)
  const setup = ctx.store.find('setup_intent', session.setup_intent)
  return intent?.last_payment_error?.message ?? setup?.last_setup_error?.message ?? 'The payment was not authenticated.'
}
