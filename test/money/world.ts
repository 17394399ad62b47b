import { prisma } from '~/platform/db.server'
import { type PaymentProvider, setPaymentProvider } from '~/services/stripe/stripe.server'
import type { Sandbox } from '../../sandbox/stripe'
import { rider } from '../factories'
import { payingRider, saveMethod } from '../payments'

/** One family and its school, at a provider that knows nobody else. */
export interface World {
  sandbox: Sandbox
  provider: PaymentProvider
  officeId: string
  /** Whoever pays. */
  userId: string
  /** Another account of the same person, which is merged. */
  otherId?: string
  /** The account itself, then its children; the last one moves between families. */
  riderIds: string[]
  goToInstant: (instant: number) => void
  /** What a month was said to cost, whenever somebody could look at it, in cents. */
  shown: Set<number>
}

/** In the order in which rows may go. */
const MONEY_TABLES = [
  'balance_transactions',
  'payouts',
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

/** A new family with a card and a bank account, and two children. */
export async function newFamily(provider: PaymentProvider): Promise<Pick<World, 'userId' | 'riderIds'>> {
  const { id } = await payingRider(provider)
  await saveMethod(provider, id, 'pm_usBankAccount_success')
  const children = [
    await rider({ firstName: 'Adam', email: null, guardianId: id }),
    await rider({ firstName: 'Zoe', email: null, guardianId: id }),
  ]
  return { userId: id, riderIds: [id, ...children.map((child) => child.id)] }
}

export const customerOf = async (userId: string): Promise<string> =>
  (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).stripeCustomerId ?? ''
