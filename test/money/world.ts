import { prisma } from '~/platform/db.server'
import { type PaymentProvider, setPaymentProvider } from '~/services/stripe/stripe.server'
import type { Sandbox } from '../../sandbox/stripe'
import { payingRider, saveMethod } from '../payments'

/** One family and its school, at a provider that knows nobody else. */
export interface World {
  sandbox: Sandbox
  provider: PaymentProvider
  officeId: string
  userId: string
  goToInstant: (instant: number) => void
  /** What a month was said to cost, whenever somebody could look at it, in cents. */
  shown: Set<number>
}

/** In the order in which rows may go. */
const MONEY_TABLES = [
  'payment_issues',
  'user_add_ons',
  'package_purchases',
  'payment_transactions',
  'subscription_add_ons',
  'subscriptions',
  'order_items',
  'orders',
  'bank_returns',
  'stripe_events',
  'email_outbox',
  'rate_limits',
  'job_runs',
]

/** Forgets all money of the school and of the provider: earlier families would only make the job slow. */
export async function forgetMoney(sandbox: Sandbox, provider: PaymentProvider): Promise<void> {
  await sandbox.idle()
  sandbox.forget()
  // Another object: what the process knew of the provider's products is forgotten too.
  setPaymentProvider({ ...provider })
  for (const table of MONEY_TABLES) await prisma.$executeRawUnsafe(`DELETE FROM ${table}`)
  await prisma.school.deleteMany()
}

/** A new family with a card and a bank account. */
export async function newFamily(provider: PaymentProvider): Promise<string> {
  const user = await payingRider(provider)
  await saveMethod(provider, user.id, 'pm_usBankAccount_success')
  return user.id
}

export const customerOf = async (userId: string): Promise<string> =>
  (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).stripeCustomerId ?? ''
