import type { Context } from '../engine/context'
import type { Includable } from '../engine/expand'
import type { Route } from '../engine/router'
import { portalRoutes } from './billing-portal'
import { chargeRoutes, refundsOf } from './charges'
import { checkoutRoutes, lineItemsOf } from './checkout-sessions'
import { confirmationTokenRoutes } from './confirmation-tokens'
import { customerRoutes } from './customers'
import { disputeRoutes } from './disputes'
import { eventRoutes } from './events'
import { invoiceItemRoutes } from './invoice-items'
import { confirmationSecretOf, paymentsOf } from './invoice-lifecycle'
import { invoiceRoutes } from './invoices'
import { paymentIntentRoutes } from './payment-intents'
import { paymentMethodRoutes } from './payment-methods'
import { priceRoutes } from './prices'
import { productRoutes } from './products'
import { refundRoutes } from './refunds'
import { setupIntentRoutes } from './setup-intents'
import { subscriptionItemRoutes } from './subscription-item-routes'
import { subscriptionRoutes } from './subscriptions'
import { testClockRoutes } from './test-clocks'
import { webhookEndpointRoutes } from './webhook-endpoints'

export const routes: Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...confirmationTokenRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...subscriptionRoutes,
  ...subscriptionItemRoutes,
  ...invoiceRoutes,
  ...invoiceItemRoutes,
  ...checkoutRoutes,
  ...portalRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
  ...testClockRoutes,
]

/** Fields that are computed when a caller expands them. */
export function includable(ctx: Context): Includable {
  return {
    'charge.refunds': (id) => refundsOf(ctx, id),
    'invoice.confirmation_secret': (id) => confirmationSecretOf(ctx, id),
    'invoice.payments': (id) => paymentsOf(ctx, id),
    'checkout.session.line_items': (id) => lineItemsOf(ctx, id),
  }
}
