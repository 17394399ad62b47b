import type { Prisma } from '~/generated/prisma/client'
import { RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import { prisma } from '~/platform/db.server'
import { fromDbDate, type LocalDate } from '~/utils/dates'
import { dollarsOf } from '~/utils/money'
import { oneTimeCredits } from './one-time-credits.server'
import type { SubscriptionView, Used } from './subscription.server'

const rowSelect = {
  riderId: true,
  userId: true,
  stripeSubscriptionId: true,
  currentPeriodStart: true,
  createdAt: true,
  updatedAt: true,
  addOns: { select: { addOn: { select: { type: true } } } },
} satisfies Prisma.SubscriptionSelect

/** Returns the specification's fields from a subscription's row. `prepLessonsAvailable` has no meaning: 0. */
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

/** Returns the answer of `GET /api/subscriptions/user`, with what its rider has in the month of `today`. Prices are in dollars. */
export async function subscriptionAnswer(view: SubscriptionView & { used: Used }, today: LocalDate) {
  const row = await prisma.subscription.findUniqueOrThrow({ where: { id: view.id }, select: rowSelect })
  const creditsOf = await oneTimeCredits([row.riderId], today)
  return {
    id: view.id,
    riderId: view.riderId,
    status: view.status,
    lessonsUsed: view.used.lessons.used,
    lessonsAllowed: view.used.lessons.allowed,
    privateLessonsUsed: view.used.privateLessons.used,
    makeupLessonsUsed: view.used.makeups.used,
    hacksUsed: view.used.hacks.used,
    hacksAllowed: view.used.hacks.allowed,
    horseUseUsed: view.used.horseUse.used,
    hackAddons: view.hackAddons,
    packageId: view.package?.id ?? null,
    package: view.package && { ...view.package, price: dollarsOf(view.package.price) },
    addOns: view.addOns.map((addOn) => ({ ...addOn, price: dollarsOf(addOn.price) })),
    monthlyPrice: dollarsOf(view.monthlyPrice),
    convenienceFee: dollarsOf(view.fee),
    currentPeriodEnd: view.renewsOn,
    cancelAtPeriodEnd: view.cancelAtPeriodEnd,
    ...rowFields(row),
    ...creditsOf(row.riderId),
  }
}

/** Returns the ID of the oldest running subscription that an account pays; null without one. */
export async function runningSubscriptionId(userId: string): Promise<string | null> {
  const row = await prisma.subscription.findFirst({
    where: { userId, status: { in: RUNNING_STATUSES }, stripeSubscriptionId: { not: null } },
    orderBy: { id: 'asc' },
    select: { stripeSubscriptionId: true },
  })
  return row?.stripeSubscriptionId ?? null
}
