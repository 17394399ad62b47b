import { type FamilyRider, familyFrom, familyLists, memberTable } from '~/models/people/families/family.server'
import type { OwnedPackage, ShopRider } from '~/models/vocabulary/catalog'
import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { CURRENT_STATUSES } from '~/models/vocabulary/subscription'
import { bare, listStatement, plain, queryLists, type RowsOf, rowList, text } from '~/platform/row-lists.server'
import { type LocalDate, monthStart } from '~/utils/dates'

type Of<Row> = Row & { riderId: string }
type IsRider = (column: string) => string

const words = (list: readonly string[]) => list.map((word) => `'${word}'`).join(', ')

/** Selects what riders have: their packages from a month on, given as SQL, the last one, and whether a subscription is running. */
export const ownedLists = (isRider: IsRider, from: LocalDate) => ({
  owned: rowList<Of<OwnedPackage>>(
    { riderId: text('g.user_id'), packageId: bare('k.id'), name: text('k.name'), month: plain('g.month') },
    `(SELECT DISTINCT user_id, package_id, date_trunc('month', valid_from)::date AS month FROM package_purchases
      WHERE ${isRider('user_id')} AND valid_to >= ${from} AND status IN (${words(GRANTED_STATUSES)})) g
     JOIN packages k ON k.id = g.package_id`,
    'g.month, k.sort_order, k.id',
  ),
  lastPackages: rowList<Of<{ packageId: number }>>(
    { riderId: text('user_id'), packageId: bare('package_id') },
    `(SELECT DISTINCT ON (user_id) user_id, package_id FROM package_purchases
      WHERE ${isRider('user_id')} AND package_id IS NOT NULL AND status IN (${words(GRANTED_STATUSES)})
      ORDER BY user_id, id DESC) last`,
  ),
  subscribed: rowList<{ riderId: string }>(
    { riderId: text('rider_id') },
    `subscriptions
     WHERE ${isRider('rider_id')} AND status IN (${words(CURRENT_STATUSES)}) AND stripe_subscription_id IS NOT NULL`,
  ),
})

/** Selects the lines of what a user, given as SQL, last bought once and paid for each rider. */
export const lastPurchaseLists = (user: string) => ({
  lastPurchase: rowList<Of<{ packageId: number | null; addOnId: number | null; quantity: number }>>(
    {
      riderId: text('i.rider_id'),
      packageId: bare('i.package_id'),
      addOnId: bare('i.add_on_id'),
      quantity: bare('i.quantity'),
    },
    `order_items i JOIN (
       SELECT l.rider_id, max(l.order_id) AS order_id FROM orders o JOIN order_items l ON l.order_id = o.id
       WHERE o.user_id = ${user} AND o.kind = 'one_time' AND o.status IN ('paid', 'processing') GROUP BY l.rider_id) last
     ON last.order_id = i.order_id AND last.rider_id = i.rider_id`,
    'i.id',
  ),
})

export type LastPurchase = RowsOf<ReturnType<typeof lastPurchaseLists>>['lastPurchase']

export const shopRidersOf = (
  family: readonly FamilyRider[],
  { owned, lastPackages, subscribed }: RowsOf<ReturnType<typeof ownedLists>>,
): ShopRider[] =>
  family.map(({ id, firstName, isSelf }) => ({
    id,
    name: firstName,
    isSelf,
    owned: owned.filter((one) => one.riderId === id).map(({ riderId: _, ...one }) => one),
    lastPackageId: lastPackages.find(({ riderId }) => riderId === id)?.packageId ?? null,
    subscribed: subscribed.some(({ riderId }) => riderId === id),
  }))

const SHOP_RIDERS = listStatement(
  {
    ...familyLists('$1'),
    ...ownedLists((column) => `${column} = ANY(ARRAY(SELECT id FROM members))`, '$2::date'),
  },
  `WITH ${memberTable('$1')}`,
)

/** Returns the riders for whom a user can buy, with what each has for this month and later ones. */
export async function shopRiders(userId: string, today: LocalDate): Promise<ShopRider[]> {
  const rows = await queryLists(SHOP_RIDERS, [userId, monthStart(today)])
  return shopRidersOf(familyFrom(rows, userId), rows)
}
