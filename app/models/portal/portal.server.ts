import { allowanceOfMonth, MONTHS_BEFORE, type MonthAllowance } from '~/models/allowance/allowance'
import { allowanceLists, allowanceRowsOf, rideList } from '~/models/allowance/allowance-lists.server'
import { lastPurchaseLists, ownedLists } from '~/models/catalog/bought-before.server'
import { catalogLists, catalogOf } from '~/models/catalog/catalog.server'
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
import { askLists, type RowsOf, rowList, text } from '~/platform/row-lists.server'
import { addMonths, type LocalDate, monthEnd, monthOf, monthStart, yearOf } from '~/utils/dates'

/** `$1` to `$2`: the days to come. `$3`: the rider. `$4` to `$5`: the month, and `$6` to `$7` with those that makeups come from. */
const DAYS = { first: '$1::date', last: '$2::date' }
const RIDER = '$3'
const MONTH = {
  from: '$4::date',
  to: '$5::date',
  before: '$6::date',
  after: '$7::date',
  isRider: (column: string) => `${column} = ${RIDER}`,
}
const OVERVIEW = {
  ...scheduleLists(DAYS, { rider: RIDER }),
  records: recordList,
  instructors: instructorList(DAYS),
  horses: horseList(DAYS, { rider: RIDER }),
  ...allowanceLists(MONTH),
  rides: rideList(MONTH),
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
  const [from, to] = [monthStart(today), monthEnd(today)]
  return [today, lastDayAhead(today), riderId, from, to, addMonths(from, -MONTHS_BEFORE), monthEnd(addMonths(to, 1))]
}

export interface Overview {
  /** From today on, the next one first. */
  rides: Ride[]
  allowance: MonthAllowance
}

function overviewOf(rows: RowsOf<typeof OVERVIEW>, riderId: string, today: LocalDate): Overview {
  const days = rosterOf(rows, { from: today, to: lastDayAhead(today) }, getEnv().schoolTimezone)
  const allowance = allowanceRowsOf([riderId], rows).get(riderId)!
  return {
    rides: ridesOf({ days }, riderId),
    allowance: allowanceOfMonth({ year: yearOf(today), month: monthOf(today) }, allowance),
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
    subscription: subscriptionView(rows, overview.allowance),
    payingMethodId: rows.payingMethods[0]?.id ?? null,
    feeRate,
    feeScope,
  }
}
