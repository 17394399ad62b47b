import Stripe from 'stripe'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { accountOf } from '~/services/stripe/connect.server'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { stripeClient } from '~/services/stripe/stripe-client.server'

/**
 * How many of the newest families are looked up if the accounts cannot be compared: an account knows all of them, or
 * none, unless the school has left an account before.
 */
const ASKED = 3

/**
 * Whether a key belongs to another account, which does not know the families that have paid: their cards and
 * subscriptions stay behind.
 * @param known the connected account, if it is known
 */
export const isOtherAccount = (secretKey: string, known: string | null): Promise<boolean> =>
  translateProviderErrors(async () => {
    const stripe = stripeClient({ secretKey, apiUrl: getEnv().stripeApiUrl })
    const account = known && (await accountOf(stripe))
    if (account) return account !== known
    const customers = await prisma.user.findMany({
      where: { stripeCustomerId: { not: null } },
      select: { stripeCustomerId: true },
      orderBy: { createdAt: 'desc' },
      take: ASKED,
    })
    for (const { stripeCustomerId } of customers) {
      if (await isKnown(stripe, stripeCustomerId!)) return false
    }
    return customers.length > 0
  }, 'look')

async function isKnown(stripe: Stripe, customer: string): Promise<boolean> {
  try {
    await stripe.customers.retrieve(customer)
    return true
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return false
    // A key that does not work is reported where it is used.
    if (error instanceof Stripe.errors.StripeAuthenticationError) return true
    if (error instanceof Stripe.errors.StripePermissionError) return true
    throw error
  }
}
