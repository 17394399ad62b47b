import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RideList } from '~/components/rides/ride-list'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { listPackages } from '~/models/catalog/catalog.server'
import { type FirstDay, newNonce } from '~/models/payments/order.server'
import { paymentHistory } from '~/models/payments/payment-history.server'
import { rideHistory, upcomingRides } from '~/models/rides/ride.server'
import { subscriptionOf } from '~/models/subscriptions/subscription.server'
import { today } from '~/platform/clock.server'
import { PaymentHistory } from '~/routes/portal/home/payment-history'
import { CurrentSubscriptionCard } from '~/routes/portal/subscription/current-subscription-card'
import { methodsToShow } from '~/services/stripe/payment-methods.server'
import { createSubscription } from '~/services/stripe/subscription/subscriptions.server'
import { addMonths, MONTHS, monthStart, yearOf } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { requireDemo } from '~/web/demo.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectToNextStep } from '~/web/subscription-start.server'
import { StartForm } from './start-form'

export const meta: MetaFunction = () => [{ title: 'Working Portal' }]

const TABS = { subscription: 'Subscription', schedule: 'Schedule', history: 'History', payments: 'Payments' } as const
type Tab = keyof typeof TABS

/** The 1st of each of the next 12 months (specification, section 9). */
const startMonths = () => MONTHS.map((n) => addMonths(monthStart(today()), n) as FirstDay)

export async function loader({ request }: LoaderFunctionArgs) {
  requireDemo()
  const viewer = await requireViewer(request)
  const query = new URL(request.url).searchParams
  const asked = query.get('tab') ?? 'subscription'
  const tab = asked in TABS ? (asked as Tab) : 'subscription'
  switch (tab) {
    case 'schedule':
      return { tab, rides: await upcomingRides(viewer.id, today()) }
    case 'history':
      return { tab, rides: await rideHistory(viewer.id, today(), {}) }
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
        chosen: { packageId: Number(query.get('package')) || null, month: query.get('month') ?? '' },
        nonce: newNonce(),
      }
  }
}

export async function action({ request }: ActionFunctionArgs) {
  requireDemo()
  const viewer = await requireViewer(request)
  const form = await csrfForm(request)
  const id = Number(form.get('package'))
  const month = startMonths().find((option) => option === form.get('month'))
  const refuse = (errors: { package?: string; month?: string; form?: string }, status = 400) =>
    data({ errors, chosen: { packageId: id || null, month: month ?? '' } }, { status })
  if (!Number.isSafeInteger(id) || id <= 0) return refuse({ package: 'Please select a package first' })
  if (!month) return refuse({ month: 'Please select a start month' })
  try {
    const [saved] = (await methodsToShow(viewer.id)) ?? []
    const outcome = await createSubscription(viewer.id, {
      items: [{ type: 'package', id, quantity: 1 }],
      startDate: month,
      method: saved?.type ?? 'card',
      nonce: /^[\w-]{16,64}$/.exec(String(form.get('nonce')))?.[0] ?? newNonce(),
    })
    return redirectToNextStep(outcome, paths.workingPortal(), paths.workingPortal({ package: id, month }))
  } catch (error) {
    const refused = refusalOf(error, 'There was an error creating your subscription.')
    return refuse({ form: refused.message }, refused.status)
  }
}

export default function WorkingPortal() {
  const loaded = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const tabs = Object.entries(TABS).map(([id, name]) => ({ id, name, to: paths.workingPortal({ tab: id }) }))
  return (
    <>
      <PageHeader title="Working Portal">
        A plain portal for trying things out. It is part of demo mode only.
      </PageHeader>
      <div className="mb-6">
        <Tabs label="Working portal" tabs={tabs} current={loaded.tab} />
      </div>
      {loaded.tab === 'subscription' && loaded.subscription ? (
        <CurrentSubscriptionCard subscription={loaded.subscription} modify />
      ) : null}
      {loaded.tab === 'subscription' && !loaded.subscription ? (
        <StartForm {...loaded} chosen={refused?.chosen ?? loaded.chosen} errors={refused?.errors} />
      ) : null}
      {loaded.tab === 'schedule' ? <RideList rides={loaded.rides} kind="scheduled" /> : null}
      {loaded.tab === 'history' ? <RideList rides={loaded.rides} kind="history" /> : null}
      {loaded.tab === 'payments' ? (
        <PaymentHistory rows={loaded.rows} year={loaded.year} years={[loaded.year]} />
      ) : null}
    </>
  )
}
