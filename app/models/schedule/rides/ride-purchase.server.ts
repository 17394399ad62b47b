import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { prisma } from '~/platform/db.server'
import { fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'

/**
 * Adds to each ride the purchase that covers it: the oldest of its rider's that is valid on the day, null without one.
 * An allowance covers a month, whatever was bought for it, so nothing is stored with the ride. One query.
 */
export async function withPurchases<Ride extends { studentId: string; date: LocalDate }>(
  rides: readonly Ride[],
): Promise<(Ride & { packagePurchaseId: number | null })[]> {
  const days = rides.map(({ date }) => date).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const grants = await prisma.grant.findMany({
    where: {
      userId: { in: [...new Set(rides.map(({ studentId }) => studentId))] },
      status: { in: GRANTED_STATUSES },
      validFrom: { lte: toDbDate(last) },
      validTo: { gte: toDbDate(first) },
    },
    orderBy: { id: 'asc' },
    select: { id: true, userId: true, validFrom: true, validTo: true },
  })
  const purchases = grants.map(({ validFrom, validTo, ...grant }) => ({
    ...grant,
    from: fromDbDate(validFrom),
    to: fromDbDate(validTo),
  }))
  const byRider = new Map<string, typeof purchases>()
  for (const one of purchases) byRider.set(one.userId, [...(byRider.get(one.userId) ?? []), one])
  return rides.map((ride) => {
    const purchase = byRider.get(ride.studentId)?.find(({ from, to }) => from <= ride.date && ride.date <= to)
    return { ...ride, packagePurchaseId: purchase?.id ?? null }
  })
}
