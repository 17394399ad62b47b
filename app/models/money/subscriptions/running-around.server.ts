import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { CURRENT_STATUSES, type SubscriptionStatus, shownStatus } from '~/models/vocabulary/subscription'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { addDays, fromDbDate, type LocalDate } from '~/utils/dates'

const person = { select: { id: true, firstName: true, lastName: true, email: true } } as const

/** A running subscription, as the office sees it. */
export interface RunningSubscription {
  id: number
  stripeId: string
  version: number
  /** The package's name. */
  name: string
  rider: { id: string; name: string }
  payer: { id: string; name: string }
  /** The provider's status, and the one shown to people. */
  status: SubscriptionStatus
  shown: SubscriptionStatus
  begun: boolean
  cancelAtPeriodEnd: boolean
  renewsOn: LocalDate
  endsOn: LocalDate
}

/** Lists the subscriptions that a student pays, and those for the student; a single one if `id` is given. */
export async function runningAround(studentId: string, id?: number): Promise<RunningSubscription[]> {
  const rows = await prisma.subscription.findMany({
    where: {
      id,
      OR: [{ userId: studentId }, { riderId: studentId }],
      status: { in: CURRENT_STATUSES },
      stripeSubscriptionId: { not: null },
    },
    orderBy: { id: 'asc' },
    include: {
      user: person,
      rider: person,
      package: { select: { name: true } },
      grants: { where: { status: { in: GRANTED_STATUSES } }, select: { id: true }, take: 1 },
      transactions: { select: { id: true }, take: 1 },
    },
  })
  return rows.map(({ user, rider, grants, transactions, ...row }) => {
    const status = row.status as SubscriptionStatus
    const begun = grants.length > 0
    const renewsOn = fromDbDate(row.currentPeriodEnd)
    return {
      id: row.id,
      stripeId: row.stripeSubscriptionId ?? '',
      version: row.version,
      name: row.package?.name ?? 'Add-ons Only',
      rider: { id: rider.id, name: displayName(rider) },
      payer: { id: user.id, name: displayName(user) },
      status,
      shown: shownStatus({ status, begun, billed: transactions.length > 0 }),
      begun,
      cancelAtPeriodEnd: row.cancelAtPeriodEnd,
      renewsOn,
      endsOn: row.endsOn ? fromDbDate(row.endsOn) : addDays(renewsOn, -1),
    }
  })
}
