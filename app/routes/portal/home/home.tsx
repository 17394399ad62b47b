import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConsentAsk } from '~/components/consent/consent-ask'
import { RideList } from '~/components/rides/ride-list'
import { AskToConfirm } from '~/components/sign-in/ask-to-confirm'
import { SignInScreen } from '~/components/sign-in/sign-in-screen'
import { WaiverAsk } from '~/components/waivers/waiver-ask'
import { profileValues } from '~/models/accounts/profile'
import { displayName, isAdmin, isInstructor, type Viewer } from '~/models/accounts/user'
import { withMakeups } from '~/models/makeups/makeups-of-rides.server'
import { newNonce } from '~/models/payments/order.server'
import { paymentHistory } from '~/models/payments/payment-history.server'
import { yearsWithPayments } from '~/models/payments/payment-transaction.server'
import { monthlyRate } from '~/models/payments/pricing'
import { portalOverview, portalShop } from '~/models/portal/portal.server'
import { isBought } from '~/models/portal/portal-month'
import { familyRideHistory } from '~/models/rides/ride.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { CompletionDialog } from '~/routes/portal/profile/completion-dialog'
import { readSelection } from '~/routes/portal/purchase/read-selection'
import { RiderTabs } from '~/routes/portal/rides/rider-tabs'
import { knownOrAsked } from '~/services/stripe/payment-methods.server'
import { monthName, yearOf } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { getSignedIn, getViewer } from '~/web/auth.server'
import { profileToComplete } from '~/web/profile-prompt.server'
import { signInData } from '~/web/sign-in.server'
import { purchasesAgain } from './again'
import { BuyAgain } from './buy-again'
import { ExternalPayment } from './external-payment'
import { FirstSteps } from './first-steps'
import { MakeAPayment } from './make-a-payment'
import { NextMonth } from './next-month'
import { nextRidesOf } from './next-rides'
import { NextRides } from './next-rides-list'
import { OfferedPlaces } from './offered-places'
import { PaymentHistory } from './payment-history'
import { isPortalTab, PortalTabs } from './portal-tabs'
import { ThisMonth } from './this-month'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Customer Portal' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await getSignedIn(request)
  if (user && isInstructor(user)) throw redirect(paths.teaching())
  const viewer = await getViewer(request)
  if (!viewer) return { signedOut: true as const, signIn: await signInData(request) }
  const content = await tabContent(viewer, new URL(request.url).searchParams)
  if (!content) throw new Response('Rider not found.', { status: 404, statusText: 'Not Found' })
  const incomplete = await profileToComplete(request, viewer)
  return {
    signedOut: false as const,
    incomplete: incomplete && profileValues(incomplete),
    name: displayName(viewer),
    content,
    externalPaymentUrl: getEnv().externalPaymentUrl ?? null,
  }
}

/** What the chosen tab shows; null if the family has no rider as the query asks for. */
async function tabContent(viewer: Viewer, query: URLSearchParams) {
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
    case 'history':
      return { tab, ...ofRiders, rides: await familyRideHistory(ids, today()) }
    case 'payments':
      return { tab, ...(await paymentsOf(viewer.id, query.get('year'))) }
  }
}

/** An account that does not ride itself may be asked for too. */
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
  // The office looks at what families have: it has nothing to sign or to buy.
  const isVisiting = isAdmin(viewer) && family.length < 2 && isNew
  const { catalog, riders, subscriptions, feeRate, feeScope } = shop
  return {
    tab: 'pay' as const,
    toConfirm: viewer.isAddressProved ? null : viewer.email,
    unsigned: (isVisiting ? [] : unsigned).map(({ id, firstName, isSelf }) => ({ id, firstName, isSelf })),
    toAgree: (isVisiting ? [] : toAgree).map(({ firstName }) => firstName),
    waiverRequired: shop.waiverRequired,
    offers: shop.offers,
    isNew,
    isVisiting,
    family,
    rides: nextRidesOf(rides, day),
    again: purchasesAgain({ ...shop, methods }, day),
    today: day,
    shop: {
      catalog,
      subscriptions,
      methods,
      selection: readSelection(query, catalog, riders),
      feeRate,
      feeScope,
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

export default function Portal() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.signedOut) return <SignInScreen {...loaded.signIn} />
  const { content } = loaded
  return (
    <>
      <header className="portal-header">
        <h1 className="sm:text-2xl">Welcome back!</h1>
        <p className="text-muted">{loaded.name}</p>
      </header>
      <PortalTabs current={content.tab} />
      {content.tab === 'pay' ? <Home {...content} /> : null}
      {content.tab === 'scheduled' || content.tab === 'history' ? (
        <>
          {content.family.length ? <RiderTabs family={content.family} asked={content.asked} tab={content.tab} /> : null}
          <RideList rides={content.rides} kind={content.tab} named={content.family.length > 0 && !content.asked} />
        </>
      ) : null}
      {content.tab === 'payments' ? <PaymentHistory {...content} /> : null}
      {content.tab === 'pay' || content.tab === 'payments' ? <ExternalPayment url={loaded.externalPaymentUrl} /> : null}
      {loaded.incomplete ? <CompletionDialog values={loaded.incomplete} /> : null}
    </>
  )
}

/** The portal's first tab: what needs an answer, the next rides, the month, and what can be bought. */
function Home({ family, rides, again, shop, today, ...content }: NonNullable<Awaited<ReturnType<typeof shopContent>>>) {
  const named = family.length > 1 || family[0]?.isSelf === false
  return (
    <div className="portal-home">
      <div className="asks">
        <AskToConfirm email={content.toConfirm} />
        <OfferedPlaces offers={content.offers} named={named} />
        <WaiverAsk riders={content.unsigned} required={content.waiverRequired} />
        <ConsentAsk names={content.toAgree} />
      </div>
      {content.isVisiting ? null : content.isNew ? (
        <FirstSteps month={monthName(today)} />
      ) : (
        <div className="home-now">
          <NextRides
            rides={rides}
            names={named ? new Map(family.map(({ id, firstName }) => [id, firstName])) : null}
            today={today}
          />
          <ThisMonth family={family} named={named} today={today} />
        </div>
      )}
      <NextMonth family={family} named={named} />
      {again.map((one) => (
        <BuyAgain key={one.from} again={one} nonce={shop.nonce} prices={shop.catalog.version} today={today} />
      ))}
      <MakeAPayment {...shop} />
    </div>
  )
}
