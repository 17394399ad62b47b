import type { MonthAllowance } from '~/models/allowance/allowance'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { type MonthlyCounts, monthlyCounts, type SoldContents } from '~/models/vocabulary/catalog'
import type { MethodType } from '~/models/vocabulary/fee'
import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { CURRENT_STATUSES, type SubscriptionStatus, shownStatus } from '~/models/vocabulary/subscription'
import { given } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { bare, listStatement, plain, queryLists, type RowsOf, rowList, text } from '~/platform/row-lists.server'
import { addDays, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { type Cents, centsOf, dollarsOf } from '~/utils/money'

/** The counters of this month, with everything else that was bought for it. */
export type Used = Pick<MonthAllowance, 'lessons' | 'privateLessons' | 'makeups' | 'hacks' | 'horseUse'>

/** A subscription as a family sees it. Prices are in cents a month, as they were bought. */
export interface SubscriptionView {
  id: number
  riderId: string
  /** The rider's first name. */
  riderName: string
  /** The provider's status. */
  status: SubscriptionStatus
  /** The status shown to people. */
  shown: SubscriptionStatus
  /** Whether something of it is paid, or pending. */
  begun: boolean
  package: ({ id: number; name: string; price: Cents } & MonthlyCounts) | null
  addOns: { addOnId: number; name: string; quantity: number; price: Cents }[]
  methodType: MethodType
  /** The provider's value for the card; null if no card pays or it is unknown. */
  cardFunding: string | null
  subtotal: Cents
  fee: Cents
  /** The price including the fee. */
  monthlyPrice: Cents
  hackAddons: number
  /** The paid month, if its contents differ from the next one's. */
  until: { day: LocalDate; packageName: string | null; addOns: { name: string; quantity: number }[] } | null
  /** The day of the next charge, or of the end. */
  renewsOn: LocalDate
  endsOn: LocalDate
  cancelAtPeriodEnd: boolean
}

interface Row extends SoldContents {
  id: number
  riderId: string
  riderName: string | null
  status: SubscriptionStatus
  methodType: MethodType
  cardFunding: string | null
  /** Amounts as the database returns them. */
  packagePrice: string
  fee: string
  cancelAtPeriodEnd: boolean
  endsOn: LocalDate | null
  currentPeriodEnd: LocalDate
  packageId: number | null
  packageName: string | null
  /** The last day of the paid month; all null if none is paid. */
  paidTo: LocalDate | null
  paidPackageId: number | null
  paidPackageName: string | null
  begun: boolean
  billed: boolean
}

const GRANTED = GRANTED_STATUSES.map((status) => `'${status}'`).join(', ')

/**
 * Selects the last subscription of each rider that a user pays for, both given as SQL, with its add-ons; none if it
 * ended, never began, or is not confirmed yet.
 */
export function subscriptionLists(user: string, rider?: string) {
  const ofRider = rider ? `AND s.rider_id = ${rider}` : ''
  const last = `(
    SELECT DISTINCT ON (s.rider_id) s.*, k.name AS package_name FROM subscriptions s LEFT JOIN packages k ON k.id = s.package_id
    WHERE s.user_id = ${user} ${ofRider} AND s.status NOT IN ('incomplete_expired', 'canceled')
      AND s.stripe_subscription_id IS NOT NULL
    ORDER BY s.rider_id, s.id DESC) s`
  const paid = `LATERAL (
    SELECT g.*, k.name AS package_name FROM package_purchases g LEFT JOIN packages k ON k.id = g.package_id
    WHERE g.user_id = s.rider_id AND g.subscription_id = s.id AND g.status IN (${GRANTED}) AND g.valid_to = s.current_period_end - 1
    ORDER BY g.id DESC LIMIT 1) paid`
  return {
    subscription: rowList<Row>(
      {
        id: bare('s.id'),
        riderId: text('s.rider_id'),
        riderName: text('(SELECT r.first_name FROM users r WHERE r.id = s.rider_id)'),
        status: plain('s.status'),
        methodType: plain('s.method_type'),
        cardFunding: text('s.card_funding'),
        packagePrice: plain('s.package_price'),
        fee: plain('s.fee'),
        cancelAtPeriodEnd: bare('s.cancel_at_period_end'),
        endsOn: plain('s.ends_on'),
        currentPeriodEnd: plain('s.current_period_end'),
        lessons: bare('s.lessons'),
        privateLessons: bare('s.private_lessons'),
        makeupLessons: bare('s.makeup_lessons'),
        hacks: bare('s.hacks'),
        packageId: bare('s.package_id'),
        packageName: text('s.package_name'),
        paidTo: plain('paid.valid_to'),
        paidPackageId: bare('paid.package_id'),
        paidPackageName: text('paid.package_name'),
        begun: bare(
          `EXISTS (SELECT 1 FROM package_purchases b WHERE b.user_id = s.rider_id AND b.subscription_id = s.id AND b.status IN (${GRANTED}))`,
        ),
        billed: bare(
          'EXISTS (SELECT 1 FROM payment_transactions t WHERE t.user_id = s.user_id AND t.subscription_id = s.id)',
        ),
      },
      `${last} LEFT JOIN ${paid} ON true`,
      's.id',
    ),
    subscriptionAddOns: rowList<Held & { riderId: string; unitPrice: string; type: string }>(
      {
        riderId: text('s.rider_id'),
        addOnId: bare('a.add_on_id'),
        quantity: bare('a.quantity'),
        unitPrice: plain('a.unit_price'),
        name: text('o.name'),
        type: plain('o.type'),
      },
      `${last} JOIN subscription_add_ons a ON a.subscription_id = s.id JOIN add_ons o ON o.id = a.add_on_id`,
      'o.sort_order, o.id',
    ),
    // Without one-time add-ons of the first month.
    paidAddOns: rowList<Held & { riderId: string }>(
      { riderId: text('s.rider_id'), addOnId: bare('a.add_on_id'), quantity: bare('a.quantity'), name: text('o.name') },
      `${last} CROSS JOIN ${paid} JOIN user_add_ons a ON a.purchase_id = paid.id JOIN add_ons o ON o.id = a.add_on_id
       WHERE NOT EXISTS (
         SELECT 1 FROM order_items i JOIN orders d ON d.id = i.order_id
         WHERE d.id = s.order_id AND d.valid_from = paid.valid_from AND i.add_on_id = a.add_on_id AND i.payment_type = 'one-time')`,
      'o.sort_order, o.id',
    ),
  }
}

/**
 * Returns the subscription that a user pays for a rider, or for themselves if none is named. Null if it ended, never
 * began, or is not confirmed by the provider yet.
 */
export async function subscriptionOf(
  userId: string,
  today: LocalDate,
  riderId = userId,
): Promise<(SubscriptionView & { used: Used }) | null> {
  const [view] = subscriptionViews(await queryLists(SUBSCRIPTION_OF_RIDER, [userId, riderId]))
  if (!view) return null
  const { lessons, privateLessons, makeups, hacks, horseUse } = await allowanceOf(riderId, today)
  return { ...view, used: { lessons, privateLessons, makeups, hacks, horseUse } }
}
const SUBSCRIPTION_OF_RIDER = listStatement(subscriptionLists('$1', '$2'))

type SubscriptionRows = RowsOf<ReturnType<typeof subscriptionLists>>

/** Returns one per rider. */
export const subscriptionViews = (rows: SubscriptionRows): SubscriptionView[] =>
  rows.subscription.map((row) => viewOf(row, rows))

function viewOf(row: Row, rows: SubscriptionRows): SubscriptionView {
  const ofRider = ({ riderId }: { riderId: string }) => riderId === row.riderId
  const subscriptionAddOns = rows.subscriptionAddOns.filter(ofRider)
  const paidAddOns = rows.paidAddOns.filter(ofRider)
  const addOns = subscriptionAddOns.map(({ addOnId, quantity, unitPrice, name }) => ({
    addOnId,
    name,
    quantity,
    price: centsOf(unitPrice),
  }))
  const packagePrice = centsOf(row.packagePrice)
  const fee = centsOf(row.fee)
  const hasPackage = row.packageId !== null
  const subtotal = addOns.reduce((sum, { price, quantity }) => sum + price * quantity, hasPackage ? packagePrice : 0)
  const { status, begun, billed } = row
  return {
    id: row.id,
    riderId: row.riderId,
    riderName: given(row.riderName),
    status,
    shown: shownStatus({ status, begun, billed }),
    begun,
    package:
      row.packageId === null
        ? null
        : { id: row.packageId, name: row.packageName ?? '', price: packagePrice, ...monthlyCounts(row) },
    addOns,
    methodType: row.methodType,
    cardFunding: row.cardFunding,
    subtotal,
    fee,
    monthlyPrice: subtotal + fee,
    hackAddons: subscriptionAddOns.reduce((sum, { type, quantity }) => sum + (type === 'hack' ? quantity : 0), 0),
    until: paidMonth(row, addOns, paidAddOns),
    renewsOn: row.currentPeriodEnd,
    endsOn: row.endsOn ?? addDays(row.currentPeriodEnd, -1),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  }
}

interface Held {
  addOnId: number
  name: string
  quantity: number
}

const sameAddOns = (a: readonly Held[], b: readonly Held[]): boolean =>
  a.length === b.length &&
  a.every(({ addOnId, quantity }) => b.some((other) => other.addOnId === addOnId && other.quantity === quantity))

/** Returns the paid month; null if nothing is paid, or if the next month has the same contents. */
function paidMonth(row: Row, next: readonly Held[], paid: readonly Held[]): SubscriptionView['until'] {
  const isSame = row.paidPackageId === row.packageId && sameAddOns(next, paid)
  if (!row.paidTo || isSame) return null
  return {
    day: row.paidTo,
    packageName: row.paidPackageName,
    addOns: paid.map(({ name, quantity }) => ({ name, quantity })),
  }
}

/** Returns add-ons from today on. Prices are in dollars. */
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
      userId: true,
      addOnId: true,
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

/** Whether a rider has a running subscription, whoever pays. */
export async function hasRunningSubscription(riderId: string): Promise<boolean> {
  const count = await prisma.subscription.count({
    where: {
      riderId,
      status: { in: CURRENT_STATUSES },
      stripeSubscriptionId: { not: null },
    },
  })
  return count > 0
}

/** Whether something of a subscription is paid, or on its way. */
export async function hasSubscriptionBegun(stripeSubscriptionId: string): Promise<boolean> {
  const where = { subscription: { stripeSubscriptionId }, status: { in: GRANTED_STATUSES } }
  return (await prisma.grant.count({ where })) > 0
}
