import { MONTHS_BEFORE } from '~/models/allowance/allowance'
import { allowanceLists, allowanceRowsOf, rideList } from '~/models/allowance/allowance-lists.server'
import { lastPurchaseLists, ownedLists } from '~/models/catalog/bought-before.server'
import { catalogLists, catalogOf } from '~/models/catalog/catalog.server'
import { GRANTED_STATUSES } from '~/models/payments/grant'
import type { Ride } from '~/models/rides/ride'
import { lastDayAhead, ridesOf } from '~/models/rides/ride.server'
import { rosterOf } from '~/models/schedule/roster'
import {
  horseList,
  instructorList,
  recordList,
  scheduleLists,
  scheduleTables,
} from '~/models/schedule/schedule-lists.server'
import { schoolLists, schoolOf } from '~/models/school/school.server'
import { RUNNING_STATUSES } from '~/models/subscriptions/subscription'
import { subscriptionLists, subscriptionView } from '~/models/subscriptions/subscription.server'
import { getEnv } from '~/platform/env.server'
import { askLists, plain, type RowsOf, rowList, text } from '~/platform/row-lists.server'
import { addMonths, type LocalDate, monthEnd, monthStart } from '~/utils/dates'
import { type PackageOfMonth, type PortalMonth, portalMonth } from './portal-month'

/**
 * `$1` to `$2`: the days that are shown. `$3`: the rider. `$1` to `$4`: this month and the next, and `$5` to `$6` with
 * those that makeups come from.
 */
const DAYS = { first: '$1::date', last: '$2::date' }
const RIDER = '$3'
const MONTH = {
  from: '$1::date',
  to: '$4::date',
  before: '$5::date',
  after: '$6::date',
  isRider: (column: string) => `${column} = ${RIDER}`,
}
const OVERVIEW = {
  ...scheduleLists(DAYS, { rider: RIDER }),
  records: recordList,
  instructors: instructorList(DAYS),
  horses: horseList(DAYS, { rider: RIDER }),
  ...allowanceLists(MONTH),
  rides: rideList(MONTH),
  boughtPackages: rowList<PackageOfMonth>(
    { name: text('p.name'), from: plain('g.valid_from'), to: plain('g.valid_to') },
    `package_purchases g JOIN packages p ON p.id = g.package_id
     WHERE g.user_id = ${RIDER} AND g.status IN (${GRANTED_STATUSES.map((status) => `'${status}'`).join(', ')})
       AND g.valid_from <= ${MONTH.to} AND g.valid_to >= ${MONTH.from}`,
    'g.valid_from, g.id',
  ),
}
const SHOP = {
  ...OVERVIEW,
  ...catalogLists,
  ...schoolLists,
  ...subscriptionLists(RIDER),
  ...ownedLists(RIDER, MONTH.from),
  ...lastPurchaseLists(RIDER),
  payingMethods: rowList<{ id: string | null }>(
    { id: text('default_payment_method_id') },
    `subscriptions WHERE user_id = ${RIDER} AND status IN (${RUNNING_STATUSES.map((status) => `'${status}'`).join(', ')})`,
  ),
}
const TABLES = { tables: scheduleTables(DAYS, { rider: RIDER }) }

function valuesOf(riderId: string, today: LocalDate): unknown[] {
  const from = monthStart(today)
  const to = monthEnd(addMonths(from, 1))
  return [from, lastDayAhead(today), riderId, to, addMonths(from, -MONTHS_BEFORE), monthEnd(addMonths(from, 2))]
}

export interface Overview {
  /** From today on, the next one first. */
  rides: Ride[]
  month: PortalMonth
  next: PortalMonth
}

function overviewOf(rows: RowsOf<typeof OVERVIEW>, riderId: string, today: LocalDate): Overview {
  const from = monthStart(today)
  const days = rosterOf(rows, { from, to: lastDayAhead(today) }, getEnv().schoolTimezone)
  const rides = ridesOf({ days }, riderId)
  const known = {
    rides,
    counters: new Map(rows.types.map(({ name, counter }) => [name, counter])),
    packages: rows.boughtPackages,
    rows: allowanceRowsOf([riderId], rows).get(riderId)!,
  }
  return {
    rides: rides.filter(({ date }) => date >= today),
    month: portalMonth(today, today, known),
    next: portalMonth(addMonths(from, 1), today, known),
  }
}

/** What a family sees first, in one statement. */
export const portalOverview = async (riderId: string, today: LocalDate): Promise<Overview> =>
  overviewOf(await askLists(OVERVIEW, valuesOf(riderId, today), TABLES), riderId, today)

/** The overview with what a family can buy and has bought, in one statement: the fee and the prices are those of the catalogue's version. */
export async function portalShop(riderId: string, today: LocalDate) {
  const rows = await askLists(SHOP, valuesOf(riderId, today), TABLES)
  const overview = overviewOf(rows, riderId, today)
  const { feeRate, feeScope } = schoolOf(rows.school[0] ?? null)
  return {
    ...overview,
    catalog: catalogOf(rows),
    owned: rows.owned,
    lastPurchase: rows.lastPurchase,
    subscription: subscriptionView(rows, overview.month.allowance),
    payingMethodId: rows.payingMethods[0]?.id ?? null,
    feeRate,
    feeScope,
  }
}
