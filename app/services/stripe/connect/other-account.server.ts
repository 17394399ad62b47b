import Stripe from 'stripe'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { translateProviderErrors } from '../stripe.server'
import { stripeClient } from '../stripe-client.server'

/** Whose key it is; null if the key may not ask. */
export async function accountOf(stripe: Stripe): Promise<string | null> {
  try {
    return (await stripe.accounts.retrieveCurrent()).id
  } catch (error) {
    const { StripeAuthenticationError, StripePermissionError } = Stripe.errors
    if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError) return null
    throw error
  }
}

/** Where the accounts cannot be compared, the youngest families tell: an account knows all of them, or none, unless the school has left one before. */
const ASKED = 3

/**
 * A key of another account does not know the families that have paid: their cards and subscriptions stay behind.
 * @param known the account that was connected, if it was told
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
    // A key that does not work is told of where it is used for something.
    if (error instanceof Stripe.errors.StripeAuthenticationError) return true
    if (error instanceof Stripe.errors.StripePermissionError) return true
    throw error
  }
}
