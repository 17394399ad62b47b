import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addDays, toDbDate } from '~/utils/dates'
import { type Cents, centsOf } from '~/utils/money'

/** For so many days after its last day, a package is what a family buys every month. */
const DAYS_BACK = 31

/** What each rider's package costs a month, without add-ons and fee: that of the running subscription, otherwise the last one bought. Riders without one are left out. */
export async function monthlyPrices(riderIds: readonly string[]): Promise<Map<string, Cents>> {
  const [grants, subscriptions] = await Promise.all([
    prisma.grant.findMany({
      where: {
        userId: { in: [...riderIds] },
        subscriptionId: null,
        status: { in: GRANTED_STATUSES },
        validTo: { gte: toDbDate(addDays(today(), -DAYS_BACK)) },
      },
      orderBy: [{ validTo: 'asc' }, { id: 'asc' }],
      select: { userId: true, quantity: true, package: { select: { price: true } } },
    }),
    prisma.subscription.findMany({
      where: { riderId: { in: [...riderIds] }, status: { in: RUNNING_STATUSES }, endsOn: null },
      orderBy: { id: 'asc' },
      select: { riderId: true, packagePrice: true },
    }),
  ])
  return new Map([
    ...grants.flatMap(({ userId, quantity, package: bought }) =>
      bought ? [[userId, centsOf(bought.price) * quantity] as const] : [],
    ),
    ...subscriptions.map(({ riderId, packagePrice }) => [riderId, centsOf(packagePrice)] as const),
  ])
}
