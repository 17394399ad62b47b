import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConsentAsk } from '~/components/consent/consent-ask'
import { RideList } from '~/components/rides/ride-list'
import { AskToConfirm } from '~/components/sign-in/ask-to-confirm'
import { SignInScreen } from '~/components/sign-in/sign-in-screen'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { WaiverAsk } from '~/components/waivers/waiver-ask'
import { profileValues } from '~/models/accounts/profile'
import { displayName, isAdmin, isInstructor, type Viewer } from '~/models/accounts/user'
import { newNonce } from '~/models/payments/order.server'
import { paymentHistory } from '~/models/payments/payment-history.server'
import { yearsWithPayments } from '~/models/payments/payment-transaction.server'
import { monthlyRate } from '~/models/payments/pricing'
import { portalOverview, portalShop } from '~/models/portal/portal.server'
import { isBought } from '~/models/portal/portal-month'
import { takesPlace } from '~/models/rides/ride'
import { rideHistory } from '~/models/rides/ride.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { CompletionDialog } from '~/routes/portal/profile/completion-dialog'
import { readSelection } from '~/routes/portal/purchase/read-selection'
import { knownOrAsked } from '~/services/stripe/payment-methods.server'
import { yearOf } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { getSignedIn, getViewer } from '~/web/auth.server'
import { profileToComplete } from '~/web/profile-prompt.server'
import { signInData } from '~/web/sign-in.server'
import { purchasesAgain } from './again'
import { ExternalPayment } from './external-payment'
import { FamilyRiders } from './family-riders'
import { MakeAPayment } from './make-a-payment'
import { OfferedPlaces } from './offered-places'
import { Overview } from './overview'
import { PaymentHistory } from './payment-history'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Customer Portal' }]

const TABS = {
  pay: 'Make a Payment',
  scheduled: 'Scheduled Rides',
  history: 'Ride History',
  payments: 'Payment History',
} as const
type Tab = keyof typeof TABS

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await getSignedIn(request)
  if (user && isInstructor(user)) throw redirect(paths.teaching())
  const viewer = await getViewer(request)
  if (!viewer) return { signedOut: true as const, signIn: await signInData(request) }
  const query = new URL(request.url).searchParams
  const shown = await tabContent(viewer, query)
  if (!shown) throw new Response('Rider not found.', { status: 404, statusText: 'Not Found' })
  const { rides, month, next, rider, family, unsigned, toAgree, waiverRequired, offers, content } = shown
  const incomplete = await profileToComplete(request, viewer)
  // The office looks at what families have: it has nothing to sign or to buy.
  const isVisiting = isAdmin(viewer) && !family.length && !rides.length && !isBought(month) && !isBought(next)
  return {
    signedOut: false as const,
    incomplete: incomplete && profileValues(incomplete),
    name: displayName(viewer),
    toConfirm: viewer.isAddressProved ? null : viewer.email,
    rider,
    family,
    isVisiting,
    unsigned: (isVisiting ? [] : unsigned).map(({ id, firstName, isSelf }) => ({ id, firstName, isSelf })),
    toAgree: (isVisiting ? [] : toAgree).map(({ firstName }) => firstName),
    waiverRequired,
    offers,
    today: today(),
    nextRides: rides.filter(takesPlace).slice(0, 3),
    month,
    next,
    content,
    externalPaymentUrl: getEnv().externalPaymentUrl ?? null,
  }
}

/** The overview, and what the chosen tab shows; null if the family has no rider as the query asks for. */
async function tabContent(viewer: Viewer, query: URLSearchParams) {
  const asked = query.get('tab') ?? 'pay'
  const tab: Tab = asked in TABS ? (asked as Tab) : 'pay'
  const day = today()
  const riderId = query.get('rider')
  if (tab === 'pay') {
    const shop = await portalShop(viewer.id, day, riderId)
    if (!shop) return null
    const methods = await knownOrAsked(viewer.id, {
      customerId: viewer.stripeCustomerId,
      known: shop.knownMethods,
      usedIds: shop.payingMethodIds,
    })
    const { catalog, riders, subscriptions, feeRate, feeScope } = shop
    const content = {
      tab,
      catalog,
      subscriptions,
      methods,
      selection: readSelection(query, catalog, riders),
      feeRate,
      feeScope,
      monthlyFeeRate: monthlyRate({ feeRate, feeScope }, methods),
      today: day,
      riders,
      again: purchasesAgain({ ...shop, methods }, day),
      nonce: newNonce(),
    }
    return { ...shop, content }
  }
  const overview = await portalOverview(viewer.id, day, riderId)
  if (!overview) return null
  switch (tab) {
    case 'scheduled':
      return { ...overview, content: { tab, rides: overview.rides } }
    case 'history':
      return { ...overview, content: { tab, rides: await rideHistory(overview.rider.id, day) } }
    case 'payments':
      return { ...overview, content: { tab, ...(await paymentsOf(viewer.id, query.get('year'))) } }
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
  const { content, rider, family } = loaded
  const chosen = family.length ? rider.id : undefined
  // Payments are the account's, whoever of its family rides.
  const ofRider = content.tab !== 'payments'
  const tabs = Object.entries(TABS).map(([id, name]) => ({
    id,
    name,
    to: paths.portal({ tab: id === 'pay' ? undefined : id, rider: chosen }),
  }))
  return (
    <>
      <PageHeader title="Welcome back!">{loaded.name}</PageHeader>
      <AskToConfirm email={loaded.toConfirm} />
      <OfferedPlaces offers={loaded.offers} family={family.length > 0} today={loaded.today} />
      <WaiverAsk riders={loaded.unsigned} required={loaded.waiverRequired} />
      <ConsentAsk names={loaded.toAgree} />
      <div className="mb-6">
        <Tabs label="Portal" tabs={tabs} current={content.tab} />
      </div>
      {ofRider && family.length ? (
        <FamilyRiders riders={family} chosen={rider.id} tab={content.tab} today={loaded.today} />
      ) : null}
      {!ofRider || (rider.isSelf && !family.length) ? null : <h2 className="mb-2 text-lg">{rider.name}</h2>}
      {content.tab !== 'pay' || loaded.isVisiting ? null : (
        <div className="mb-6">
          <Overview
            riderId={rider.id}
            today={loaded.today}
            rides={loaded.nextRides}
            month={loaded.month}
            next={loaded.next}
          />
        </div>
      )}
      {content.tab === 'pay' ? <MakeAPayment {...content} /> : null}
      {content.tab === 'payments' ? <PaymentHistory {...content} /> : null}
      {content.tab === 'pay' || content.tab === 'payments' ? (
        <div className="mt-6">
          <ExternalPayment url={loaded.externalPaymentUrl} />
        </div>
      ) : null}
      {content.tab === 'scheduled' || content.tab === 'history' ? (
        <RideList rides={content.rides} kind={content.tab} />
      ) : null}
      {loaded.incomplete ? <CompletionDialog values={loaded.incomplete} /> : null}
    </>
  )
}
