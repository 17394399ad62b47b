import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { monthlyFormSchema } from '~/models/money/payments/order.schema'
import { changeSubscription } from '~/models/money/subscribing/subscriptions.server'
import type { MonthlyChoice } from '~/models/money/subscriptions/items/billing-items.server'
import { subscriptionRider } from '~/models/money/subscriptions/subscribed-riders.server'
import { type SubscriptionView, subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { Change } from './change'
import { CurrentSubscriptionCard } from './current-subscription-card'
import { pricesNow, readSubscription } from './read-subscription.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Subscription') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  return readSubscription(viewer, new URL(request.url).searchParams)
}

export const action = formAction({
  guard: requireViewer,
  schema: monthlyFormSchema,
  failed: () => t('Failed to update subscription'),
  async run({ viewer, value, form, query }) {
    const { rider } = await subscriptionRider(viewer.id, query.get('rider'))
    const shown = form.get('prices')
    const held = await subscriptionOf(viewer.id, today(), rider.id)
    if (held && isHeld(held, value)) return { to: paths.subscription({ rider: query.get('rider') }), ...same() }
    const present = shown && held && (await pricesNow(held))
    if (present && shown !== present) return { to: choiceAgain(value, query.get('rider')), ...pricesChanged() }
    const outcome = await changeSubscription(viewer.id, value, { riderId: rider.id })
    if (outcome.state === 'payment') return redirect(paths.subscribe({ client_secret: outcome.clientSecret }), 303)
    return { to: paths.subscription({ rider: query.get('rider') }), title: t('Subscription updated successfully!') }
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

const same = () => ({
  type: 'info' as const,
  title: t('Nothing to change'),
  description: t('Your subscription already includes this.'),
})

const pricesChanged = () => ({
  type: 'info' as const,
  title: t('Prices have changed'),
  description: t('Please review the new total. Nothing was changed, and we’ve kept your choices.'),
})

const choiceAgain = ({ packageId, addOns }: MonthlyChoice, rider: string | null) => {
  const chosen = Object.fromEntries(addOns.map(({ addOnId, quantity }) => [`addon-${addOnId}`, String(quantity)]))
  return paths.subscription({ rider, ...chosen, ...(packageId && { package: String(packageId) }), preview: '1' })
}

export default function Subscription() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={t('Subscription')} back={{ to: paths.portal(), label: t('Back to Dashboard') }} />
      {loaded.riders.length ? (
        <div className="mb-6">
          <Tabs
            label={t('Riders')}
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
            paidWith={loaded.paidWith}
            rider={loaded.riders.length ? { id: loaded.rider.id, name: loaded.rider.firstName } : undefined}
          />
          <Change {...loaded} subscription={loaded.subscription} />
        </div>
      ) : (
        <Card>
          <EmptyState
            title={t('No Active Subscription')}
            action={
              loaded.isOffered ? (
                <ButtonLink
                  to={paths.purchase({
                    rider: loaded.riders.length ? loaded.rider.id : undefined,
                    paymentType: 'recurring',
                  })}
                >
                  {t('Create Subscription')}
                </ButtonLink>
              ) : undefined
            }
          >
            {loaded.elsewhere
              ? `${t('Another account pays for this subscription. Call the office to change it.')} `
              : null}
            {t(
              loaded.isOffered || loaded.elsewhere
                ? 'A subscription renews on the 1st of each month, so you never miss a month.'
                : 'Subscriptions need a card or bank account, and our school doesn’t take them yet. Please buy each month.',
            )}
          </EmptyState>
        </Card>
      )}
      <Outlet />
    </>
  )
}
