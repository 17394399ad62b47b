import { forgetCustomer } from '~/models/money/payments/provider/customer.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { endPayment, isOpenIntent } from '~/services/stripe/end-payment.server'
import { orGone, type PaymentProvider, paymentProvider } from '~/services/stripe/stripe.server'

const BATCH = 20
const SHORT_WAIT = { timeout: 10_000, maxNetworkRetries: 1 }
const PAGE = { limit: 100 }
/** More payments than a family makes in a lifetime. */
const ALL = { limit: 10_000 }

/**
 * Deletes the provider's customers of erased families, with their saved methods, once nothing of theirs can be paid
 * anymore: an order that a restore has forgotten cannot close its payment. Failures are tried again by the next
 * run: the row keeps the customer until it is deleted. Returns how many were deleted.
 */
export async function deleteErasedCustomers(): Promise<number> {
  const provider = paymentProvider()
  if (!provider) return 0
  const erased = await prisma.user.findMany({
    where: { erasedAt: { not: null }, stripeCustomerId: { not: null } },
    select: { id: true, stripeCustomerId: true },
    take: BATCH,
  })
  let deleted = 0
  for (const { id, stripeCustomerId } of erased) {
    if (!stripeCustomerId) continue
    try {
      await orGone(() => endAllOpen(provider, stripeCustomerId))
      await orGone(() => provider.stripe.customers.del(stripeCustomerId, undefined, SHORT_WAIT))
    } catch (error) {
      logError(error, { customer: stripeCustomerId })
      continue
    }
    await forgetCustomer(id, stripeCustomerId)
    deleted++
  }
  return deleted
}

/** Ends every payment and Checkout page of a customer that can still be paid. A page takes its payment along. */
async function endAllOpen({ stripe }: PaymentProvider, customer: string): Promise<void> {
  const pages = stripe.checkout.sessions.list({ customer, status: 'open', ...PAGE }, SHORT_WAIT)
  for (const { id } of await pages.autoPagingToArray(ALL)) await endPayment(id)
  const intents = stripe.paymentIntents.list({ customer, ...PAGE }, SHORT_WAIT)
  for (const { id } of (await intents.autoPagingToArray(ALL)).filter(isOpenIntent)) await endPayment(id)
}
