import Stripe from 'stripe'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { translateProviderErrors } from '../stripe.server'
import { stripeClient } from '../stripe-client.server'

/** Enough to tell: an account knows all of ours, or none. */
const ASKED = 3

/** A key of another account does not know the families that have paid: their cards and subscriptions stay behind. */
export const isOtherAccount = (secretKey: string): Promise<boolean> =>
  translateProviderErrors(async () => {
    const customers = await prisma.user.findMany({
      where: { stripeCustomerId: { not: null } },
      select: { stripeCustomerId: true },
      orderBy: { createdAt: 'desc' },
      take: ASKED,
    })
    const stripe = stripeClient({ secretKey, apiUrl: getEnv().stripeApiUrl })
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
