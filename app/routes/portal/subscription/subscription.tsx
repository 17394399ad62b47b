import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { choiceOfLines, linesOfForm } from '~/models/payments/order.schema'
import { rateFor } from '~/models/payments/pricing'
import { getSchool } from '~/models/school/current-school.server'
import { type SubscriptionView, subscriptionOf } from '~/models/subscriptions/subscription.server'
import { subscriptionCatalog } from '~/models/subscriptions/subscription-catalog.server'
import { today } from '~/platform/clock.server'
import { readSelection, type Selection } from '~/routes/portal/purchase/selection'
import type { MonthlyChoice } from '~/services/stripe/subscription/billing-items.server'
import { changeSubscription } from '~/services/stripe/subscription/subscriptions.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'
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

const selectionOf = ({ packageId, addOns }: MonthlyChoice): Pick<Selection, 'packageId' | 'quantities'> => ({
  packageId,
  quantities: Object.fromEntries(addOns.map(({ addOnId, quantity }) => [addOnId, quantity])),
})

const heldSelection = ({ package: bought, addOns, methodType }: SubscriptionView): Selection => ({
  ...selectionOf({ packageId: bought?.id ?? null, addOns }),
  start: 'next-month',
  method: methodType,
  paymentType: 'recurring',
})

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireViewer(request)
  const form = await csrfForm(request)
  const { items, errors } = linesOfForm(form)
  const refuse = (messages: Record<string, string>, status = 400) =>
    data({ errors: messages, chosen: selectionOf(choiceOfLines(items)) }, { status })
  if (Object.keys(errors).length) return refuse({ ...errors, form: 'Some quantities need another look.' })
  try {
    const outcome = await changeSubscription(viewer.id, choiceOfLines(items))
    if (outcome.state === 'payment') return redirect(paths.subscribe({ client_secret: outcome.clientSecret }), 303)
    return redirectWithToast(paths.subscription(), { type: 'success', title: 'Subscription updated successfully!' })
  } catch (error) {
    const refused = refusalOf(error)
    return refuse({ form: refused.message }, refused.status)
  }
}

export default function Subscription() {
  const loaded = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <PageHeader title="Subscription" back={{ to: paths.portal(), label: 'Back to Dashboard' }} />
      {loaded.subscription ? (
        <div className="grid gap-6">
          <CurrentSubscriptionCard subscription={loaded.subscription} />
          <ModifyForm
            key={JSON.stringify(loaded.selection)}
            catalog={loaded.catalog}
            selection={{ ...loaded.selection, ...refused?.chosen }}
            feeRate={loaded.feeRate}
            errors={refused?.errors}
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
