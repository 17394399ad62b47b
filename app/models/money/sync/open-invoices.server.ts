import Stripe from 'stripe'
import { requireProvider } from '~/services/stripe/stripe.server'
import { syncPayment } from './sync-payment.server'

/**
 * Voids the open invoices of a subscription that has ended, so that nobody pays for a month that is not granted. An
 * invoice that is being paid stays.
 */
export async function voidOpenInvoices(stripeSubscriptionId: string): Promise<void> {
  const { invoices } = requireProvider().stripe
  for await (const { id } of invoices.list({ subscription: stripeSubscriptionId, status: 'open', limit: 100 })) {
    try {
      await invoices.voidInvoice(id)
    } catch (error) {
      // Paid in the meantime, or voided by another click.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    }
    await syncPayment({ invoice: id })
  }
}
