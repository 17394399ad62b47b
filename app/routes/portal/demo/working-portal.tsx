import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RideList } from '~/components/rides/ride-list'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { listPackages } from '~/models/money/catalog/catalog.server'
import { newNonce } from '~/models/money/payments/order.server'
import { paymentHistory } from '~/models/money/payments/payment-history.server'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { rideHistory, upcomingRides } from '~/models/schedule/rides/ride.server'
import { today } from '~/platform/clock.server'
import { PaymentHistory } from '~/routes/portal/home/payment-history'
import { CurrentSubscriptionCard } from '~/routes/portal/subscription/current-subscription-card'
import { yearOf } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formAction } from '~/web/form-action.server'
import { StartForm } from './start-form'
import { requireDemoViewer, startFormSchema, startMonths, startPackage } from './start-package.server'

export const meta: MetaFunction = () => [{ title: 'Working Portal' }]

const TABS = { subscription: 'Subscription', schedule: 'Schedule', history: 'History', payments: 'Payments' } as const
type Tab = keyof typeof TABS

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireDemoViewer(request)
  const query = new URL(request.url).searchParams
  const asked = query.get('tab') ?? 'subscription'
  const tab = asked in TABS ? (asked as Tab) : 'subscription'
  switch (tab) {
    case 'schedule':
      return { tab, rides: await upcomingRides(viewer.id, today()) }
    case 'history':
      return { tab, rides: await rideHistory(viewer.id, today()) }
    case 'payments': {
      const year = yearOf(today())
      return { tab, year, rows: await paymentHistory(viewer.id, year) }
    }
    default:
      return {
        tab,
        subscription: await subscriptionOf(viewer.id, today()),
        packages: await listPackages(),
        months: startMonths(),
        chosen: { package: query.get('package') ?? '', month: query.get('month') ?? '' },
        nonce: newNonce(),
      }
  }
}

export const action = formAction({
  guard: requireDemoViewer,
  schema: startFormSchema,
  failed: 'Subscription Creation Failed',
  fault: 'There was an error creating your subscription.',
  run({ viewer, value: { package: id, month, nonce } }) {
    const again = paths.workingPortal({ package: id, month })
    return startPackage(viewer, { id, startMonth: month, nonce }, paths.workingPortal(), again)
  },
})

export default function WorkingPortal() {
  const loaded = useLoaderData<typeof loader>()
  const tabs = Object.entries(TABS).map(([id, name]) => ({ id, name, to: paths.workingPortal({ tab: id }) }))
  return (
    <>
      <PageHeader title="Working Portal">Experimental portal (demo only).</PageHeader>
      <div className="mb-6">
        <Tabs label="Working portal" tabs={tabs} current={loaded.tab} />
      </div>
      {loaded.tab === 'subscription' && loaded.subscription ? (
        <CurrentSubscriptionCard subscription={loaded.subscription} modify />
      ) : null}
      {loaded.tab === 'subscription' && !loaded.subscription ? <StartForm {...loaded} /> : null}
      {loaded.tab === 'schedule' ? <RideList rides={loaded.rides} kind="scheduled" /> : null}
      {loaded.tab === 'history' ? <RideList rides={loaded.rides} kind="history" /> : null}
      {loaded.tab === 'payments' ? (
        <PaymentHistory rows={loaded.rows} year={loaded.year} years={[loaded.year]} />
      ) : null}
    </>
  )
}
