import { knownOrAsked } from '~/models/money/methods/payment-methods.server'
import { newNonce } from '~/models/money/payments/order.server'
import { atSchoolOf } from '~/models/money/payments/orders/at-school.server'
import { paymentHistory } from '~/models/money/payments/payment-history.server'
import { yearsWithPayments } from '~/models/money/payments/payment-transaction.server'
import { monthlyRate } from '~/models/money/payments/pricing'
import { portalOverview, portalShop } from '~/models/portal/portal.server'
import { withMakeups } from '~/models/schedule/makeups/makeups-of-rides.server'
import { isBought } from '~/models/schedule/rides/portal-month'
import { familyRideHistory, RIDES_OF_A_PAGE } from '~/models/schedule/rides/ride.server'
import { isAdmin, type Viewer } from '~/models/vocabulary/user'
import { schoolNow, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { payingByDefault, readSelection } from '~/routes/portal/purchase/read-selection'
import { payableAs } from '~/routes/portal/purchase/selection'
import { isMailSetUp } from '~/services/mail/set-up.server'
import { yearOf } from '~/utils/dates'
import { purchasesAgain } from './again'
import { nextRidesOf } from './next-rides'
import { isPortalTab } from './portal-tabs'

export type ShopContent = NonNullable<Awaited<ReturnType<typeof shopContent>>>

/** Returns the contents of the chosen tab; null if the family has no rider with the requested ID. */
export async function tabContent(viewer: Viewer, query: URLSearchParams) {
  const named = query.get('tab')
  const tab = isPortalTab(named) ? named : 'pay'
  if (tab === 'pay') return shopContent(viewer, query)
  const overview = await portalOverview(viewer.id, today())
  const family = overview.family.map(({ id, name, firstName, isSelf }) => ({ id, name, firstName, isSelf }))
  const asked = query.get('rider')
  if (!mayAsk(viewer, family, asked)) return null
  const one = family.find(({ id }) => id === asked)
  const ids = (one ? [one] : family).map(({ id }) => id)
  const ofRiders = { family: family.length > 1 ? family : [], asked: one?.id }
  switch (tab) {
    case 'scheduled':
      return {
        tab,
        ...ofRiders,
        rides: await withMakeups(overview.rides.filter((ride) => ids.includes(ride.riderId))),
      }
    case 'history': {
      const rides = await familyRideHistory(ids, today())
      return { tab, ...ofRiders, rides: rides.slice(0, RIDES_OF_A_PAGE), count: rides.length }
    }
    case 'payments':
      return { tab, ...(await paymentsOf(viewer.id, query.get('year'))) }
  }
}

/** Whether an account that does not ride may be requested. */
const mayAsk = (viewer: Viewer, family: { id: string }[], asked: string | null) =>
  !asked || asked === viewer.id || family.some(({ id }) => id === asked)

async function shopContent(viewer: Viewer, query: URLSearchParams) {
  const day = today()
  const shop = await portalShop(viewer.id, day)
  if (!mayAsk(viewer, shop.family, query.get('rider'))) return null
  const { family, rides, unsigned, toAgree } = shop
  const methods = await knownOrAsked(viewer.id, {
    customerId: viewer.stripeCustomerId,
    known: shop.knownMethods,
    usedIds: shop.payingMethodIds,
  })
  const isNew = !rides.length && family.every(({ month, next }) => !isBought(month) && !isBought(next))
  // An administrator who looks at the portal has nothing to sign or to buy.
  const isVisiting = isAdmin(viewer) && family.length < 2 && isNew
  const { next, more } = nextRidesOf(rides, schoolNow())
  const { catalog, riders, subscriptions, feeRate, feeScope, asked } = shop
  const atSchool = atSchoolOf(shop)
  return {
    tab: 'pay' as const,
    toConfirm: viewer.isAddressProved || !isMailSetUp() ? null : viewer.email,
    unsigned: (isVisiting ? [] : unsigned).map(({ id, firstName, isSelf }) => ({ id, firstName, isSelf })),
    toAgree: (isVisiting ? [] : toAgree).map(({ firstName }) => firstName),
    waiverRequired: shop.waiverRequired,
    offers: shop.offers,
    isNew,
    isVisiting,
    family,
    rides: next,
    moreRides: more,
    again: purchasesAgain({ ...shop, methods, atSchool }, day),
    asked,
    today: day,
    shop: {
      catalog,
      subscriptions,
      methods,
      selection: payableAs(payingByDefault(readSelection(query, catalog, riders), query, methods), atSchool),
      feeRate,
      feeScope,
      atSchool,
      monthlyFeeRate: monthlyRate({ feeRate, feeScope }, methods),
      today: day,
      riders,
      nonce: newNonce(),
    },
  }
}

async function paymentsOf(userId: string, asked: string | null) {
  const thisYear = yearOf(today())
  const paid = await yearsWithPayments(userId, getEnv().schoolTimezone)
  const years = [...new Set([thisYear, thisYear - 1, ...paid])].sort((a, b) => b - a)
  const year = years.find((option) => String(option) === asked) ?? thisYear
  return { year, years, rows: await paymentHistory(userId, year) }
}
