import { displayName } from '~/models/accounts/user'
import { prisma } from '~/platform/db.server'
import { requireProvider } from './stripe.server'

/** Returns the user's customer at the provider. Idempotency key and unique column keep it one. */
export async function ensureCustomer(userId: string): Promise<string> {
  const user = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { stripeCustomerId: true, email: true, firstName: true, lastName: true, phone: true },
  })
  if (user.stripeCustomerId) return user.stripeCustomerId
  const customer = await requireProvider().stripe.customers.create(
    {
      email: user.email ?? undefined,
      name: displayName({ ...user, email: null }) || undefined,
      phone: user.phone ?? undefined,
      metadata: { userId },
    },
    { idempotencyKey: `customer:${userId}` },
  )
  await prisma.user.updateMany({
    where: { id: userId, stripeCustomerId: null },
    data: { stripeCustomerId: customer.id },
  })
  const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { stripeCustomerId: true },
  })
  return stripeCustomerId!
}
