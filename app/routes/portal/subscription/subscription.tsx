import { type LoaderFunctionArgs, type MetaFunction, redirect, type SerializeFrom } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { useAnswer } from '~/components/form/use-answer'
import { Island } from '~/components/island'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { useRoot } from '~/components/use-root'
import { monthlyFormSchema } from '~/models/payments/order.schema'
import { type BasisPoints, rateFor } from '~/models/payments/pricing'
import { getSchool } from '~/models/school/current-school.server'
import { type SubscriptionView, subscriptionOf } from '~/models/subscriptions/subscription.server'
import { subscriptionCatalog } from '~/models/subscriptions/subscription-catalog.server'
import { today } from '~/platform/clock.server'
import { readSelection } from '~/routes/portal/purchase/read-selection'
import type { Catalog, Selection } from '~/routes/portal/purchase/selection'
import type { MonthlyChoice } from '~/services/stripe/subscription/billing-items.server'
import { changeSubscription } from '~/services/stripe/subscription/subscriptions.server'
import { formatDayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { CurrentSubscriptionCard } from './current-subscription-card'
import { ModifyForm } from './modify-form'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Subscription' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const subscription = await subscriptionOf(viewer.id, today())
  if (!subscription) return { subscription: null }
  const [catalog, school] = await Promise.all([subscriptionCatalog(subscription), getSchool()])
  const query = new URL(request.url).searchParams
  const feeRate = rateFor(school, subscription.cardFunding)
  const asked = { ...readSelection(query, catalog), method: subscription.methodType }
  return {
    subscription,
    catalog,
    selection: query.has('preview') ? asked : heldSelection(subscription),
    feeRate,
    prices: pricesOf(catalog, feeRate),
  }
}

/** Another method pays another fee, and the office may change prices while the form is open. */
const pricesOf = ({ version }: { version: number }, feeRate: BasisPoints) => `${version}-${feeRate}`

async function pricesNow(userId: string): Promise<string | null> {
  const subscription = await subscriptionOf(userId, today())
  if (!subscription) return null
  const [catalog, school] = await Promise.all([subscriptionCatalog(subscription), getSchool()])
  return pricesOf(catalog, rateFor(school, subscription.cardFunding))
}

const heldSelection = ({ package: bought, addOns, methodType }: SubscriptionView): Selection => ({
  packageId: bought?.id ?? null,
  quantities: Object.fromEntries(addOns.map(({ addOnId, quantity }) => [addOnId, quantity])),
  once: [],
  startMonth: 'next-month',
  method: methodType,
  paymentType: 'recurring',
})

export const action = formAction({
  guard: requireViewer,
  schema: monthlyFormSchema,
  failed: 'Failed to update subscription',
  async run({ viewer, value, form }) {
    const shown = form.get('prices')
    const present = shown && (await pricesNow(viewer.id))
    if (present && shown !== present) return { to: choiceAgain(value), ...PRICES_CHANGED }
    const outcome = await changeSubscription(viewer.id, value)
    if (outcome.state === 'payment') return redirect(paths.subscribe({ client_secret: outcome.clientSecret }), 303)
    return { to: paths.subscription(), title: 'Subscription updated successfully!' }
  },
})

const PRICES_CHANGED = {
  type: 'info',
  title: 'Prices have changed',
  description: 'Please review the new total. Nothing was changed, and your choices are still here.',
} as const

const choiceAgain = ({ packageId, addOns }: MonthlyChoice) => {
  const chosen = Object.fromEntries(addOns.map(({ addOnId, quantity }) => [`addon-${addOnId}`, String(quantity)]))
  return paths.subscription({ ...chosen, ...(packageId && { package: String(packageId) }), preview: '1' })
}

type Loaded = Extract<SerializeFrom<typeof loader>, { catalog: unknown }>

function NotPaidYet() {
  return (
    <Card title="Modify Subscription">
      <p>You can change your subscription once the first payment goes through. To start over, cancel it.</p>
    </Card>
  )
}

function Change(loaded: Loaded) {
  if (loaded.subscription.cancelAtPeriodEnd) return null
  return loaded.subscription.shown === 'incomplete' ? <NotPaidYet /> : <Modify {...loaded} />
}

function Modify({ subscription, selection, ...loaded }: Loaded) {
  const { form, title } = useAnswer<typeof monthlyFormSchema>()
  const props = {
    ...loaded,
    selection: { ...selection, ...(form.status === 'error' ? typedChoice(form.initialValue, loaded.catalog) : null) },
    starting: formatDayShort(subscription.renewsOn),
    csrf: useRoot()?.csrf ?? '',
    refusal: { title, errors: form.errors, fields: firstErrors(form.allErrors) },
  }
  return (
    <Island name="modify" props={props}>
      <ModifyForm {...props} />
    </Island>
  )
}

/** What a refused form asked for, so that it is there again. */
function typedChoice(sent: Record<string, string | undefined> | undefined, catalog: Catalog) {
  const typed = Object.entries(sent ?? {}).map(([name, value]) => [name, value ?? ''])
  const { packageId, quantities } = readSelection(new URLSearchParams(typed), catalog)
  return { packageId, quantities }
}

const firstErrors = (errors: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, [message = '']]) => [field, message]))

export default function Subscription() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Subscription" back={{ to: paths.portal(), label: 'Back to Dashboard' }} />
      {loaded.subscription ? (
        <div className="grid gap-6">
          <CurrentSubscriptionCard subscription={loaded.subscription} />
          <Change {...loaded} subscription={loaded.subscription} />
        </div>
      ) : (
        <Card>
          <EmptyState
            title="No Active Subscription"
            action={<ButtonLink to={paths.purchase({ paymentType: 'recurring' })}>Create Subscription</ButtonLink>}
          >
            A subscription renews on the 1st of each month, so you never miss a month.
          </EmptyState>
        </Card>
      )}
      <Outlet />
    </>
  )
}
