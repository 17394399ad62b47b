import type { Prisma } from '~/generated/prisma/client'
import { prisma } from '~/platform/db.server'
import { fromDbDate, type LocalDate } from '~/utils/dates'
import { oneTimeCredits } from './one-time-credits.server'
import { RUNNING_STATUSES } from './subscription'

const rowSelect = {
  riderId: true,
  userId: true,
  stripeSubscriptionId: true,
  currentPeriodStart: true,
  createdAt: true,
  updatedAt: true,
  addOns: { select: { addOn: { select: { type: true } } } },
} satisfies Prisma.SubscriptionSelect

/** The fields of the specification that an answer takes from a subscription's row. `prepLessonsAvailable` means nothing: 0. */
export const rowFields = ({
  userId,
  stripeSubscriptionId,
  currentPeriodStart,
  createdAt,
  updatedAt,
  addOns,
}: Prisma.SubscriptionGetPayload<{ select: typeof rowSelect }>) => ({
  userId,
  afterSchoolAddon: addOns.some(({ addOn }) => addOn.type === 'after_school'),
  prepLessonsAvailable: 0 as const,
  stripeSubscriptionId,
  currentPeriodStart: fromDbDate(currentPeriodStart),
  createdAt,
  updatedAt,
})

/** Those of one subscription, with what its rider has in the month of `today` beside it. */
export async function subscriptionFields(id: number, today: LocalDate) {
  const row = await prisma.subscription.findUniqueOrThrow({ where: { id }, select: rowSelect })
  const creditsOf = await oneTimeCredits([row.riderId], today)
  return { ...rowFields(row), ...creditsOf(row.riderId) }
}

/** Of the oldest one that an account pays and that runs; null without one. */
export async function runningSubscriptionId(userId: string): Promise<string | null> {
  const row = await prisma.subscription.findFirst({
    where: { userId, status: { in: RUNNING_STATUSES }, stripeSubscriptionId: { not: null } },
    orderBy: { id: 'asc' },
    select: { stripeSubscriptionId: true },
  })
  return row?.stripeSubscriptionId ?? null
}
