import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { monthlyFormSchema } from '~/models/payments/order.schema'
import { rateFor } from '~/models/payments/pricing'
import { getSchool } from '~/models/school/current-school.server'
import { type SubscriptionView, subscriptionOf } from '~/models/subscriptions/subscription.server'
import { subscriptionCatalog } from '~/models/subscriptions/subscription-catalog.server'
import { today } from '~/platform/clock.server'
import { readSelection, type Selection } from '~/routes/portal/purchase/selection'
import { changeSubscription } from '~/services/stripe/subscription/subscriptions.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { CurrentSubscriptionCard } from './current-subscription-card'
import { ModifyForm } from './modify-form'

export const handle = { hydrate: true }
export const meta: MetaFunction = () => [{ title: 'Subscription' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const subscription = await subscriptionOf(viewer.id, today())
  if (!subscription) return { subscription: null }
  const [catalog, school] = await Promise.all([subscriptionCatalog(subscription), getSchool()])
  const query = new URL(request.url).searchParams
  const asked = { ...readSelection(query, catalog), method: subscription.methodType }
  return {
    subscription,
    catalog,
    selection: query.has('preview') ? asked : heldSelection(subscription),
    feeRate: rateFor(school, subscription.cardFunding),
  }
}

const heldSelection = ({ package: bought, addOns, methodType }: SubscriptionView): Selection => ({
  packageId: bought?.id ?? null,
  quantities: Object.fromEntries(addOns.map(({ addOnId, quantity }) => [addOnId, quantity])),
  startMonth: 'next-month',
  method: methodType,
  paymentType: 'recurring',
})

export const action = formAction({
  guard: requireViewer,
  schema: monthlyFormSchema,
  failed: 'Failed to update subscription',
  async run({ viewer, value }) {
    const outcome = await changeSubscription(viewer.id, value)
    if (outcome.state === 'payment') return redirect(paths.subscribe({ client_secret: outcome.clientSecret }), 303)
    return { to: paths.subscription(), title: 'Subscription updated successfully!' }
  },
})

export default function Subscription() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Subscription" back={{ to: paths.portal(), label: 'Back to Dashboard' }} />
      {loaded.subscription ? (
        <div className="grid gap-6">
          <CurrentSubscriptionCard subscription={loaded.subscription} />
          <ModifyForm
            key={JSON.stringify(loaded.selection)}
            catalog={loaded.catalog}
            selection={loaded.selection}
            feeRate={loaded.feeRate}
            cancelable={!loaded.subscription.cancelAtPeriodEnd}
          />
        </div>
      ) : (
        <Card>
          <EmptyState
            title="No Active Subscription"
            action={<ButtonLink to={paths.purchase({ paymentType: 'recurring' })}>Create Subscription</ButtonLink>}
          >
            A subscription renews on the 1st of each month, so your lessons are always there.
          </EmptyState>
        </Card>
      )}
      <Outlet />
    </>
  )
}
