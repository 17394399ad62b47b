import { forgetCustomer } from '~/models/money/payments/provider/customer.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { orGone, paymentProvider } from '~/services/stripe/stripe.server'

const BATCH = 20
const SHORT_WAIT = { timeout: 10_000, maxNetworkRetries: 1 }

/**
 * Deletes the provider's customers of erased families, with their saved methods. Failures are tried again by the next
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
