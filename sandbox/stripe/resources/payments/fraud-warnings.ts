import type { Context } from '../../engine/context'
import { page } from '../../engine/lists'
import { type Route, route } from '../../engine/router'

/** Lets the card's bank report a paid charge as fraud, days before a possible dispute: docs.stripe.com/disputes/measuring. */
export function warnOfFraud(ctx: Context, chargeId: string) {
  const charge = ctx.store.get('charge', chargeId)
  const warning = ctx.store.create('radar.early_fraud_warning', ctx.clock.seconds(), {
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    fraud_type: 'made_with_stolen_card',
    ...(charge.payment_intent && { payment_intent: charge.payment_intent }),
  })
  ctx.events.emit('radar.early_fraud_warning.created', warning)
  return warning
}

/** Closes the warnings of a charge: after a full refund or a dispute nothing is left to do. */
export function settleWarnings(ctx: Context, charge: string): void {
  for (const { id } of ctx.store
    .all('radar.early_fraud_warning')
    .filter((one) => one.charge === charge && one.actionable)) {
    const settled = ctx.store.update('radar.early_fraud_warning', id, { actionable: false })
    ctx.events.emit('radar.early_fraud_warning.updated', settled, { actionable: true })
  }
}

export const fraudWarningRoutes: Route[] = [
  route('GET', 'radar/early_fraud_warnings', 'EarlyFraudWarningList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('radar.early_fraud_warning')
      .filter(
        (warning) =>
          (!params.charge || warning.charge === params.charge) &&
          (!params.payment_intent || warning.payment_intent === params.payment_intent),
      )
    return page(rows, params, url)
  }),
  route('GET', 'radar/early_fraud_warnings/:id', 'Retrieve', (ctx, { id }) =>
    ctx.store.get('radar.early_fraud_warning', id),
  ),
]
