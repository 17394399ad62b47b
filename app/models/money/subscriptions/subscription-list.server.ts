import { allowancesOf } from '~/models/allowance/allowance.server'
import { monthlyCounts } from '~/models/vocabulary/catalog'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { fromDbDate, type LocalDate, monthStart } from '~/utils/dates'
import { centsOf, dollarsOf } from '~/utils/money'
import { oneTimeCredits } from './one-time-credits.server'
import { rowFields } from './subscription-fields.server'

/** Lists every rider's latest one with this month's counters, in three queries. Prices are in dollars. */
export async function listSubscriptions(today: LocalDate) {
  const rows = await prisma.subscription.findMany({
    where: { status: { not: 'incomplete_expired' }, stripeSubscriptionId: { not: null } },
    distinct: ['riderId'],
    orderBy: { id: 'desc' },
    include: {
      user: { select: { email: true } },
      rider: { select: { firstName: true, lastName: true, email: true } },
      package: { select: { id: true, name: true } },
      addOns: { include: { addOn: { select: { name: true, type: true } } } },
    },
  })
  const day = monthStart(today)
  const riderIds = rows.map(({ riderId }) => riderId)
  const [allowances, creditsOf] = await Promise.all([allowancesOf(riderIds, day, day), oneTimeCredits(riderIds, day)])
  return rows.map(({ package: sold, addOns, user, rider, ...row }) => {
    const allowance = allowances.get(row.riderId)?.[0]
    return {
      id: row.id,
      ...rowFields({ ...row, addOns }),
      ...creditsOf(row.riderId),
      riderId: row.riderId,
      studentName: displayName(rider),
      email: user.email,
      status: row.status,
      packageId: row.packageId,
      package: sold && {
        id: sold.id,
        name: sold.name,
        price: dollarsOf(centsOf(row.packagePrice)),
        ...monthlyCounts(row),
      },
      addOns: addOns.map(({ addOnId, quantity, addOn }) => ({ addOnId, name: addOn.name, quantity })),
      hackAddons: addOns.reduce((sum, { addOn, quantity }) => sum + (addOn.type === 'hack' ? quantity : 0), 0),
      lessonsUsed: allowance?.lessons.used ?? 0,
      makeupLessonsUsed: allowance?.makeups.used ?? 0,
      hacksUsed: allowance?.hacks.used ?? 0,
      privateLessonsUsed: allowance?.privateLessons.used ?? 0,
      horseUseUsed: allowance?.horseUse.used ?? 0,
      currentPeriodEnd: fromDbDate(row.currentPeriodEnd),
      cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    }
  })
}
