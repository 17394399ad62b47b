import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { ConsentAsk } from '~/components/consent/consent-ask'
import { Rich } from '~/components/rich'
import { RideList } from '~/components/rides/ride-list'
import { AskToConfirm } from '~/components/sign-in/ask-to-confirm'
import { SignInScreen } from '~/components/sign-in/sign-in-screen'
import { WaiverAsk } from '~/components/waivers/waiver-ask'
import { profileValues } from '~/models/people/accounts/profile'
import { displayName, isInstructor } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import { CompletionDialog } from '~/routes/portal/profile/completion-dialog'
import { RiderTabs } from '~/routes/portal/rides/rider-tabs'
import { monthName } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { getSignedIn, getViewer } from '~/web/auth.server'
import { profileToComplete } from '~/web/profile-prompt.server'
import { signInData } from '~/web/sign-in.server'
import { AskedFor } from './asked-for'
import { BuyAgain } from './buy-again'
import { type ShopContent, tabContent } from './content.server'
import { FirstSteps } from './first-steps'
import { MakeAPayment } from './make-a-payment'
import { NextMonth } from './next-month'
import { NextRides } from './next-rides-list'
import { OfferedPlaces } from './offered-places'
import { PaymentHistory } from './payment-history'
import { PortalTabs } from './portal-tabs'
import { ThisMonth } from './this-month'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Customer Portal') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await getSignedIn(request)
  if (user && isInstructor(user)) throw redirect(paths.teaching())
  const viewer = await getViewer(request)
  if (!viewer) return { signedOut: true as const, signIn: await signInData(request) }
  const content = await tabContent(viewer, new URL(request.url).searchParams)
  if (!content) throw new Response(t('Rider not found.'), { status: 404, statusText: 'Not Found' })
  const incomplete = await profileToComplete(request, viewer)
  return {
    signedOut: false as const,
    incomplete: incomplete && profileValues(incomplete),
    name: displayName(viewer),
    content,
    externalPaymentUrl: getEnv().externalPaymentUrl ?? null,
  }
}

export default function Portal() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.signedOut) return <SignInScreen {...loaded.signIn} />
  const { content } = loaded
  return (
    <>
      <header className="portal-header">
        <h1 className="sm:text-2xl">{t('Welcome back!')}</h1>
        <p className="text-muted">{loaded.name}</p>
      </header>
      <PortalTabs current={content.tab} />
      {content.tab === 'pay' ? <Home {...content} /> : null}
      {content.tab === 'scheduled' || content.tab === 'history' ? (
        <>
          {content.family.length ? <RiderTabs family={content.family} asked={content.asked} tab={content.tab} /> : null}
          <RideList
            rides={content.rides}
            kind={content.tab}
            named={content.family.length > 0 && !content.asked}
            all={
              content.tab === 'history'
                ? { count: content.count, to: paths.rideHistory({ rider: content.asked }) }
                : undefined
            }
          />
        </>
      ) : null}
      {content.tab === 'payments' ? <PaymentHistory {...content} /> : null}
      {content.tab === 'pay' || content.tab === 'payments' ? <ExternalPayment url={loaded.externalPaymentUrl} /> : null}
      {loaded.incomplete ? <CompletionDialog values={loaded.incomplete} /> : null}
    </>
  )
}

/** The portal's first tab: what needs an answer, the next rides, the month, and what can be bought. */
function Home({ family, rides, moreRides, again, asked, shop, today, ...content }: ShopContent) {
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
            more={moreRides}
            names={named ? new Map(family.map(({ id, firstName }) => [id, firstName])) : null}
            today={today}
          />
          <ThisMonth family={family} named={named} today={today} />
        </div>
      )}
      <NextMonth family={family} named={named} />
      <AskedFor asked={asked} atSchool={shop.atSchool} />
      {again.map((one) => (
        <BuyAgain key={one.from} again={one} nonce={shop.nonce} prices={shop.catalog.version} today={today} />
      ))}
      <MakeAPayment {...shop} />
    </div>
  )
}

/** The school's own place for payments that are not sold here; nothing if it has none. */
function ExternalPayment({ url }: { url: string | null }) {
  if (!url) return null
  return (
    <p className="mt-4 text-muted">
      <Rich
        text="Is what you want to pay not listed? <a>Pay it here (opens in a new tab)</a>"
        values={{
          a: (inside) => (
            <a href={url} target="_blank" rel="noreferrer" className="link">
              {inside}
            </a>
          ),
        }}
      />
    </p>
  )
}
