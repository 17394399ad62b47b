import Stripe from 'stripe'
import { requireProvider } from '~/services/stripe/stripe.server'
import { syncPayment } from '~/services/stripe/sync/sync-payment.server'

/** Voids what a subscription that has ended still asks for, so that nobody pays a month that is not given. What is on its way stays. */
export async function voidOpenInvoices(stripeSubscriptionId: string): Promise<void> {
  const { invoices } = requireProvider().stripe
  for await (const { id } of invoices.list({ subscription: stripeSubscriptionId, status: 'open', limit: 100 })) {
    try {
      await invoices.voidInvoice(id)
    } catch (error) {
      // Paid meanwhile, or voided by another click.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    }
    await syncPayment({ invoice: id })
  }
}
