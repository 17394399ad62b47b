import { type LoaderFunctionArgs, type MetaFunction, redirect, type SerializeFrom } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { useAnswer } from '~/components/form/use-answer'
import { Island } from '~/components/island'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { useRoot } from '~/components/use-root'
import { monthlyFormSchema } from '~/models/payments/order.schema'
import { type BasisPoints, rateFor } from '~/models/payments/pricing'
import { getSchool } from '~/models/school/current-school.server'
import { subscriptionRider } from '~/models/subscriptions/subscribed-riders.server'
import { type SubscriptionView, subscriptionOf } from '~/models/subscriptions/subscription.server'
import { subscriptionCatalog } from '~/models/subscriptions/subscription-catalog.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { readSelection } from '~/routes/portal/purchase/read-selection'
import type { Catalog, Selection } from '~/routes/portal/purchase/selection'
import type { MonthlyChoice } from '~/services/stripe/subscription/billing-items.server'
import { changeSubscription } from '~/services/stripe/subscription/subscriptions.server'
import { formatDayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { CurrentSubscriptionCard } from './current-subscription-card'
import { ModifyForm } from './modify-form.island'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Subscription' }]

/** @throws Response 404 for a rider of another family */
async function riderOfPage(userId: string, query: URLSearchParams) {
  try {
    return await subscriptionRider(userId, query.get('rider'))
  } catch (error) {
    if (error instanceof Refused && error.status === 404) throw new Response('Rider not found.', { status: 404 })
    throw error
  }
}

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const query = new URL(request.url).searchParams
  const { rider, riders } = await riderOfPage(viewer.id, query)
  const subscription = await subscriptionOf(viewer.id, today(), rider.id)
  const elsewhere = riders.some(({ id, subscribed, paysFor }) => id === rider.id && subscribed && !paysFor)
  const family = { rider, riders: riders.length > 1 ? riders : [], elsewhere }
  if (!subscription) return { ...family, subscription: null }
  const [catalog, school] = await Promise.all([subscriptionCatalog(subscription), getSchool()])
  const feeRate = rateFor(school, subscription.cardFunding)
  const asked = { ...readSelection(query, catalog), method: subscription.methodType }
  return {
    ...family,
    subscription,
    catalog,
    selection: query.has('preview') ? asked : heldSelection(subscription),
    feeRate,
    prices: pricesOf(catalog, feeRate),
  }
}

/** Another method pays another fee, and the office may change prices while the form is open. */
const pricesOf = ({ version }: { version: number }, feeRate: BasisPoints) => `${version}-${feeRate}`

async function pricesNow(subscription: SubscriptionView): Promise<string> {
  const [catalog, school] = await Promise.all([subscriptionCatalog(subscription), getSchool()])
  return pricesOf(catalog, rateFor(school, subscription.cardFunding))
}

const heldSelection = ({ package: bought, addOns, methodType }: SubscriptionView): Selection => ({
  riderId: null,
  others: {},
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
  async run({ viewer, value, form, query }) {
    const { rider } = await subscriptionRider(viewer.id, query.get('rider'))
    const shown = form.get('prices')
    const held = await subscriptionOf(viewer.id, today(), rider.id)
    if (held && isHeld(held, value)) return { to: paths.subscription({ rider: query.get('rider') }), ...SAME }
    const present = shown && held && (await pricesNow(held))
    if (present && shown !== present) return { to: choiceAgain(value, query.get('rider')), ...PRICES_CHANGED }
    const outcome = await changeSubscription(viewer.id, value, { riderId: rider.id })
    if (outcome.state === 'payment') return redirect(paths.subscribe({ client_secret: outcome.clientSecret }), 303)
    return { to: paths.subscription({ rider: query.get('rider') }), title: 'Subscription updated successfully!' }
  },
})

/** Whether it is what the family has every month already. */
function isHeld({ package: bought, addOns, cancelAtPeriodEnd }: SubscriptionView, choice: MonthlyChoice): boolean {
  const listOf = (items: MonthlyChoice['addOns']) =>
    items
      .map(({ addOnId, quantity }) => `${addOnId} ${quantity}`)
      .sort()
      .join()
  return !cancelAtPeriodEnd && (bought?.id ?? null) === choice.packageId && listOf(addOns) === listOf(choice.addOns)
}

const SAME = {
  type: 'info',
  title: 'Nothing to change',
  description: 'Your subscription already includes this.',
} as const

const PRICES_CHANGED = {
  type: 'info',
  title: 'Prices have changed',
  description: 'Please review the new total. Nothing was changed, and we’ve kept your choices.',
} as const

const choiceAgain = ({ packageId, addOns }: MonthlyChoice, rider: string | null) => {
  const chosen = Object.fromEntries(addOns.map(({ addOnId, quantity }) => [`addon-${addOnId}`, String(quantity)]))
  return paths.subscription({ rider, ...chosen, ...(packageId && { package: String(packageId) }), preview: '1' })
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

/** The island has its fields. */
const modifyForm = z.object({})

function Modify({ subscription, selection, ...loaded }: Loaded) {
  const { catalog, feeRate, prices } = loaded
  const { form, title } = useAnswer(modifyForm)
  const props = {
    catalog,
    feeRate,
    prices,
    selection: { ...selection, ...(form.status === 'error' ? typedChoice(form.initialValue, loaded.catalog) : null) },
    starting: formatDayShort(subscription.renewsOn),
    rider: loaded.riders.length ? loaded.rider.id : undefined,
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
function typedChoice(sent: Record<string, unknown> | undefined, catalog: Catalog) {
  const typed = Object.entries(sent ?? {}).map(([name, value]) => [name, String(value ?? '')])
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
      {loaded.riders.length ? (
        <div className="mb-6">
          <Tabs
            label="Riders"
            current={loaded.rider.id}
            tabs={loaded.riders.map(({ id, firstName }) => ({
              id,
              name: firstName,
              to: paths.subscription({ rider: id }),
            }))}
          />
        </div>
      ) : null}
      {loaded.subscription ? (
        <div className="grid gap-6">
          <CurrentSubscriptionCard
            subscription={loaded.subscription}
            used={loaded.subscription.used}
            rider={loaded.riders.length ? { id: loaded.rider.id, name: loaded.rider.firstName } : undefined}
          />
          <Change {...loaded} subscription={loaded.subscription} />
        </div>
      ) : (
        <Card>
          <EmptyState
            title="No Active Subscription"
            action={
              loaded.elsewhere ? undefined : (
                <ButtonLink
                  to={paths.purchase({
                    rider: loaded.riders.length ? loaded.rider.id : undefined,
                    paymentType: 'recurring',
                  })}
                >
                  Create Subscription
                </ButtonLink>
              )
            }
          >
            {loaded.elsewhere ? 'Another account pays for this subscription. Call the office to change it. ' : null}A
            subscription renews on the 1st of each month, so you never miss a month.
          </EmptyState>
        </Card>
      )}
      <Outlet />
    </>
  )
}
