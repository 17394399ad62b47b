import { type FamilyRider, familyRider, ridersOfFamily } from '~/models/people/families/family.server'
import { CURRENT_STATUSES } from '~/models/vocabulary/subscription'
import { displayName, given } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'

interface SubscribedRider extends FamilyRider {
  /** Whether it has a running subscription, whoever pays. */
  subscribed: boolean
  /** Whether this account pays it. */
  paysFor: boolean
}

/** Lists the riders of a family, then those of other families whose subscription this account still pays. */
async function subscribedRiders(userId: string): Promise<SubscribedRider[]> {
  const family = await ridersOfFamily(userId)
  const running = await prisma.subscription.findMany({
    where: {
      OR: [{ userId }, { riderId: { in: family.map(({ id }) => id) } }],
      status: { in: CURRENT_STATUSES },
      stripeSubscriptionId: { not: null },
    },
    orderBy: { id: 'asc' },
    select: { userId: true, rider: { select: { id: true, firstName: true, lastName: true, email: true } } },
  })
  const others = running.flatMap(({ rider }) => {
    if (family.some(({ id }) => id === rider.id)) return []
    const name = displayName(rider)
    return { id: rider.id, name, firstName: given(rider.firstName) || name, isSelf: rider.id === userId }
  })
  return [...family, ...others].map((rider) => {
    const own = running.filter((one) => one.rider.id === rider.id)
    return { ...rider, subscribed: own.length > 0, paysFor: own.some((one) => one.userId === userId) }
  })
}

/**
 * Returns the rider whose subscription a screen or a call is about: the one that is requested, otherwise the first
 * whose subscription this account pays, otherwise the family's first.
 * @throws Refused 404 for a rider of another family.
 */
export async function subscriptionRider(
  userId: string,
  asked: string | null | undefined,
): Promise<{ rider: FamilyRider; riders: SubscribedRider[] }> {
  const riders = await subscribedRiders(userId)
  const found = asked ? riders.find(({ id }) => id === asked) : (riders.find(({ paysFor }) => paysFor) ?? riders[0])
  return { rider: found ?? (await familyRider(userId, asked || userId)), riders }
}
