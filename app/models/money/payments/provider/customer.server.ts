import type Stripe from 'stripe'
import { methodsMayChange } from '~/models/money/payments/methods/known-methods.server'
import { accountClosed } from '~/models/people/accounts/buyer.server'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { withTx } from '~/platform/tx.server'
import { orGone, paymentProvider, requireProvider } from '~/services/stripe/stripe.server'

/** The log entry that records an account's former customer. */
export const FORGOTTEN = 'customer.forget'
/** The longest that a change of contact data waits for the provider. */
const SHORT_WAIT = { timeout: 5_000, maxNetworkRetries: 0 }

/**
 * Returns the user's customer at the provider, for a call that may change what is saved there, and creates one if there
 * is none or the provider no longer has it. Idempotency key and unique column prevent a second one.
 * @throws Refused 409 for an account that was merged into another one, erased or blocked.
 */
export async function ensureCustomer(userId: string): Promise<string> {
  const { stripe } = requireProvider()
  const { stripeCustomerId, isOpen } = await findOwner(userId)
  if (!isOpen) throw accountClosed()
  await methodsMayChange(userId)
  if (stripeCustomerId) {
    const customer = await orGone(() => stripe.customers.retrieve(stripeCustomerId))
    if (customer && !customer.deleted) {
      await bringUpToDate(userId, customer)
      return stripeCustomerId
    }
    await forgetCustomer(userId, stripeCustomerId)
  }
  const forgotten = await prisma.auditEntry.count({ where: { action: FORGOTTEN, entityId: userId } })
  // The parameters under a key must not change, but contact data does.
  const made = await stripe.customers.create(
    { metadata: { userId } },
    { idempotencyKey: `customer:${userId}:${forgotten}:made` },
  )
  await prisma.user.updateMany({
    where: { id: userId, stripeCustomerId: null, active: true, mergedIntoId: null, erasedAt: null },
    data: { stripeCustomerId: made.id },
  })
  const owner = await findOwner(userId)
  if (!owner.isOpen || !owner.stripeCustomerId) throw accountClosed()
  await bringUpToDate(userId, made)
  return owner.stripeCustomerId
}

/**
 * Sends the provider a user's new contact data, so that its invoices and reminders reach the family. Never throws: the
 * next payment sends it too.
 */
export async function sendContact(userId: string): Promise<void> {
  const { stripeCustomerId, contact } = await findOwner(userId)
  const provider = paymentProvider()
  if (!stripeCustomerId || !provider) return
  try {
    await provider.stripe.customers.update(stripeCustomerId, contact, SHORT_WAIT)
  } catch (error) {
    logError(error, { customer: stripeCustomerId })
  }
}

/** Returns the result of `work` on a user's customer; null if the provider does not have it, which is then forgotten. */
export async function ofCustomer<T>(userId: string, customerId: string, work: () => Promise<T>): Promise<T | null> {
  const answer = await orGone(work)
  if (answer === null) await forgetCustomer(userId, customerId)
  return answer
}

/**
 * Forgets a customer that was deleted at the provider, or belongs to another account or mode. The log keeps whose it
 * was, so that its payments stay theirs.
 */
export const forgetCustomer = (userId: string, customerId: string): Promise<void> =>
  withTx(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, stripeCustomerId: customerId },
      data: { stripeCustomerId: null },
    })
    if (!count) return
    await audit(tx, {
      actorId: null,
      action: FORGOTTEN,
      entity: 'student',
      entityId: userId,
      detail: { customer: customerId },
    })
  })

type Contact = { email: string; name: string; phone: string }

interface Owner {
  stripeCustomerId: string | null
  contact: Contact
  /** Whether it may buy: it was not merged into another account, erased or blocked. */
  isOpen: boolean
}

async function findOwner(userId: string): Promise<Owner> {
  const { stripeCustomerId, active, mergedIntoId, erasedAt, ...user } = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      stripeCustomerId: true,
      email: true,
      firstName: true,
      lastName: true,
      phone: true,
      active: true,
      mergedIntoId: true,
      erasedAt: true,
    },
  })
  const name = displayName({ ...user, email: null })
  const isOpen = active && !mergedIntoId && !erasedAt
  return { stripeCustomerId, isOpen, contact: { email: user.email ?? '', name, phone: user.phone ?? '' } }
}

async function bringUpToDate(userId: string, customer: Stripe.Customer): Promise<void> {
  const { contact } = await findOwner(userId)
  const fields = Object.keys(contact) as (keyof Contact)[]
  if (fields.every((field) => (customer[field] ?? '') === contact[field])) return
  try {
    await requireProvider().stripe.customers.update(customer.id, contact, SHORT_WAIT)
  } catch (error) {
    logError(error, { customer: customer.id })
  }
}
