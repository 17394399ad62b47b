import type { Context } from '../engine/context'
import { isDecline } from '../engine/errors'
import { isAwaitingDeposits } from '../resources/payments/bank-accounts'
import { authenticatePayment } from '../resources/payments/payment-attempts'
import { authenticateSetup } from '../resources/payments/setup-intents'
import type { PaymentIntent, SetupIntent } from '../types'
import { html } from './html'
import { document, money, seeOther } from './layout'
import type { Page } from './page'

/** The bank's 3-D Secure page: the person passes or fails, and returns to where the payment was started. */
export const challengePage: Page = (ctx, { id, query, form }) => {
  const intent = intentOf(ctx, id)
  if (!intent.client_secret || query.get('secret') !== intent.client_secret) {
    return document(
      'Not allowed',
      html`<h1>This link is not complete</h1><p>Go back and start the payment again.</p>`,
      {
        status: 403,
      },
    )
  }
  if (intent.status !== 'requires_action' || isAwaitingDeposits(intent)) return leave(ctx, intent)
  if (form) {
    answerChallenge(ctx, intent, form.get('result') === 'pass')
    return leave(ctx, intentOf(ctx, id))
  }
  const amount = intent.object === 'payment_intent' ? money(intent.amount, intent.currency) : undefined
  const body = html`<h1>Confirm it’s you</h1>
<p>${amount ? `Your bank asks you to approve a payment of ${amount}.` : 'Your bank asks you to approve saving this card.'}</p>
<form method="post" action="${ctx.path(`/3ds/${id}?secret=${intent.client_secret}`)}" class="card stack">
<button class="primary" name="result" value="pass">Complete authentication</button>
<button name="result" value="fail">Fail authentication</button></form>`
  return document('3-D Secure', body)
}

function intentOf(ctx: Context, id: string): PaymentIntent | SetupIntent {
  return id.startsWith('pi_') ? ctx.store.get('payment_intent', id) : ctx.store.get('setup_intent', id)
}

function answerChallenge(ctx: Context, intent: PaymentIntent | SetupIntent, passed: boolean): void {
  try {
    if (intent.object === 'payment_intent') authenticatePayment(ctx, intent.id, passed)
    else authenticateSetup(ctx, intent.id, passed)
  } catch (error) {
    // A decline is told by the page the person returns to.
    if (!isDecline(error)) throw error
  }
}

function leave(ctx: Context, intent: PaymentIntent | SetupIntent): Response {
  const isDone = ['succeeded', 'processing'].includes(intent.status)
  const url = ctx.store.find('sandbox.return_url', intent.id)?.url
  if (!url) {
    const text = isDone
      ? 'You can close this page.'
      : 'The authentication failed. Close this page and try another card.'
    return document('3-D Secure', html`<h1>${isDone ? 'Approved' : 'Not approved'}</h1><p>${text}</p>`)
  }
  const target = new URL(url)
  target.searchParams.set(intent.object, intent.id)
  target.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '')
  target.searchParams.set('redirect_status', isDone ? 'succeeded' : 'failed')
  return seeOther(target.href)
}
