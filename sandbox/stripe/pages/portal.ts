import type { Context } from '../engine/context'
import { ApiError, invalidRequest } from '../engine/errors'
import { setDefaultMethod } from '../resources/customers'
import { setBankState } from '../resources/payments/bank-accounts'
import { attach, createPaymentMethod, detach, methodsOf } from '../resources/payments/payment-methods'
import { amountOf, productName } from '../resources/prices'
import { currentPeriod } from '../resources/subscriptions/subscription-cycle'
import { priceOf } from '../resources/subscriptions/subscription-items'
import { ENDED } from '../resources/subscriptions/subscription-status'
import { updateSubscription } from '../resources/subscriptions/subscription-updates'
import type { Customer, Invoice, PaymentMethod, Subscription, SubscriptionItem } from '../types'
import { type Html, html } from './html'
import { alert, day, document, money, seeOther } from './layout'
import type { Page } from './page'
import { methodLabel, paymentFields, paymentMethodFrom } from './payment-form'

/** The billing portal: subscriptions, payment methods and invoices of one customer. */
export const portalPage: Page = (ctx, { id, form }) => {
  const session = ctx.store.get('billing_portal.session', id)
  const customer = ctx.store.get('customer', session.customer)
  const path = ctx.path(`/p/session/${id}`)
  if (!form) return show(ctx, customer, path, session.return_url)
  try {
    act(ctx, customer, form)
    return seeOther(path)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return show(ctx, customer, path, session.return_url, { message: error.message, entered: form })
  }
}

function act(ctx: Context, customer: Customer, form: URLSearchParams): void {
  const action = form.get('action')
  if (action === 'add') {
    const made = createPaymentMethod(ctx, paymentMethodFrom(form))
    // The real portal verifies the account by a sign-in at the bank, and asks for the mandate.
    if (made.type === 'us_bank_account') setBankState(ctx, made.id, { verified: true, mandate: 'active' })
    const method = attach(ctx, made, customer.id)
    if (!customer.invoice_settings.default_payment_method) makeDefault(ctx, customer, method)
    return
  }
  if (action === 'cancel' || action === 'keep') {
    const subscription = ctx.store.get('subscription', form.get('subscription') ?? '')
    if (subscription.customer !== customer.id) throw invalidRequest('This subscription belongs to somebody else.')
    // With flexible billing the portal sets a date; `cancel_at_period_end` stays false.
    const { end } = currentPeriod(subscription)
    const change = action === 'cancel' ? { cancel_at: end } : { cancel_at_period_end: false }
    updateSubscription(ctx, subscription.id, change)
    return
  }
  const method = ctx.store.get('payment_method', form.get('payment_method') ?? '')
  if (method.customer !== customer.id) throw invalidRequest('This payment method belongs to somebody else.')
  if (action === 'default') makeDefault(ctx, customer, method)
  else if (action === 'remove') detach(ctx, method)
  else throw invalidRequest('Unknown action.')
}

function makeDefault(ctx: Context, customer: Customer, method: PaymentMethod): void {
  const { invoice_settings } = customer
  ctx.events.emit('customer.updated', setDefaultMethod(ctx, customer.id, method.id), { invoice_settings })
}

function show(
  ctx: Context,
  customer: Customer,
  path: string,
  returnUrl: string | null,
  failure?: { message: string; entered: URLSearchParams },
): Response {
  const methods = methodsOf(ctx, customer.id)
  const belongs = (row: { customer: string | null; status: string | null }) => row.customer === customer.id
  const subscriptions = ctx.store.all('subscription').filter((each) => belongs(each) && !ENDED.includes(each.status))
  const invoices = ctx.store
    .all('invoice')
    .filter((each) => belongs(each) && each.status !== 'draft' && each.total !== 0)
  const body = html`<h1>Billing</h1><p class="soft">${customer.name ?? ''} ${customer.email ?? ''}</p>
${alert(failure?.message)}
${subscriptions.length > 0 && html`<h2>Subscriptions</h2>${subscriptions.map((each) => subscriptionEntry(ctx, each, path))}`}
<h2>Payment methods</h2>
${methods.length === 0 ? html`<p>No payment method is saved yet. Add one below.</p>` : methods.map((method) => entry(customer, method, path))}
<h2>Add a payment method</h2>
<form method="post" action="${path}" class="card">${paymentFields(['card', 'us_bank_account'], failure?.entered)}
<button class="primary" name="action" value="add">Add</button></form>
${invoices.length > 0 && html`<h2>Invoices</h2><div class="card"><table class="rows"><tbody>${invoices.reverse().map((each) => invoiceRow(ctx, each))}</tbody></table></div>`}
${returnUrl && html`<p><a class="link" href="${returnUrl}">Go back</a></p>`}`
  return document('Billing: sandbox portal', body, { status: failure ? 402 : 200, testNumbers: true })
}

function entry(customer: Customer, method: PaymentMethod, path: string): Html {
  const isDefault = customer.invoice_settings.default_payment_method === method.id
  const label = methodLabel(method)
  return html`<form method="post" action="${path}" class="card"><input type="hidden" name="payment_method" value="${method.id}">
<strong>${label}</strong> ${isDefault && html`<span class="badge">Default</span>`}
<div class="actions">${!isDefault && html`<button name="action" value="default" aria-label="Make ${label} the default">Make default</button>`}
<button name="action" value="remove" aria-label="Remove ${label}">Remove</button></div></form>`
}

function subscriptionEntry(ctx: Context, subscription: Subscription, path: string): Html {
  const { cancel_at, currency, id, items, status } = subscription
  const total = items.data.reduce((sum, item) => sum + amountOf(priceOf(item), item.quantity ?? 1), 0)
  const names = items.data.map((item) => `${item.quantity ?? 1} × ${productName(ctx, priceOf(item))}`).join(', ')
  const running = cancel_at ? `Ends on ${day(cancel_at)}.` : `Renews on ${day(currentPeriod(subscription).end)}.`
  const nextStep = status === 'incomplete' ? 'It starts when its first invoice is paid.' : running
  return html`<form method="post" action="${path}" class="card"><input type="hidden" name="subscription" value="${id}">
<strong>${names}</strong> <span class="badge">${status.replace('_', ' ')}</span>
<p>${money(total, currency)} a ${priceOf(items.data[0] as SubscriptionItem).recurring?.interval}. ${nextStep}</p>
<div class="actions">${
    cancel_at
      ? html`<button name="action" value="keep">Keep the subscription</button>`
      : html`<button name="action" value="cancel">Cancel at the end of the period</button>`
  }</div></form>`
}

function invoiceRow(ctx: Context, invoice: Invoice): Html {
  const link = html`<a class="link" href="${ctx.path(`/invoices/${invoice.id}`)}">${invoice.number}, ${day(invoice.created)}</a>`
  return html`<tr><td>${link}<br><span class="soft">${invoice.status}</span></td><td>${money(invoice.total, invoice.currency)}</td></tr>`
}
