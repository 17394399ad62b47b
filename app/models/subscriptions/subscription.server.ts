import type { Prisma } from '~/generated/prisma/client'
import type { Counter } from '~/models/allowance/allowance'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { type MonthlyCounts, monthlyCounts, soldContents } from '~/models/catalog/catalog'
import { GRANTED_STATUSES } from '~/models/payments/grant'
import type { MethodType } from '~/models/payments/pricing'
import { prisma } from '~/platform/db.server'
import { addDays, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { type Cents, centsOf, dollarsOf } from '~/utils/money'
import { CURRENT_STATUSES, type SubscriptionStatus, shownStatus } from './subscription'

/** Prices in cents a month, as they were bought. */
export interface SubscriptionView {
  id: number
  /** The provider's word. */
  status: SubscriptionStatus
  /** The word for people. */
  shown: SubscriptionStatus
  /** Something of it is paid, or on its way. */
  begun: boolean
  package: ({ id: number; name: string; price: Cents } & MonthlyCounts) | null
  addOns: { addOnId: number; name: string; quantity: number; price: Cents }[]
  methodType: MethodType
  /** The provider's word for the card; null if none pays or it is unknown. */
  cardFunding: string | null
  subtotal: Cents
  fee: Cents
  /** With the fee. */
  monthlyPrice: Cents
  /** Of this month, with everything else that was bought for it. */
  used: { lessons: Counter; privateLessons: Counter; makeups: Counter; hacks: Counter; horseUse: Counter }
  hackAddons: number
  /** The day of the next charge, or of the end. */
  renewsOn: LocalDate
  endsOn: LocalDate
  cancelAtPeriodEnd: boolean
}

const select = {
  id: true,
  status: true,
  methodType: true,
  cardFunding: true,
  packagePrice: true,
  fee: true,
  cancelAtPeriodEnd: true,
  endsOn: true,
  currentPeriodEnd: true,
  ...soldContents,
  package: { select: { id: true, name: true } },
  addOns: {
    select: { addOnId: true, quantity: true, unitPrice: true, addOn: { select: { name: true, type: true } } },
    orderBy: { addOn: { sortOrder: 'asc' } },
  },
  grants: { where: { status: { in: GRANTED_STATUSES } }, select: { id: true }, take: 1 },
  transactions: { select: { id: true }, take: 1 },
} satisfies Prisma.SubscriptionSelect

/** Null if it ended, never began, or is not confirmed by the provider yet. */
export async function subscriptionOf(userId: string, today: LocalDate): Promise<SubscriptionView | null> {
  const row = await prisma.subscription.findFirst({
    where: { userId, status: { notIn: ['incomplete_expired', 'canceled'] }, stripeSubscriptionId: { not: null } },
    orderBy: { id: 'desc' },
    select,
  })
  if (!row) return null
  const { lessons, privateLessons, makeups, hacks, horseUse } = await allowanceOf(userId, today)
  const addOns = row.addOns.map(({ addOnId, quantity, unitPrice, addOn }) => ({
    addOnId,
    name: addOn.name,
    quantity,
    price: centsOf(unitPrice),
  }))
  const packagePrice = centsOf(row.packagePrice)
  const fee = centsOf(row.fee)
  const subtotal = addOns.reduce((sum, { price, quantity }) => sum + price * quantity, row.package ? packagePrice : 0)
  const renewsOn = fromDbDate(row.currentPeriodEnd)
  const status = row.status as SubscriptionStatus
  const begun = row.grants.length > 0
  return {
    id: row.id,
    status,
    shown: shownStatus({ status, begun, billed: row.transactions.length > 0 }),
    begun,
    package: row.package && { ...row.package, price: packagePrice, ...monthlyCounts(row) },
    addOns,
    methodType: row.methodType as MethodType,
    cardFunding: row.cardFunding,
    subtotal,
    fee,
    monthlyPrice: subtotal + fee,
    used: { lessons, privateLessons, makeups, hacks, horseUse },
    hackAddons: row.addOns.reduce((sum, { addOn, quantity }) => sum + (addOn.type === 'hack' ? quantity : 0), 0),
    renewsOn,
    endsOn: row.endsOn ? fromDbDate(row.endsOn) : addDays(renewsOn, -1),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  }
}

export const subscriptionAnswer = (view: SubscriptionView) => ({
  id: view.id,
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
})

/** From today on. Prices in dollars. */
export async function userAddOns(userId: string, today: LocalDate) {
  const rows = await prisma.userAddOn.findMany({
    where: {
      userId,
      status: { in: GRANTED_STATUSES },
      OR: [{ expiryDate: null }, { expiryDate: { gte: toDbDate(today) } }],
    },
    orderBy: { id: 'desc' },
    select: {
      id: true,
      quantity: true,
      status: true,
      purchaseDate: true,
      expiryDate: true,
      grantId: true,
      addOn: { select: { id: true, name: true, description: true, type: true, price: true, isRecurring: true } },
    },
  })
  return rows.map(({ addOn, expiryDate, grantId, ...row }) => ({
    ...row,
    purchaseId: grantId,
    expiryDate: expiryDate && fromDbDate(expiryDate),
    addOn: { ...addOn, price: dollarsOf(centsOf(addOn.price)) },
  }))
}

export async function hasRunningSubscription(userId: string): Promise<boolean> {
  const count = await prisma.subscription.count({
    where: {
      userId,
      status: { in: CURRENT_STATUSES },
      stripeSubscriptionId: { not: null },
    },
  })
  return count > 0
}

/** Whether something of a subscription is paid, or on its way. */
export async function hasBegun(stripeSubscriptionId: string): Promise<boolean> {
  const where = { subscription: { stripeSubscriptionId }, status: { in: GRANTED_STATUSES } }
  return (await prisma.grant.count({ where })) > 0
}
