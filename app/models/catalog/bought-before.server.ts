import { GRANTED_STATUSES } from '~/models/payments/grant'
import { askLists, bare, plain, type RowsOf, rowList, text } from '~/platform/row-lists.server'
import { type LocalDate, monthStart } from '~/utils/dates'
import type { OwnedPackage } from './catalog'

const GRANTED = GRANTED_STATUSES.map((status) => `'${status}'`).join(', ')

/** The packages that a user, given as SQL, has from a month on. */
export const ownedLists = (user: string, from: string) => ({
  owned: rowList<OwnedPackage>(
    { packageId: bare('g.package_id'), name: text('k.name'), month: plain('g.month') },
    `(SELECT DISTINCT package_id, date_trunc('month', valid_from)::date AS month FROM package_purchases
      WHERE user_id = ${user} AND valid_to >= ${from} AND status IN (${GRANTED})) g JOIN packages k ON k.id = g.package_id`,
    'g.month, k.sort_order, k.id',
  ),
})

/** The lines of the last purchase that a user, given as SQL, made once and paid. */
export const lastPurchaseLists = (user: string) => ({
  lastPurchase: rowList<{ packageId: number | null; addOnId: number | null; quantity: number }>(
    { packageId: bare('i.package_id'), addOnId: bare('i.add_on_id'), quantity: bare('i.quantity') },
    `order_items i WHERE i.order_id = (SELECT max(id) FROM orders
      WHERE user_id = ${user} AND kind = 'one_time' AND status IN ('paid', 'processing'))`,
    'i.id',
  ),
})

export type LastPurchase = RowsOf<ReturnType<typeof lastPurchaseLists>>['lastPurchase']

const OWNED = ownedLists('$1', '$2::date')

/** Lists the packages that a user has for this month and later ones. */
export const ownedPackages = async (userId: string, today: LocalDate): Promise<OwnedPackage[]> =>
  (await askLists(OWNED, [userId, monthStart(today)])).owned
