import { ApiError } from '../engine/errors'
import { isAwaitingDeposits } from '../resources/payments/bank-accounts'
import { verifyPaymentDeposits } from '../resources/payments/payment-attempts'
import { verifySetupDeposits } from '../resources/payments/setup-intents'
import { html } from './html'
import { alert, document } from './layout'
import type { Page } from './page'

/** Where a person types the two small amounts that the bank statement shows. Stripe mails the link to it. */
export const microdepositsPage: Page = (ctx, { id, query, form }) => {
  const isPayment = id.startsWith('pi_')
  const intent = ctx.store.get(isPayment ? 'payment_intent' : 'setup_intent', id)
  if (!intent.client_secret || query.get('secret') !== intent.client_secret) {
    return document('Not allowed', html`<h1>This link is not complete</h1>`, { status: 403 })
  }
  let message: string | undefined
  if (form && isAwaitingDeposits(intent)) {
    const amounts = [form.get('first'), form.get('second')].map((text) => Math.round(Number(text) * 100))
    try {
      if (isPayment) verifyPaymentDeposits(ctx, id, { amounts })
      else verifySetupDeposits(ctx, id, { amounts })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      message = error.message
    }
  }
  const now = ctx.store.get(isPayment ? 'payment_intent' : 'setup_intent', id)
  if (!isAwaitingDeposits(now)) {
    const text =
      now.status === 'requires_payment_method' ? 'The account could not be verified.' : 'Thank you, it is yours.'
    return document('Bank account', html`<h1>${text}</h1><p>You can close this page.</p>`)
  }
  const field = (name: string, label: string) =>
    html`<label class="field"><span>${label}</span><input name="${name}" inputmode="decimal" autocomplete="off" placeholder="0.00"></label>`
  const body = html`<h1>Is this bank account yours?</h1>
<p>Two small amounts arrive in one or two business days. Type what the statement shows; here it is 0.32 and 0.45.</p>
${alert(message)}
<form method="post" action="${ctx.path(`/microdeposits/${id}?secret=${intent.client_secret}`)}" class="card">
<div class="pair">${field('first', 'First amount')}${field('second', 'Second amount')}</div><button class="primary">Verify</button></form>`
  return document('Bank account', body, { status: message ? 402 : 200 })
}
