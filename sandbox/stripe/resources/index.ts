import type { Context } from '../engine/context'
import type { Includable } from '../engine/expand'
import type { Route } from '../engine/router'
import { accountRoutes } from './account'
import { balanceTransactionRoutes } from './balance/balance-transactions'
import { payoutRoutes } from './balance/payouts'
import { portalRoutes } from './billing-portal'
import { checkoutRoutes, lineItemsOf } from './checkout-sessions'
import { customerRoutes } from './customers'
import { eventRoutes } from './events'
import { invoiceItemRoutes } from './invoices/invoice-items'
import { confirmationSecretOf, paymentsOf } from './invoices/invoice-lifecycle'
import { invoiceRoutes } from './invoices/invoices'
import { chargeRoutes, refundsOf } from './payments/charges'
import { confirmationTokenRoutes } from './payments/confirmation-tokens'
import { disputeRoutes } from './payments/disputes'
import { fraudWarningRoutes } from './payments/fraud-warnings'
import { paymentIntentRoutes } from './payments/payment-intents'
import { paymentMethodDomainRoutes } from './payments/payment-method-domains'
import { paymentMethodRoutes } from './payments/payment-methods'
import { refundRoutes } from './payments/refunds'
import { setupIntentRoutes } from './payments/setup-intents'
import { priceRoutes } from './prices'
import { productRoutes } from './products'
import { subscriptionItemRoutes } from './subscriptions/subscription-item-routes'
import { subscriptionRoutes } from './subscriptions/subscriptions'
import { testClockRoutes } from './test-clocks'
import { webhookEndpointRoutes } from './webhook-endpoints'

export const routes: Route[] = [
  ...accountRoutes,
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...confirmationTokenRoutes,
  ...chargeRoutes,
  ...balanceTransactionRoutes,
  ...payoutRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...fraudWarningRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...subscriptionRoutes,
  ...subscriptionItemRoutes,
  ...invoiceRoutes,
  ...invoiceItemRoutes,
  ...checkoutRoutes,
  ...portalRoutes,
  ...paymentMethodDomainRoutes,
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
