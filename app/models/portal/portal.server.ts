import { allowanceLists, allowanceRowsOf, rideList } from '~/models/allowance/allowance-lists.server'
import { lastPurchaseLists, ownedLists, shopRidersOf } from '~/models/money/catalog/bought-before.server'
import { catalogLists, catalogOf } from '~/models/money/catalog/catalog.server'
import { knownMethodLists } from '~/models/money/payments/methods/known-methods.server'
import { askedLists } from '~/models/money/payments/orders/at-school.server'
import { subscriptionLists, subscriptionViews } from '~/models/money/subscriptions/subscription.server'
import { childrenToAgree, consentLists } from '~/models/people/families/consent.server'
import { type FamilyRider, familyFrom, familyLists, memberTable } from '~/models/people/families/family.server'
import { type PackageOfMonth, type PortalMonth, portalMonth } from '~/models/schedule/rides/portal-month'
import { type FamilyRide, familyRidesOf, lastDayAhead } from '~/models/schedule/rides/ride.server'
import { openOfferLists } from '~/models/schedule/waitlist/waiting-lists.server'
import { rosterOf } from '~/models/schedule/week/roster'
import {
  horseList,
  instructorList,
  recordList,
  scheduleLists,
  scheduleTables,
} from '~/models/schedule/week/schedule-lists.server'
import { schoolLists, schoolOf } from '~/models/school/school.server'
import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import { unsignedLists, unsignedOf, waiverRuleLists } from '~/models/waivers/family-waivers.server'
import { now } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { listStatement, plain, queryLists, type RowsOf, rowList, text } from '~/platform/row-lists.server'
import { addMonths, formatInstant, type LocalDate, monthEnd, monthStart } from '~/utils/dates'

/** `$1` to `$2`: the days that are shown. `$3`: the account. `$1` to `$4`: this month and the next. `$5`: the instant. */
const DAYS = { first: '$1::date', last: '$2::date' }
const ACCOUNT = '$3'
const isRider = (column: string) => `${column} = ANY(ARRAY(SELECT id FROM members))`
const MONTH = { from: '$1::date', to: '$4::date', isRider }
const OVERVIEW = {
  ...familyLists(ACCOUNT),
  ...unsignedLists('members'),
  ...consentLists(ACCOUNT),
  ...waiverRuleLists,
  ...openOfferLists(isRider, '$5::timestamptz'),
  ...scheduleLists(DAYS, { isRider }),
  records: recordList,
  instructors: instructorList(DAYS),
  horses: horseList(DAYS, { isRider }),
  ...allowanceLists(MONTH),
  rides: rideList(MONTH),
  boughtPackages: rowList<PackageOfMonth & { riderId: string }>(
    { riderId: text('g.user_id'), name: text('p.name'), from: plain('g.valid_from'), to: plain('g.valid_to') },
    `package_purchases g JOIN packages p ON p.id = g.package_id
     WHERE ${isRider('g.user_id')} AND g.status IN (${GRANTED_STATUSES.map((status) => `'${status}'`).join(', ')})
       AND g.valid_from <= ${MONTH.to} AND g.valid_to >= ${MONTH.from}`,
    'g.valid_from, g.id',
  ),
}
const SHOP = {
  ...OVERVIEW,
  ...catalogLists,
  ...schoolLists,
  ...subscriptionLists(ACCOUNT),
  ...ownedLists(isRider, MONTH.from),
  ...lastPurchaseLists(ACCOUNT),
  ...knownMethodLists(ACCOUNT),
  ...askedLists(ACCOUNT, MONTH.from),
  payingMethods: rowList<{ id: string | null }>(
    { id: text('default_payment_method_id') },
    `subscriptions WHERE user_id = ${ACCOUNT} AND status IN (${RUNNING_STATUSES.map((status) => `'${status}'`).join(', ')})`,
  ),
}
const TABLES = `WITH ${memberTable(ACCOUNT)}, ${scheduleTables(DAYS, { isRider })}`
const ASK_OVERVIEW = listStatement(OVERVIEW, TABLES)
const ASK_SHOP = listStatement(SHOP, TABLES)

function valuesOf(userId: string, today: LocalDate): unknown[] {
  const from = monthStart(today)
  const to = monthEnd(addMonths(from, 1))
  return [from, lastDayAhead(today), userId, to, now()]
}

interface Offer {
  id: number
  /** The rider's first name. */
  rider: string
  date: LocalDate
  time: string
  type: string
  weekly: boolean
  until: string
}

export interface PortalRider extends FamilyRider {
  month: PortalMonth
  next: PortalMonth
}

export interface Overview {
  /** Everyone who rides; never empty. */
  family: PortalRider[]
  /** The rides of all of them, from today on, the next one first. */
  rides: FamilyRide[]
  /** Riders with a waiver to sign. */
  unsigned: FamilyRider[]
  /** The children whose data the account is asked to agree to store. */
  toAgree: FamilyRider[]
  /** Whether they have to sign before they buy and book. */
  waiverRequired: boolean
  /** Places that are held until the family answers. */
  offers: Offer[]
}

function overviewOf(rows: RowsOf<typeof OVERVIEW>, userId: string, today: LocalDate): Overview {
  const riders = familyFrom(rows, userId)
  const ids = riders.map(({ id }) => id)
  const from = monthStart(today)
  const zone = getEnv().schoolTimezone
  const rides = familyRidesOf({ days: rosterOf(rows, { from, to: lastDayAhead(today) }, zone) }, ids)
  const counters = new Map(rows.types.map(({ name, counter }) => [name, counter]))
  const allowances = allowanceRowsOf(ids, rows)
  return {
    family: riders.map((rider) => {
      const packages = rows.boughtPackages.filter(({ riderId }) => riderId === rider.id)
      const own = rides.filter(({ riderId }) => riderId === rider.id)
      const known = { rides: own, counters, packages, rows: allowances.get(rider.id)! }
      return {
        ...rider,
        month: portalMonth(today, today, known),
        next: portalMonth(addMonths(from, 1), today, known),
      }
    }),
    rides: rides.filter(({ date }) => date >= today),
    unsigned: unsignedOf(rows, riders),
    toAgree: childrenToAgree(rows, riders),
    offers: rows.offers.map(({ riderId, until, ...offer }) => ({
      ...offer,
      rider: riders.find(({ id }) => id === riderId)?.firstName ?? '',
      until: formatInstant(until, zone),
    })),
    waiverRequired: rows.waiverRule[0]?.required ?? false,
  }
}

/** Returns a family's first page in one statement: its riders with their months, and their rides. */
export const portalOverview = async (userId: string, today: LocalDate): Promise<Overview> =>
  overviewOf(await queryLists(ASK_OVERVIEW, valuesOf(userId, today)), userId, today)

/**
 * Returns the overview with what a family can buy and has bought, in one statement, so that the fee and the prices
 * belong to the catalog's version.
 */
export async function portalShop(userId: string, today: LocalDate) {
  const rows = await queryLists(ASK_SHOP, valuesOf(userId, today))
  const overview = overviewOf(rows, userId, today)
  const { feeRate, feeScope, payWords, payAtSchool } = schoolOf(rows.school[0] ?? null)
  return {
    ...overview,
    catalog: catalogOf(rows),
    riders: shopRidersOf(overview.family, rows),
    lastPurchase: rows.lastPurchase,
    subscriptions: subscriptionViews(rows),
    payingMethodIds: rows.payingMethods.map(({ id }) => id),
    knownMethods: rows.knownMethods[0],
    asked: rows.asked,
    feeRate,
    feeScope,
    payWords,
    payAtSchool,
  }
}
